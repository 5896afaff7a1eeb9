import { setImmediate as turn } from 'node:timers/promises';
import type { Adapter, Session } from 'socket.io-adapter';
import type { RedisConnection } from './redis-connection.js';
import { isAfter, type StreamProgress } from './stream-progress.js';

type Kept = Parameters<Adapter['persistSession']>[0];

/** An entry as the streams adapter writes it. */
interface Entry {
  id: string;
  message: Record<string, string>;
}

/** What it writes of an event that is told to rooms. */
interface Told {
  packet: { data: unknown[] };
  opts: { rooms: string[]; except: string[] };
}

const broadcast = '3';
/** Each asks for what came while it was asked before. */
const attempts = 100;

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
    if (stored === null || !/^\d+-\d+$/.test(offset)) return null;
    const session = JSON.parse(stored) as Kept;
    const entries = await this.#toldSince(offset);
    return entries && { ...session, missedPackets: entries.flatMap((entry) => missedBy(session, entry)) };
  }

  /** Entries that this replica has told by now; nothing more is told until whoever waits for them has had its turn. */
  async #toldSince(offset: string): Promise<Entry[] | null> {
    const entries: Entry[] = [];
    let from = offset;
    for (let attempt = 0; attempt < attempts; attempt++) {
      entries.push(...((await this.redis.run((client) => client.xRange(this.stream, from, '+'))) ?? []));
      // The first look has to find the entry itself.
      if (entries[0]?.id !== offset) return null;
      // What Redis said in the same breath is dealt with before.
      await turn();
      const last = entries.at(-1)?.id ?? offset;
      const { read, writer, written } = this.progress;
      if (!isAfter(read, last) && !isAfter(written, last))
        return entries.slice(1).filter(({ id, message }) => {
          return !isAfter(id, message['uid'] === writer ? written : read);
        });
      from = `(${last}`;
    }
    return null;
  }
}

/** The packet, with its id at the end, by which the socket can say later how far it came. */
function missedBy({ rooms: joined }: Kept, { id, message }: Entry): unknown[][] {
  if (message['type'] !== broadcast) return [];
  const { packet, opts } = JSON.parse(message['data'] ?? '') as Told;
  const isMeant = opts.rooms.length === 0 || joined.some((room) => opts.rooms.includes(room));
  return isMeant && !joined.some((room) => opts.except.includes(room)) ? [[...packet.data, id]] : [];
}
