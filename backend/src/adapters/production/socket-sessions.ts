import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import type { Adapter, Session } from 'socket.io-adapter';
import type { KeptEvent } from './kept-events.js';
import type { RedisConnection } from './redis-connection.js';
import { entryOf, isAfter } from './stream-entry.js';
import type { StreamProgress } from './stream-progress.js';

type Kept = Parameters<Adapter['persistSession']>[0];

/** A socket may have been told elsewhere what comes here in a moment. */
const looks = 100;
const betweenLooksMs = 10;

/**
 * Sessions of sockets that were cut off, for whichever replica they come back to. The adapter's own way misses or
 * doubles what is told in the moment between its last look at the stream and the socket's being in its rooms: here
 * exactly those events are handed over that this replica has told its sockets already.
 */
export class SocketSessions {
  constructor(
    private readonly redis: RedisConnection,
    private readonly progress: StreamProgress,
  ) {}

  /** Keeps a session for so many milliseconds. */
  async persist({ sid, pid, rooms, data }: Kept, forMs: number): Promise<void> {
    const value = JSON.stringify({ sid, pid, rooms, data });
    const expiration = { type: 'PX', value: forMs } as const;
    await this.redis.run((client) => client.set(`socket:${pid}`, value, { expiration }));
  }

  /**
   * Takes a session out, with what it missed; null where it, or the place where it was cut off, is gone, and where it may
   * not be taken up.
   */
  async restore(
    pid: string,
    offset: string,
    mayRecover: (data: unknown) => Promise<boolean>,
  ): Promise<Session | null> {
    const stored = await this.redis.run((client) => client.getDel(`socket:${pid}`));
    if (stored === null) return null;
    const session = JSON.parse(stored) as Kept;
    if (!(await mayRecover(session.data))) return null;
    const since = await this.#toldSince(offset);
    return since && { ...session, missedPackets: since.flatMap((event) => missedBy(session, event)) };
  }

  /**
   * What this replica has told by now after a place; nothing more is told until whoever waits for it has had its turn.
   */
  async #toldSince(offset: string): Promise<KeptEvent[] | null> {
    const entry = entryOf(offset);
    if (entry === null) return null;
    for (let look = 0; look < looks; look++) {
      // What Redis said in the same breath is dealt with before.
      await turn();
      const since = this.progress.kept.since(offset);
      if (since || !isAfter(entry, this.progress.place)) return since;
      await pause(betweenLooksMs);
    }
    return null;
  }
}

/** The packet, with its place at the end, by which the socket can say later how far it came. */
function missedBy({ rooms: joined }: Kept, { place, packet, opts }: KeptEvent): unknown[][] {
  const isMeant = opts.rooms.length === 0 || joined.some((room) => opts.rooms.includes(room));
  return isMeant && !joined.some((room) => opts.except.includes(room)) ? [[...packet.data, place]] : [];
}
