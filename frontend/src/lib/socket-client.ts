import type { ServerEvent, ServerPayload } from '@studio/contract/realtime';
import { fetchUntilThere } from './fetch-until-there.ts';
import type {
  ConnectionEvents,
  LinkState,
  ListedCounters,
  SocketConnection,
  Subscriptions,
  WatchedState,
} from './socket-connection.ts';
import { browserTime, type Time } from './time.ts';

type EventPayload<E extends ServerEvent | keyof ConnectionEvents> = E extends ServerEvent
  ? ServerPayload<E>
  : undefined;

/**
 * Live events of the studio (specification: Sockets). After each gap in the connection, all watches are renewed and
 * their state sent again.
 */
export interface SocketClient {
  /** Connects with the current session; call it again after a change of session. */
  connect(): Promise<void>;
  disconnect(): void;
  /** The network is back: a waiting connection tries now. */
  wake(): void;
  /** Listens for a validated event of the server, or of the connection. The returned function stops it. */
  on<E extends ServerEvent | keyof ConnectionEvents>(
    event: E,
    listener: (payload: EventPayload<E>) => void,
  ): () => void;
  /**
   * Watches a project; `onState` is called now and after each gap, with null as often as the server refuses, which is
   * asked again until it accepts. The returned function stops it.
   */
  watchProject(projectId: string, onState: (state: WatchedState | null) => void): () => void;
  /** Watches the numbers of at most 100 projects instead of an earlier list; the returned function resumes that. */
  watchList(projectIds: string[], onState: (state: ListedCounters[]) => void): () => void;
  /** Watches a link instead of the last one, as `watchProject` does. Returns an unsubscribe function. */
  watchLink(secret: string, onState: (state: LinkState) => void): () => void;
}

interface SocketDependencies {
  /** Undefined: the page's own origin. */
  url?: string;
  token(): string | null;
  /** The server refused or revoked the session of this token; `reason`: if it said why. */
  onUnauthorized(token: string | null, reason?: string): void;
  time?: Time;
  random?(): number;
}

export function createSocketClient({
  url,
  token,
  onUnauthorized,
  time = browserTime,
  random = Math.random,
}: SocketDependencies): SocketClient {
  let connection: SocketConnection | null = null;
  let connections = 0;
  const interests: Subscriptions = { listeners: new Map(), watches: new Map(), lists: [], link: null };
  const { listeners, watches } = interests;
  const open = () => (connection?.isOpen() === true ? connection : null);

  function disconnect() {
    connections += 1;
    connection?.close();
    connection = null;
  }

  async function connect(): Promise<void> {
    disconnect();
    const number = connections;
    const { openConnection } = await fetchUntilThere(() => import('./socket-connection.ts'), time);
    if (number === connections)
      connection = openConnection({ url, token: token(), onUnauthorized, interests, time, random });
  }

  return {
    connect,
    disconnect,
    wake: () => connection?.wake(),
    on(event, listener) {
      const handlers = listeners.get(event) ?? new Set();
      listeners.set(event, handlers.add(listener));
      return () => void handlers.delete(listener);
    },
    watchProject(projectId, onState) {
      const watchers = watches.get(projectId) ?? new Set();
      watches.set(projectId, watchers.add(onState));
      open()?.watch(projectId);
      return () => {
        watchers.delete(onState);
        if (watchers.size > 0) return;
        watches.delete(projectId);
        connection?.unwatch(projectId);
      };
    },
    watchList(projectIds, onState) {
      const list = { projectIds, onState };
      interests.lists.push(list);
      open()?.watchList();
      return () => {
        interests.lists.splice(interests.lists.indexOf(list), 1);
        open()?.watchList();
      };
    },
    watchLink(secret, onState) {
      const followed = { secret, onState };
      interests.link = followed;
      open()?.watchLink();
      return () => {
        if (interests.link === followed) interests.link = null;
      };
    },
  };
}
