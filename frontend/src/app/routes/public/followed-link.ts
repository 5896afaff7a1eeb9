import { type LinkedProject, linkRoutes } from '@studio/contract/links';
import type { Call } from '@/lib/http-client.ts';
import type { SocketClient } from '@/lib/socket-client.ts';

/** `missing`: the link never opened anything, or does so no more; nobody is told which. */
export type OpenedLink =
  | { state: 'loading' }
  | { state: 'missing' }
  | { state: 'failed'; message: string }
  | { state: 'shown'; project: LinkedProject };

export interface LinkFollower {
  /** Opens it again, after a failure. */
  retry(): void;
  stop(): void;
}

interface FollowOptions {
  secret: string;
  call: Call;
  socket: SocketClient;
  onChange(opened: OpenedLink): void;
}

/** What a timer can wait, in milliseconds. */
const longestTimeout = 2_147_483_647;

/**
 * Opens a link, and again with each save of its project. What it opened leaves the page when it is revoked or expires, or
 * its project is hidden (specification: Links).
 */
export function followLink({ secret, call, socket, onChange }: FollowOptions): LinkFollower {
  const ending = new AbortController();
  let shown: LinkedProject | null = null;
  let endings = 0;
  let expiry: ReturnType<typeof setTimeout> | undefined;

  function end() {
    shown = null;
    leave();
    onChange({ state: 'missing' });
  }

  /** Nothing is asked any more of a link that has ended: each question counts as a guess. */
  function leave() {
    clearTimeout(expiry);
    unwatch();
  }

  async function open(): Promise<void> {
    const endingsBefore = endings;
    const answer = await call(linkRoutes.openLink, { body: { secret }, signal: ending.signal });
    if (ending.signal.aborted) return;
    // Of two at once, a newer answer may have come first.
    if (answer.ok && shown && answer.data.version < shown.version) return;
    clearTimeout(expiry);
    // It ended while the answer was on its way.
    if (answer.ok && endings > endingsBefore) return open();
    if (answer.ok) {
      shown = answer.data;
      onChange({ state: 'shown', project: shown });
      const { expiresIn } = shown;
      if (expiresIn !== null)
        // It is over then, whether or not anybody can be asked.
        expiry =
          expiresIn > longestTimeout
            ? setTimeout(() => void open(), longestTimeout)
            : setTimeout(end, expiresIn);
    } else if (answer.error.status === 404 || answer.error.status === 400) end();
    // What is shown stays until somebody says that it may not.
    else if (!shown) onChange({ state: 'failed', message: answer.error.message });
  }

  const isOlder = (version: number) => shown !== null && shown.version < version;
  const stops = [
    socket.on('link:ended', ({ projectId }) => {
      endings += 1;
      if (projectId === shown?.id) end();
    }),
    socket.on('project:updated', ({ projectId, version }) => {
      if (projectId === shown?.id && isOlder(version)) void open();
    }),
  ];
  const unwatch = socket.watchLink(secret, (figures) => {
    // A refusal may have a passing reason.
    if (shown && (!figures || isOlder(figures.version))) void open();
  });
  void open();

  return {
    retry: () => void open(),
    stop() {
      ending.abort();
      leave();
      for (const stop of stops) stop();
    },
  };
}
