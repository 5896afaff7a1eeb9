import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import type { Adapter, Session } from 'socket.io-adapter';
import type { RedisConnection } from './redis-connection.js';
import {
  eventsOf,
  isAfter,
  type PlacedEvent,
  readBroadcast,
  readPlace,
  type StreamEntry,
} from './stream-entry.js';
import type { StreamProgress } from './stream-progress.js';

type Kept = Parameters<Adapter['persistSession']>[0];

/** Each asks for what came while it was asked before. */
const attempts = 100;
const untilReadMs = 10;

/**
 * Sessions of sockets that were cut off, for whichever replica they come back to. The adapter's own way misses or
 * doubles what is told in the moment between its last look at the stream and the socket's being in its rooms: here
 * exactly those events are handed over that this replica has told its sockets already.
 */
export class SocketSessions {
  constructor(
    private readonly redis: RedisConnection,
    private readonly stream: string,
    private readonly progress: Readonly<StreamProgress>,
  ) {}

  /** Keeps a session for so many milliseconds. */
  async persist({ sid, pid, rooms, data }: Kept, forMs: number): Promise<void> {
    const value = JSON.stringify({ sid, pid, rooms, data });
    const expiration = { type: 'PX', value: forMs } as const;
    await this.redis.run((client) => client.set(`socket:${pid}`, value, { expiration }));
  }

  /** Takes a session out, with what it missed; null where it, or the place where it was cut off, is gone. */
  async restore(pid: string, offset: string): Promise<Session | null> {
    const stored = await this.redis.run((client) => client.getDel(`socket:${pid}`));
    const place = readPlace(offset);
    if (stored === null || place === null) return null;
    const session = JSON.parse(stored) as Kept;
    const entries = await this.#toldSince(place.entry);
    if (!entries) return null;
    // Of the entry in which it was cut off, what stands behind that place.
    const missed = entries.flatMap(eventsOf).slice(place.index + 1);
    return { ...session, missedPackets: missed.flatMap((event) => missedBy(session, event)) };
  }

  /**
   * This entry and those after it that this replica has told by now; nothing more is told until whoever waits for them
   * has had its turn.
   */
  async #toldSince(entry: string): Promise<StreamEntry[] | null> {
    const entries: StreamEntry[] = [];
    let from = entry;
    for (let attempt = 0; attempt < attempts; attempt++) {
      const more: unknown = await this.redis.run((client) => client.xRange(this.stream, from, '+'));
      entries.push(...(more as StreamEntry[]));
      // The first look has to find the entry itself.
      if (entries[0]?.id !== entry) return null;
      // What Redis said in the same breath is dealt with before.
      await turn();
      const last = entries.at(-1)?.id ?? entry;
      const { read, writer, written } = this.progress;
      if (!isAfter(read, last) && !isAfter(written, last)) {
        const told = entries.filter(
          ({ id, message }) => !isAfter(id, message.uid === writer ? written : read),
        );
        if (told[0]?.id === entry) return told;
        // It was told elsewhere, and would be told here once more.
        await pause(untilReadMs);
      }
      from = `(${last}`;
    }
    return null;
  }
}

/** The packet, with its place at the end, by which the socket can say later how far it came. */
function missedBy({ rooms: joined }: Kept, { id: place, message }: PlacedEvent): unknown[][] {
  const { packet, opts } = readBroadcast(message) ?? {};
  if (!packet || !opts) return [];
  const isMeant = opts.rooms.length === 0 || joined.some((room) => opts.rooms.includes(room));
  return isMeant && !joined.some((room) => opts.except.includes(room)) ? [[...packet.data, place]] : [];
}
