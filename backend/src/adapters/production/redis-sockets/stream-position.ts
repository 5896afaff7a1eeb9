import { setImmediate as turn } from 'node:timers/promises';
import type { RedisClient, RedisConnection } from '../redis-connection.js';
import {
  type EntryFields,
  hasOtherProtocol,
  isAfter,
  isBroadcast,
  isGap,
  messagesOf,
  type PlacedMessage,
  type StreamEntry,
} from './stream-entry.js';

/** The sockets of this replica. */
export interface LocalSockets {
  /** Delivers a message of another replica. */
  receive(message: PlacedMessage): void;
  /** Makes the sockets reconnect, because messages of other replicas are lost. */
  disconnectAll(): void;
  /** Called with the version of an entry that another version of the studio wrote, which cannot be read here. */
  refuse(protocol: string): void;
}

export const streamName = 'sockets';
/** How many entries are kept for replicas that were away. If one missed more, its sockets have to reconnect. */
const streamLength = 10_000;
/** An entry has up to fifty messages, and everything read at once is delivered in one turn of the event loop. */
export const entriesPerRead = 50;
/** How many entries a replica reads at its start, for sockets that come from another replica. */
const entriesAtStart = 1_000;
const beforeAll = '0-0';

/**
 * The position of this replica in the stream. All replicas deliver in the order of the stream, including their own
 * messages, so one offset states what a socket has received on any replica.
 */
export class StreamPosition {
  readonly recent = new RecentBroadcasts();
  sockets: LocalSockets | null = null;
  /** Everything up to this entry has been delivered here. Empty until the stream has been read. */
  #entry = '';
  /** The id by which this replica writes. */
  #uid = '';
  #writing: Promise<unknown> = Promise.resolve();
  /** Set when a connection was lost or a write failed: Redis may have lost this entry, or dropped later ones. */
  #isUncertain = false;

  constructor(private readonly redis: RedisConnection) {}

  get entry(): string {
    return this.#entry;
  }

  markUncertain(): void {
    this.#isUncertain = true;
  }

  /** The entry after which to read on. */
  async next(): Promise<string> {
    // Sockets that are already connected may have missed earlier messages.
    if (!this.#entry && (await this.#begin())) this.sockets?.disconnectAll();
    if (this.#isUncertain) await this.#check();
    return this.#entry;
  }

  /** Delivers entries that were read. Waits for writes first: entries of this replica are delivered by `write`. */
  async deliverRead(entries: readonly StreamEntry[]): Promise<void> {
    if (this.#isUncertain || entries.length === entriesPerRead) await this.#check();
    await this.#writing;
    await turn();
    this.#deliver(entries);
  }

  /**
   * Writes an entry, and delivers the entries of others before it, so that the caller can deliver its own next.
   * @returns the id of the entry.
   */
  write(fields: EntryFields): Promise<string> {
    const written = this.#write(fields);
    this.#writing = written.catch(() => this.markUncertain());
    return written;
  }

  async #write(fields: EntryFields): Promise<string> {
    this.#uid = fields.uid;
    const after = await this.next();
    const [before, id] = await this.redis.run((client) =>
      client
        .multi()
        .xRange(streamName, `(${after}`, '+', { COUNT: entriesPerRead })
        .xAdd(
          streamName,
          '*',
          { ...fields },
          { TRIM: { strategy: 'MAXLEN', strategyModifier: '~', threshold: streamLength } },
        )
        .execTyped(),
    );
    await this.#deliverUpTo(id, before as unknown as StreamEntry[]);
    if (isAfter(id, this.#entry)) this.#advanceTo({ id, message: fields });
    return id;
  }

  async #deliverUpTo(id: string, first: readonly StreamEntry[]): Promise<void> {
    let entries = first;
    if (entries.length === entriesPerRead) await this.#check();
    this.#deliver(entries);
    while (entries.length === entriesPerRead) {
      const after = `(${this.#entry}`;
      entries = await this.#query((client) =>
        client.xRange(streamName, after, `(${id}`, { COUNT: entriesPerRead }),
      );
      this.#deliver(entries);
    }
  }

  /** Skips entries that were delivered already, since the stream is read on two connections. */
  #deliver(entries: readonly StreamEntry[]): void {
    for (const entry of entries) {
      if (!isAfter(entry.id, this.#entry)) continue;
      const messages = this.#advanceTo(entry);
      // This replica's own messages were delivered when they were written, even if Redis has not confirmed them.
      if (entry.message.uid === this.#uid) continue;
      if (hasOtherProtocol(entry.message)) this.sockets?.refuse(entry.message.protocol);
      else if (isGap(entry.message)) this.sockets?.disconnectAll();
      else for (const message of messages) this.sockets?.receive(message);
    }
  }

  #advanceTo(entry: StreamEntry): PlacedMessage[] {
    this.#entry = entry.id;
    return this.#remember(entry);
  }

  #remember(entry: StreamEntry): PlacedMessage[] {
    // No recovery across an unknown message, since its rooms are unknown.
    if (hasOtherProtocol(entry.message) || isGap(entry.message)) {
      this.recent.clear();
      return [];
    }
    const messages = messagesOf(entry);
    this.recent.add(messages);
    return messages;
  }

  /** Starts after the newest entry. @returns false if the other connection has advanced the position meanwhile. */
  async #begin(): Promise<boolean> {
    const known = this.#entry;
    const newest = await this.#query((client) =>
      client.xRevRange(streamName, '+', '-', { COUNT: entriesAtStart }),
    );
    if (known !== this.#entry) return false;
    this.recent.clear();
    for (const entry of newest.toReversed()) this.#remember(entry);
    this.#entry = newest[0]?.id ?? beforeAll;
    return true;
  }

  /** Starts anew if the current entry is gone from the stream, because later ones may be gone too. */
  async #check(): Promise<void> {
    const known = this.#entry;
    this.#isUncertain = false;
    try {
      const found = known === beforeAll || (await this.#isThere(known));
      if (!found && known === this.#entry && (await this.#begin())) this.sockets?.disconnectAll();
    } catch (error) {
      this.markUncertain();
      throw error;
    }
  }

  async #isThere(id: string): Promise<boolean> {
    return (await this.#query((client) => client.xRange(streamName, id, id))).length > 0;
  }

  async #query(send: (client: RedisClient) => Promise<unknown>): Promise<StreamEntry[]> {
    return (await this.redis.run(send)) as StreamEntry[];
  }
}

/** A broadcast to rooms, as it is sent to a socket that missed it. */
export interface RecentBroadcast {
  offset: string;
  /** Empty: all sockets. */
  rooms: string[];
  except: string[];
  /** The event and its arguments, with the offset last. */
  data: unknown[];
}

/** At least this many are kept, and at most twice as many. The contract limits each to a few hundred bytes. */
const minKept = 5_000;

/** The latest broadcasts in the order of the stream, so that a reconnecting socket needs no read from Redis. */
class RecentBroadcasts {
  #broadcasts: RecentBroadcast[] = [];

  add(messages: readonly PlacedMessage[]): void {
    for (const { offset, message } of messages) {
      if (!isBroadcast(message)) continue;
      const { packet, opts } = message.data;
      // A copy: Socket.IO adds the offset to the packet itself when it delivers it.
      const data = [...(packet as { data: unknown[] }).data, offset];
      this.#broadcasts.push({ offset, rooms: opts.rooms, except: opts.except, data });
    }
    if (this.#broadcasts.length > 2 * minKept) this.#broadcasts.splice(0, this.#broadcasts.length - minKept);
  }

  /** The broadcasts after an offset; null where the offset is not among them. */
  since(offset: string): RecentBroadcast[] | null {
    const index = this.#broadcasts.findLastIndex((broadcast) => broadcast.offset === offset);
    return index < 0 ? null : this.#broadcasts.slice(index + 1);
  }

  clear(): void {
    this.#broadcasts = [];
  }
}
