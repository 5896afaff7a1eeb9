import type {
  ClientToServerEvents,
  ServerEvent,
  ServerPayload,
  ServerToClientEvents,
  WatchAck,
} from '@studio/contract/realtime';
import type { Socket } from 'socket.io-client';

type ServerSchemas = typeof import('@studio/contract/realtime')['serverEvents'];
type StudioSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

/** What a project stood at when its watch was accepted. */
export type WatchFigures = Omit<Extract<WatchAck, { ok: true }>, 'ok'>;
/** The live numbers of one project in a list. */
export interface BrowseFigures {
  projectId: string;
  likes: number;
  views: number;
  forkCount: number;
}

/** Live events of the studio (CONTRACT 3). Whatever was watched is watched again after each gap, and its figures are told anew. */
export interface SocketClient {
  /** Connects as whoever is signed in now; again after a change of session. */
  connect(): Promise<void>;
  disconnect(): void;
  /** Hears one event, with its payload checked; the answer stops it. */
  on<E extends ServerEvent>(event: E, listener: (payload: ServerPayload<E>) => void): () => void;
  /** Follows a project; `onFigures` is told now and after each gap, null where the server refuses. The answer stops it. */
  watchProject(projectId: string, onFigures: (figures: WatchFigures | null) => void): () => void;
  /** Follows the numbers of a list of at most 100 projects, in place of the last one; an empty list stops it. */
  watchList(projectIds: string[], onFigures: (figures: BrowseFigures[]) => void): void;
}

export interface SocketDependencies {
  /** Undefined: the page's own origin. */
  url?: string;
  token(): string | null;
  /** The server refused or revoked the session of this token. */
  onUnauthorized(token: string | null): void;
}

export function createSocketClient({ url, token, onUnauthorized }: SocketDependencies): SocketClient {
  let socket: StudioSocket | null = null;
  let connections = 0;
  const listeners = new Map<ServerEvent, Set<(payload: never) => void>>();
  const watches = new Map<string, Set<(figures: WatchFigures | null) => void>>();
  let list: { projectIds: string[]; onFigures: (figures: BrowseFigures[]) => void } | null = null;

  function deliver(event: ServerEvent, schema: ServerSchemas[ServerEvent], payload: unknown) {
    const parsed = schema.safeParse(payload);
    if (!parsed.success) return console.warn(`Ignoring a malformed ${event} event`);
    for (const listener of listeners.get(event) ?? []) listener(parsed.data as never);
  }

  function watch(projectId: string) {
    socket?.emit('project:watch', { projectId }, (answer) => {
      const { ok, ...figures } = answer;
      for (const onFigures of watches.get(projectId) ?? []) onFigures(ok ? (figures as WatchFigures) : null);
    });
  }

  function watchListNow() {
    if (!list) return;
    const { projectIds, onFigures } = list;
    socket?.emit('browse:watch', { projectIds }, (answer) => {
      if (answer.ok) onFigures(answer.data);
    });
  }

  function resynchronise() {
    for (const projectId of watches.keys()) watch(projectId);
    watchListNow();
  }

  function disconnect() {
    connections += 1;
    socket?.disconnect();
    socket = null;
  }

  return {
    disconnect,
    async connect() {
      disconnect();
      const connection = connections;
      const library = await loadLibrary().catch((error: unknown) =>
        console.warn('Live updates are off', error),
      );
      if (!library || connection !== connections) return;
      const given = token();
      const options = {
        auth: given === null ? {} : { token: given },
        transports: ['websocket', 'polling'],
        tryAllTransports: true,
      };
      const opened: StudioSocket = url === undefined ? library.io(options) : library.io(url, options);
      socket = opened;
      opened.on('connect', resynchronise);
      opened.on('connect_error', ({ message }) => {
        if (message === 'unauthorized') onUnauthorized(given);
      });
      opened.on('session:revoked', () => onUnauthorized(given));
      opened.onAny((event: string, payload: unknown) => {
        if (!Object.hasOwn(library.serverEvents, event)) return;
        const name = event as ServerEvent;
        deliver(name, library.serverEvents[name], payload);
      });
    },
    on(event, listener) {
      const heard = listeners.get(event) ?? new Set();
      listeners.set(event, heard.add(listener));
      return () => void heard.delete(listener);
    },
    watchProject(projectId, onFigures) {
      const watchers = watches.get(projectId) ?? new Set();
      watches.set(projectId, watchers.add(onFigures));
      if (socket?.connected) watch(projectId);
      return () => {
        watchers.delete(onFigures);
        if (watchers.size > 0) return;
        watches.delete(projectId);
        if (socket?.connected) socket.emit('project:unwatch', { projectId }, () => undefined);
      };
    },
    watchList(projectIds, onFigures) {
      list = { projectIds, onFigures };
      if (socket?.connected) watchListNow();
    },
  };
}

/** What a connection needs, kept out of the first load. */
async function loadLibrary() {
  const [{ io }, { serverEvents }] = await Promise.all([
    import('socket.io-client'),
    import('@studio/contract/realtime'),
  ]);
  return { io, serverEvents };
}
