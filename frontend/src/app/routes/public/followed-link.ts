import { type LinkedProject, linkRoutes } from '@studio/contract/links';
import type { ApiError, Call } from '@/lib/http-client.ts';
import type { SocketClient } from '@/lib/socket-client.ts';
import { maxTimeoutMs } from '@/lib/time.ts';

/** `missing`: the link does not exist or has ended; the page does not show which. */
export type OpenedLink =
  | { state: 'loading' }
  | { state: 'missing' }
  | { state: 'failed'; message: string }
  | { state: 'shown'; project: LinkedProject };

export interface LinkFollower {
  /** Opens the link again after a failure. */
  retry(): void;
  stop(): void;
}

interface FollowOptions {
  secret: string;
  call: Call;
  socket: SocketClient;
  onChange(opened: OpenedLink): void;
}

/** The codes of the server for a link that has ended, and for what is no link. */
const endingCodes: ApiError['code'][] = ['not_found', 'validation_failed'];
/** In ms: how long after a failure without a Retry-After, and the spread of pages that were refused together. */
const retryDelayMs = 5_000;

/**
 * Opens a link, and again after each save of its project. The project is removed from the page when the link is revoked
 * or expires, or the project is hidden (specification: Links).
 */
export function followLink({ secret, call, socket, onChange }: FollowOptions): LinkFollower {
  const ending = new AbortController();
  let shown: LinkedProject | null = null;
  let endings = 0;
  let expiry: ReturnType<typeof setTimeout> | undefined;
  let retrying: ReturnType<typeof setTimeout> | undefined;

  function end() {
    shown = null;
    leave();
    onChange({ state: 'missing' });
  }

  /** Stops requests for a link that has ended: each would count as a guess. */
  function leave() {
    clearTimeout(expiry);
    clearTimeout(retrying);
    unwatch();
  }

  async function open(): Promise<void> {
    const endingsBefore = endings;
    const response = await call(linkRoutes.openLink, { body: { secret }, signal: ending.signal });
    if (ending.signal.aborted) return;
    // Of two at once, a newer response may have come first.
    if (response.ok && shown && response.data.version < shown.version) return;
    clearTimeout(retrying);
    if (response.ok) clearTimeout(expiry);
    // A link ended during the request, so the response may be outdated.
    if (response.ok && endings > endingsBefore) return open();
    if (response.ok) {
      shown = response.data;
      onChange({ state: 'shown', project: shown });
      const { expiresIn } = shown;
      if (expiresIn !== null)
        // The link expires then even if the server cannot be reached.
        expiry =
          expiresIn > maxTimeoutMs ? setTimeout(() => void open(), maxTimeoutMs) : setTimeout(end, expiresIn);
    } else if (endingCodes.includes(response.error.code)) end();
    else if (!shown) onChange({ state: 'failed', message: response.error.message });
    // After other errors, a project that is shown stays until the server can say whether it still may be.
    else {
      const { retryAfter = retryDelayMs / 1_000 } = response.error;
      retrying = setTimeout(() => void open(), retryAfter * 1_000 + retryDelayMs * Math.random());
    }
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
  const unwatch = socket.watchLink(secret, (state) => {
    // A refused watch may be temporary, so the server is asked again.
    if (shown && (!state || isOlder(state.version))) void open();
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
