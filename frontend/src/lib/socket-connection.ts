import {
  type BrowseWatchAck,
  type ClientEvent,
  type ClientToServerEvents,
  clientEvents,
  type LinkWatchAck,
  type ServerEvent,
  type ServerPayload,
  type ServerToClientEvents,
  serverEvents,
  type WatchAck,
} from '@studio/contract/realtime';
import { io, type Socket } from 'socket.io-client';
import type { Time } from './time.ts';

/** The state of a project when its watch was accepted. */
export type WatchedState = Omit<Extract<WatchAck, { ok: true }>, 'ok'>;
/** The live numbers of one project in a list. */
export type ListedCounters = Extract<BrowseWatchAck, { ok: true }>['data'][number];

/** The project that a link opens; null: none. */
export type LinkState = Omit<Extract<LinkWatchAck, { ok: true }>, 'ok'> | null;

/** Events of the connection itself. */
export interface ConnectionEvents {
  /** Connected, for the first time or after a gap in which events were missed. */
  connect: undefined;
  /** The connection has ended, for whatever reason: events may be missed until the watches are accepted again. */
  disconnect: undefined;
  /** The server has closed the connection: the user's rights may have changed. */
  dismissed: undefined;
}

/** The page's listeners and watches, independently of the connection. */
export interface Subscriptions {
  listeners: Map<ServerEvent | keyof ConnectionEvents, Set<(payload: never) => void>>;
  watches: Map<string, Set<(state: WatchedState | null) => void>>;
  /** Only the last one is watched: a dialog's list is in front of that of its page. */
  lists: { projectIds: string[]; onState: (state: ListedCounters[]) => void }[];
  link: { secret: string; onState: (state: LinkState) => void } | null;
}

/** The page's connection to the server. What is watched, and what no longer is, is sent when it opens. */
export interface SocketConnection {
  isOpen(): boolean;
  watch(projectId: string): void;
  unwatch(projectId: string): void;
  watchList(): void;
  watchLink(): void;
  wake(): void;
  close(): void;
}

type StudioSocket = Socket<ServerToClientEvents, ClientToServerEvents>;
type Acknowledgement<E extends ClientEvent> = Parameters<Parameters<ClientToServerEvents[E]>[1]>[0];
type Counters = Partial<Omit<ListedCounters, 'projectId' | 'isPublic'>>;
/** Events whose numbers are also in the response to a watch. */
const counterEvents: readonly ServerEvent[] = ['project:likes', 'project:liked', 'project:stats'];

/** Spreads the reconnections after a server's restart over 5 s, later attempts over more. */
const reconnection = {
  reconnectionDelay: 2_500,
  reconnectionDelayMax: 20_000,
  randomizationFactor: 1,
  /** In ms, for one attempt: without a response to a websocket, polling follows soon. */
  timeout: 10_000,
};
/** In ms: a connection that the server does not end within this time is accepted. */
const acceptedAfterMs = 10_000;
/** How long after a refusal a watch is requested again, twice as long each time. */
const retryDelay = { firstMs: 1_000, longestMs: 20_000 };

interface WatchRequest<E extends ClientEvent> {
  event: E;
  payload: unknown;
  /** The watchers; each has one request at a time. */
  interest: object;
  isPresent: () => boolean;
  onResponse: (result: Acknowledgement<E>, newer: Map<string, Counters>) => void;
}

interface ConnectionDependencies {
  url: string | undefined;
  token: string | null;
  onUnauthorized(token: string | null, reason?: string): void;
  interests: Subscriptions;
  time: Time;
  /** From 0 up to 1. */
  random(): number;
}

/** Opens a connection for one session, which reconnects automatically and renews all watches. */
export function openConnection(dependencies: ConnectionDependencies): SocketConnection {
  const { url, token, onUnauthorized, interests, time, random } = dependencies;
  const options = {
    ...reconnection,
    auth: token === null ? {} : { token },
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
  };
  const socket: StudioSocket = url === undefined ? io(options) : io(url, options);
  let cancelReconnect = () => {};
  /** Connections in a row that the server refused, or ended soon. */
  let refusals = 0;
  let connectedAt = Number.NEGATIVE_INFINITY;
  /** Projects that are not watched any more since a gap; a recovered connection still is. */
  const unwatched = new Set<string>();
  /** Numbers received while the response to a watch is pending; they are newer than the response. */
  const pendingRequests = new Set<Map<string, Counters>>();

  async function request<E extends ClientEvent>(event: E, payload: unknown) {
    const newer = new Map<string, Counters>();
    pendingRequests.add(newer);
    const emit = socket.emitWithAck.bind(socket) as (event: string, payload: unknown) => Promise<unknown>;
    // After a lost response, the next connection asks again.
    const given = await emit(event, payload).catch(() => undefined);
    pendingRequests.delete(newer);
    const parsed = clientEvents[event].ack.safeParse(given);
    if (given !== undefined && !parsed.success) console.warn(`Ignoring a malformed answer to ${event}`);
    return { result: parsed.success ? (parsed.data as Acknowledgement<E>) : null, newer };
  }

  /** The next requests for refused watches. */
  const retries = new WeakMap<object, () => void>();

  /**
   * Requests a watch. The server may refuse it only because it is busy or its storage is away, so it is requested again
   * while the page is still interested.
   */
  async function requestUntilAccepted<E extends ClientEvent>(watchRequest: WatchRequest<E>, attempt = 0) {
    const { event, payload, interest, isPresent, onResponse } = watchRequest;
    const { result, newer } = await request(event, payload);
    if (!result || !isPresent()) return;
    retries.get(interest)?.();
    onResponse(result, newer);
    if (result.ok) return;
    const delay = Math.min(retryDelay.longestMs, retryDelay.firstMs * 2 ** attempt) * (0.5 + random() / 2);
    const retry = () => {
      // A new connection requests it by itself.
      if (socket.connected && isPresent()) void requestUntilAccepted(watchRequest, attempt + 1);
    };
    retries.set(interest, time.after(delay, retry));
  }

  async function watch(projectId: string) {
    const watchers = interests.watches.get(projectId);
    if (!watchers) return;
    await requestUntilAccepted({
      event: 'project:watch',
      payload: { projectId },
      interest: watchers,
      isPresent: () => interests.watches.get(projectId) === watchers,
      onResponse(result, newer) {
        const { ok, ...state } = result;
        const newest = ok ? ({ ...state, ...newer.get(projectId) } as WatchedState) : null;
        for (const onState of watchers) onState(newest);
      },
    });
  }

  async function watchList() {
    const list = interests.lists.at(-1);
    if (!list) return void request('browse:watch', { projectIds: [] });
    const { projectIds } = list;
    await requestUntilAccepted({
      event: 'browse:watch',
      payload: { projectIds },
      interest: list,
      isPresent: () => interests.lists.at(-1) === list,
      onResponse(result, newer) {
        if (result.ok)
          list.onState(result.data.map((state) => ({ ...state, ...newer.get(state.projectId) })));
      },
    });
  }

  async function watchLink() {
    const { link } = interests;
    if (!link) return;
    await requestUntilAccepted({
      event: 'link:watch',
      payload: { secret: link.secret },
      interest: link,
      isPresent: () => interests.link === link,
      onResponse: (result) => link.onState(result.ok ? result : null),
    });
  }

  function notify(event: ServerEvent | keyof ConnectionEvents, payload?: unknown) {
    for (const listener of interests.listeners.get(event) ?? []) listener(payload as never);
  }

  function deliver(event: ServerEvent, payload: unknown) {
    const parsed = serverEvents[event].safeParse(payload);
    if (!parsed.success) return console.warn(`Ignoring a malformed ${event} event`);
    if (counterEvents.includes(event)) {
      const { projectId, ...numbers } = parsed.data as { projectId: string } & Counters;
      for (const newer of pendingRequests) newer.set(projectId, { ...newer.get(projectId), ...numbers });
    }
    notify(event, parsed.data);
    if (event === 'project:removed') watchAgain(parsed.data as ServerPayload<'project:removed'>);
  }

  /** The server has ended the watches of a role, but some of these users may still see the project: it decides anew. */
  function watchAgain({ projectId, by }: ServerPayload<'project:removed'>) {
    if (by !== 'owner' && interests.watches.has(projectId)) void watch(projectId);
  }

  /** socket.io reconnects by itself after a lost connection, but not if the server has refused or closed it. */
  function reconnectLater() {
    cancelReconnect();
    const delay = Math.min(reconnection.reconnectionDelayMax, reconnection.reconnectionDelay * 2 ** refusals);
    refusals += 1;
    cancelReconnect = time.after(delay * (1 + 2 * random()), () => socket.connect());
  }

  socket.on('connect', () => {
    connectedAt = time.now();
    for (const projectId of interests.watches.keys()) void watch(projectId);
    for (const projectId of unwatched)
      if (socket.recovered && !interests.watches.has(projectId))
        void request('project:unwatch', { projectId });
    unwatched.clear();
    if (interests.lists.length > 0 || socket.recovered) void watchList();
    void watchLink();
    notify('connect');
  });
  socket.on('disconnect', (reason) => {
    if (time.now() - connectedAt >= acceptedAfterMs) refusals = 0;
    notify('disconnect');
    if (reason !== 'io server disconnect') return;
    reconnectLater();
    notify('dismissed');
  });
  socket.on('connect_error', ({ message }) => {
    if (message === 'unauthorized') onUnauthorized(token);
    else if (!socket.active) reconnectLater();
    // A proxy may block websockets silently, so the next attempt begins with polling and then tries to upgrade.
    else socket.io.opts.transports = ['polling', 'websocket'];
  });
  socket.on('session:revoked', (payload) =>
    onUnauthorized(token, serverEvents['session:revoked'].safeParse(payload).data?.reason),
  );
  socket.onAny((event: string, payload: unknown) => {
    if (Object.hasOwn(serverEvents, event)) deliver(event as ServerEvent, payload);
  });

  return {
    isOpen: () => socket.connected,
    watch: (projectId) => void watch(projectId),
    unwatch(projectId) {
      if (socket.connected) void request('project:unwatch', { projectId });
      else unwatched.add(projectId);
    },
    watchList: () => void watchList(),
    watchLink: () => void watchLink(),
    wake() {
      if (socket.connected) return;
      // A second connect while the first one is being answered would be refused.
      cancelReconnect();
      socket.disconnect().connect();
    },
    close() {
      cancelReconnect();
      socket.disconnect();
    },
  };
}
