import { nanoid } from 'nanoid';

/** `hello` asks who has the project open, `here` answers, `bye` leaves. */
interface Message {
  kind: 'hello' | 'here' | 'bye';
  window: string;
}

/** Tells whether other windows of this browser have the same project open, as that changes. The answer ends it. */
export function followOtherWindows(projectId: string, onChange: (open: boolean) => void): () => void {
  const channel = new BroadcastChannel(`codestudio-desk-${projectId}`);
  const window = nanoid();
  const others = new Set<string>();
  const post = (kind: Message['kind']) => channel.postMessage({ kind, window } satisfies Message);
  const sayHello = () => post('hello');
  const sayBye = () => post('bye');
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'bye') others.delete(data.window);
    else others.add(data.window);
    if (data.kind === 'hello') post('here');
    onChange(others.size > 0);
  });
  addEventListener('pagehide', sayBye);
  // A page that the browser had put aside comes back.
  addEventListener('pageshow', sayHello);
  sayHello();
  return () => {
    removeEventListener('pagehide', sayBye);
    removeEventListener('pageshow', sayHello);
    sayBye();
    channel.close();
  };
}
