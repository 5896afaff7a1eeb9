import { nanoid } from 'nanoid';
import { openChannel } from '@/lib/open-channel.ts';
import { writerOf } from '../local-copies/draft-storage.ts';
import type { ProjectStore } from '../project-store.ts';

const prefix = 'codestudio-writer/';

/**
 * Holds a lock named after the present opening, so that other windows can distinguish its draft from an abandoned one.
 * The browser releases it however the page ends.
 */
export function announceActiveTab(store: ProjectStore, clientId: string): void {
  let release = () => {};
  const hold = () => {
    release();
    const left = Promise.withResolvers<void>();
    release = left.resolve;
    navigator.locks
      ?.request(prefix + writerOf(store.getState(), clientId), () => left.promise)
      .catch((error: unknown) => console.warn('Other windows cannot see that this project is open', error));
  };
  store.subscribe((state, before) => {
    if (state.opening !== before.opening) hold();
  });
  addEventListener('pagehide', () => release());
  // The page was restored from the back/forward cache.
  addEventListener('pageshow', hold);
  hold();
}

/** The openings that are on screen in this browser; none if the browser does not support locks. */
export async function findActiveWriters(): Promise<string[]> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return held.flatMap(({ name }) => (name?.startsWith(prefix) ? name.slice(prefix.length) : []));
}

/** `hello` asks which windows have the project open, `here` answers, `bye` announces leaving. */
interface Message {
  kind: 'hello' | 'here' | 'bye';
  window: string;
}

/** Calls back with whether other windows of this browser have the project open. Returns an unsubscribe function. */
export function followOtherWindows(projectId: string, onChange: (open: boolean) => void): () => void {
  const channel = openChannel(`codestudio-windows-${projectId}`);
  if (!channel) return () => {};
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
  // The page was restored from the back/forward cache.
  addEventListener('pageshow', sayHello);
  sayHello();
  return () => {
    removeEventListener('pagehide', sayBye);
    removeEventListener('pageshow', sayHello);
    sayBye();
    channel.close();
  };
}
