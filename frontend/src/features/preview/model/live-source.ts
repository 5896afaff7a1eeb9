import type { Source } from '@studio/engine/source';

/** What a window in Full Screen shows of a project that is open in an editor. */
export interface LiveSource {
  title: string;
  source: Source;
}

type ChannelMessage = { kind: 'who' } | { kind: 'source'; live: LiveSource };

const channelName = (projectKey: string) => `codestudio-preview-${projectKey}`;

/** How long a window waits for an editor before it asks the server. */
export const editorDeadline = 300;

/** The editor's side: answers windows that ask, and sends them every change. Returns `send` and `close`. */
export function publishSource(projectKey: string, current: () => LiveSource) {
  const channel = new BroadcastChannel(channelName(projectKey));
  const send = () => channel.postMessage({ kind: 'source', live: current() } satisfies ChannelMessage);
  channel.addEventListener('message', (event: MessageEvent<ChannelMessage>) => {
    if (event.data.kind === 'who') send();
  });
  send();
  return { send, close: () => channel.close() };
}

/** The window's side: asks once and then hears every change. Returns the function that ends it. */
export function followSource(projectKey: string, onSource: (live: LiveSource) => void): () => void {
  const channel = new BroadcastChannel(channelName(projectKey));
  channel.addEventListener('message', (event: MessageEvent<ChannelMessage>) => {
    if (event.data.kind === 'source') onSource(event.data.live);
  });
  channel.postMessage({ kind: 'who' } satisfies ChannelMessage);
  return () => channel.close();
}
