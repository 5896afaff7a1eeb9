import { activityRoutes, type ModerationEvent } from '@studio/contract/http/activity';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { BrowserStorage } from '@/lib/browser-storage.ts';
import type { Call } from '@/lib/http-client.ts';
import type { SocketClient } from '@/lib/socket-client.ts';
import type { Time } from '@/lib/time.ts';

/** Events per page: as many as the badge counts. */
const pageSize = 100;

/** Milliseconds until a newest page that failed to load is asked for again. */
const retryAfter = 5_000;

/** Live events are kept up to this many; older ones are loaded again on demand. */
const maxKept = 1_000;

export interface ActivityState {
  /** The latest first, without gaps; null until the first page is loaded. */
  events: ModerationEvent[] | null;
  /** The server has older events than these. */
  hasOlder: boolean;
  loading: boolean;
  /** Why the last request failed. */
  error: Error | null;
  /** The newest event that was shown. */
  seen: LastSeen | null;
}

/** Moderation events, merged from the live ones and the list of the last 30 days (specification: Sockets). */
export interface ActivityStore extends StoreApi<ActivityState> {
  /** Listens until the returned function is called. */
  start(): () => void;
  /** Reloads the newest page. */
  refresh(): Promise<void>;
  showOlder(): Promise<void>;
  /** This event and everything before it has been seen. */
  markSeen(newest: LastSeen): void;
  unread(): number;
}

interface ActivityDependencies {
  call: Call;
  socket: SocketClient;
  time: Time;
  localStorage: BrowserStorage;
  userId: string;
}

export function createActivityStore({
  call,
  socket,
  time,
  localStorage,
  userId,
}: ActivityDependencies): ActivityStore {
  const key = `codestudio_activity_seen_${userId}`;
  const store = createStore<ActivityState>(() => ({
    events: null,
    hasOlder: false,
    loading: false,
    error: null,
    seen: readSeen(localStorage.readJson(key)),
  }));
  const { getState, setState } = store;
  /** Live events since the connection opened. */
  let received: ModerationEvent[] = [];
  /** The events before the first gap that has not been closed yet; null: there is none. */
  let beforeGap: ReadonlySet<string> | null = null;
  let isStarted = false;
  let stopRetry = () => {};

  async function fetchPage(page: number) {
    setState({ loading: true });
    const response = await call(activityRoutes.activity, { query: { page, limit: pageSize } });
    setState({ loading: false, error: response.ok ? null : new Error(response.error.message) });
    return response.ok ? response.data : null;
  }

  function loadedIds() {
    return new Set(getState().events?.map(({ id }) => id));
  }

  async function refresh(): Promise<void> {
    stopRetry();
    const before = beforeGap ?? loadedIds();
    const page = await fetchPage(1);
    if (!page) {
      stopRetry();
      if (isStarted) stopRetry = time.after(retryAfter, () => void refresh());
      return;
    }
    if (beforeGap === before) beforeGap = null;
    const { events } = getState();
    // More events were missed than fit on a page: drop the older ones, which are loaded again on demand.
    const isTorn =
      before.size > 0 && page.data.length === pageSize && !page.data.some(({ id }) => before.has(id));
    const kept = isTorn ? received : (events ?? received);
    setState({
      events: mergeEvents(kept, page.data),
      hasOlder: before.size === 0 || isTorn ? page.totalPages > 1 : getState().hasOlder,
    });
  }

  async function showOlder(): Promise<void> {
    const loaded = getState().events ?? [];
    const oldest = loaded.at(-1)?.id;
    const page = await fetchPage(Math.floor(loaded.length / pageSize) + 1);
    const { events } = getState();
    // Where `refresh` has dropped the older events meanwhile, this page would follow a hole.
    if (!page || !events?.some(({ id }) => id === oldest)) return;
    setState({
      events: mergeEvents(events, page.data),
      hasOlder: page.page < page.totalPages,
    });
  }

  /** Another tab has marked events as seen. */
  function followStorage({ key: changed }: StorageEvent) {
    if (changed === key) setState({ seen: readSeen(localStorage.readJson(key)) });
  }

  /** A list that is longer, because older events were asked for, grows no more. */
  function addLive(events: readonly ModerationEvent[], event: ModerationEvent) {
    const merged = mergeEvents(events, [event]);
    const most = Math.max(maxKept, events.length);
    setState({ events: merged.slice(0, most), ...(merged.length > most && { hasOlder: true }) });
  }

  function receive(event: ModerationEvent) {
    received = [event, ...received].slice(0, maxKept);
    const { events } = getState();
    if (events) addLive(events, event);
  }

  return {
    ...store,
    refresh,
    showOlder,
    start() {
      isStarted = true;
      const stops = [
        socket.on('moderation:event', receive),
        // Events missed while disconnected are in the list.
        socket.on('connect', () => {
          received = [];
          beforeGap = new Set(beforeGap ?? loadedIds());
          void refresh();
        }),
      ];
      window.addEventListener('storage', followStorage);
      void refresh();
      return () => {
        window.removeEventListener('storage', followStorage);
        isStarted = false;
        stopRetry();
        for (const stop of stops) stop();
      };
    },
    markSeen({ id, at }) {
      const seen = { id, at };
      localStorage.write(key, JSON.stringify(seen));
      setState({ seen });
    },
    unread: () => countUnread(getState().events ?? [], getState().seen, userId),
  };
}

/** Anything that `markSeen` has not written counts as nothing seen. */
function readSeen(stored: unknown): LastSeen | null {
  const { id, at } = (stored ?? {}) as Partial<Record<keyof LastSeen, unknown>>;
  return typeof id === 'string' && typeof at === 'string' ? { id, at } : null;
}

/** The last event that was seen, as stored in the browser. */
export type LastSeen = Pick<ModerationEvent, 'id' | 'at'>;

/** The latest first. */
function compare(one: LastSeen, other: LastSeen): number {
  return other.at.localeCompare(one.at) || other.id.localeCompare(one.id);
}

/** Both lists as one, each event once, the latest first. */
function mergeEvents(one: readonly ModerationEvent[], other: readonly ModerationEvent[]): ModerationEvent[] {
  const known = new Map([...one, ...other].map((event) => [event.id, event]));
  return [...known.values()].toSorted(compare);
}

/** The number of unseen events, without one's own. */
function countUnread(events: readonly ModerationEvent[], seen: LastSeen | null, userId: string): number {
  return events.filter((event) => event.actor?.id !== userId && (seen === null || compare(event, seen) < 0))
    .length;
}
