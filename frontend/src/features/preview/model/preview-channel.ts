import type { Source } from '@studio/engine/source';
import { openChannel } from '@/lib/open-channel.ts';

/** A project open in an editor, as sent to windows in Full Screen. */
export interface PreviewSource {
  title: string;
  source: Source;
}

type ChannelMessage =
  | { kind: 'who' }
  | { kind: 'source'; live: PreviewSource }
  | { kind: 'closed' }
  /** The project's first save has changed its key to this one. */
  | { kind: 'moved'; key: string };

/** The part of the project store that is used here. */
interface ProjectStore {
  getState(): { opening: number; project: { id: string | null; key: string } };
}

const channelName = (projectKey: string) => `codestudio-preview-${projectKey}`;

/** How long a window waits for an editor before it asks the server (ms). */
const editorDeadlineMs = 300;

/** An editor's channel to the windows in Full Screen. */
export interface SourceChannel {
  /** Sends the current project. */
  send(): void;
  close(): void;
}

/**
 * The editor's side: responds to windows that ask, and sends them every change. When it closes because of the first
 * save of the project, it sends them to the project's new key.
 */
export function publishSource(
  projectKey: string,
  store: ProjectStore,
  current: () => PreviewSource,
): SourceChannel {
  const before = store.getState();
  const channel = openChannel(channelName(projectKey));
  if (!channel) return { send() {}, close() {} };
  const post = (message: ChannelMessage) => channel.postMessage(message);
  const send = () => post({ kind: 'source', live: current() });
  const postClosed = () => post({ kind: 'closed' });
  channel.addEventListener('message', (event: MessageEvent<ChannelMessage>) => {
    if (event.data.kind === 'who') send();
  });
  window.addEventListener('pagehide', postClosed);
  send();
  return {
    send,
    close() {
      window.removeEventListener('pagehide', postClosed);
      const { opening, project } = store.getState();
      const isSaved = opening === before.opening && before.project.id === null && project.id !== null;
      if (isSaved) post({ kind: 'moved', key: project.key });
      else postClosed();
      channel.close();
    },
  };
}

interface SourceFollower {
  onSource(live: PreviewSource): void;
  /** No editor of this browser has the project open, at first or any more. */
  onNoEditor(): void;
  /** The project's first save has changed its key. */
  onMoved(key: string): void;
}

/** The window's side: receives every change of an editor of this browser. Returns a function that ends it. */
export function followSource(
  projectKey: string,
  { onSource, onNoEditor: onNobody, onMoved }: SourceFollower,
): () => void {
  const channel = openChannel(channelName(projectKey));
  if (!channel) {
    onNobody();
    return () => {};
  }
  let deadline: ReturnType<typeof setTimeout> | undefined;
  // After an editor has closed, another one with the same project may respond.
  const ask = () => {
    clearTimeout(deadline);
    deadline = setTimeout(onNobody, editorDeadlineMs);
    channel.postMessage({ kind: 'who' } satisfies ChannelMessage);
  };
  channel.addEventListener('message', ({ data }: MessageEvent<ChannelMessage>) => {
    if (data.kind === 'closed') ask();
    if (data.kind === 'moved') onMoved(data.key);
    if (data.kind !== 'source') return;
    clearTimeout(deadline);
    onSource(data.live);
  });
  ask();
  return () => {
    clearTimeout(deadline);
    channel.close();
  };
}
