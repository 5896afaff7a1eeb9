import type { ServerEvent, ServerPayload } from '@studio/contract/realtime';
import { fetchUntilThere } from './fetch-until-there.ts';
import type {
  BrowseFigures,
  ConnectionEvents,
  LinkFigures,
  SocketConnection,
  Subscriptions,
  WatchFigures,
} from './socket-connection.ts';
import { browserTime, type Time } from './time.ts';

type EventPayload<E extends ServerEvent | keyof ConnectionEvents> = E extends ServerEvent
  ? ServerPayload<E>
  : undefined;

/** Live events of the studio (specification: Sockets). Whatever was watched is watched again after each gap, and its figures are told anew. */
export interface SocketClient {
  /** Connects as whoever is signed in now; again after a change of session. */
  connect(): Promise<void>;
  disconnect(): void;
  /** The network is back: a connection that waits for its next attempt makes it now. */
  wake(): void;
  /** Hears one event, with its payload checked, or of the line itself; the answer stops it. */
  on<E extends ServerEvent | keyof ConnectionEvents>(
    event: E,
    listener: (payload: EventPayload<E>) => void,
  ): () => void;
  /** Follows a project; `onFigures` is told now and after each gap, null where the server refuses. The answer stops it. */
  watchProject(projectId: string, onFigures: (figures: WatchFigures | null) => void): () => void;
  /** Follows the numbers of a list of at most 100 projects. The answer stops it; the one that it lies over is then followed again. */
  watchList(projectIds: string[], onFigures: (figures: BrowseFigures[]) => void): () => void;
  /** Follows what a link opens, in place of the last one; `onFigures` is told now and after each gap. The answer stops it. */
  watchLink(secret: string, onFigures: (figures: LinkFigures) => void): () => void;
}

interface SocketDependencies {
  /** Undefined: the page's own origin. */
  url?: string;
  token(): string | null;
  /** The server refused or revoked the session of this token. */
  onUnauthorized(token: string | null): void;
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
      const heard = listeners.get(event) ?? new Set();
      listeners.set(event, heard.add(listener));
      return () => void heard.delete(listener);
    },
    watchProject(projectId, onFigures) {
      const watchers = watches.get(projectId) ?? new Set();
      watches.set(projectId, watchers.add(onFigures));
      open()?.watch(projectId);
      return () => {
        watchers.delete(onFigures);
        if (watchers.size > 0) return;
        watches.delete(projectId);
        open()?.unwatch(projectId);
      };
    },
    watchList(projectIds, onFigures) {
      const list = { projectIds, onFigures };
      interests.lists.push(list);
      open()?.watchList();
      return () => {
        interests.lists.splice(interests.lists.indexOf(list), 1);
        open()?.watchList();
      };
    },
    watchLink(secret, onFigures) {
      const followed = { secret, onFigures };
      interests.link = followed;
      open()?.watchLink();
      return () => {
        if (interests.link === followed) interests.link = null;
      };
    },
  };
}
