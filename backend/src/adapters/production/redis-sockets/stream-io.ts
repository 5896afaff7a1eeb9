import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { createRedisClient, type RedisClient } from '../redis-connection.js';
import {
  type EntryFields,
  gapBefore,
  isShareable,
  joinBroadcasts,
  messageCount,
  offsetIn,
  type StreamEntry,
} from './stream-entry.js';
import { entriesPerRead, type StreamPosition, streamName } from './stream-position.js';

/** How long a read waits in Redis for new entries. */
const blockMs = 5_000;
/** Longer than `blockMs`. */
const socketTimeoutMs = 12_000;
/**
 * Pause after a read, for each message that it returned: messages that arrive meanwhile are read together, because a
 * read costs more than its messages. After a quiet time a message is read at once; under load within `maxPauseMs`.
 */
const pauseMsPerMessage = 2;
const maxPauseMs = 20;
const retryDelayMs = 250;

/** Reads the stream on its own connection, which blocks in Redis until there are new entries, and delivers them. */
export class StreamReader {
  readonly #client: RedisClient;
  #stopped = false;

  constructor(
    url: string,
    private readonly position: StreamPosition,
    private readonly warn: (what: string) => void,
  ) {
    this.#client = createRedisClient(url, { disableOfflineQueue: false, socketTimeout: socketTimeoutMs });
    // A read that waits for the connection to be restored does not fail.
    const markUncertain = () => this.position.markUncertain();
    this.#client.on('error', markUncertain).on('ready', markUncertain);
  }

  start(): void {
    // It retries until `stop`.
    this.#client.connect().catch(() => undefined);
    void this.#readOn();
  }

  stop(): void {
    this.#stopped = true;
    this.#client.destroy();
  }

  async #readOn(): Promise<void> {
    // Not reported before the first read: an error that refuses this connection also stops the start, which reports it.
    let failed = true;
    while (!this.#stopped) {
      try {
        const entries = await this.#read();
        failed = false;
        const messages = entries.reduce((sum, { message }) => sum + messageCount(message), 0);
        await pause(Math.min(messages * pauseMsPerMessage, maxPauseMs), undefined, { ref: false });
      } catch (error) {
        if (!failed && !this.#stopped)
          this.warn(`Messages of other replicas cannot be read: ${String(error)}`);
        failed = true;
        await pause(retryDelayMs, undefined, { ref: false });
      }
    }
  }

  /** Waits for new entries, and delivers them. */
  async #read(): Promise<StreamEntry[]> {
    const from = { key: streamName, id: await this.position.next() };
    const response = await this.#client.xRead(from, { COUNT: entriesPerRead, BLOCK: blockMs });
    const [stream] = (response ?? []) as { messages: StreamEntry[] }[];
    const entries = stream?.messages ?? [];
    await this.position.deliverRead(entries);
    return entries;
  }
}

/** A message to be written, and the promise of its offset. */
interface Queued {
  fields: EntryFields;
  written: PromiseWithResolvers<string>;
}

/** How many messages may wait while Redis is away. */
const maxQueueLength = 1_000;
const maxPerEntry = 50;

/**
 * Writes messages into the stream, one entry at a time, with all broadcasts that are waiting by then: an entry costs
 * writer and readers more than its messages.
 */
export class StreamWriter {
  #queue: Queued[] = [];
  /** While entries are being written, or are due to be. */
  #busy = false;
  #writing = Promise.resolve();
  /** From the first failed write until the next successful one. */
  #away = false;

  constructor(private readonly position: StreamPosition) {}

  /**
   * Resolves with the offset of the message. Rejects at once while Redis is away: the message is written when it is
   * back, but the sockets of this replica do not wait for that.
   */
  add(fields: EntryFields): Promise<string> {
    const written = Promise.withResolvers<string>();
    this.#queue.push({ fields, written });
    if (this.#away) {
      written.reject(new Error('Earlier messages wait for Redis.'));
      this.#dropOldest();
    }
    if (!this.#busy) this.#writing = this.#writeAll();
    return written.promise;
  }

  /** Resolves when all messages have been written, or have failed. */
  settle(): Promise<void> {
    return this.#writing;
  }

  async #writeAll(): Promise<void> {
    this.#busy = true;
    // Messages of the same turn of the event loop go into one entry.
    await turn();
    for (let [first] = this.#queue; first; [first] = this.#queue) {
      const together = this.#dequeue();
      try {
        const entry = await this.#write(first, together);
        this.#away = false;
        for (const [index, { written }] of together.entries()) written.resolve(offsetIn(entry, index));
      } catch (error) {
        this.#away = true;
        this.#queue.unshift(...together);
        for (const { written } of this.#queue) written.reject(error);
        this.#dropOldest();
        setTimeout(() => {
          this.#writing = this.#writeAll();
        }, retryDelayMs).unref();
        return;
      }
    }
    this.#busy = false;
  }

  /** Replaces the oldest messages by a gap entry, which makes other replicas disconnect their sockets. */
  #dropOldest(): void {
    const [oldest] = this.#queue;
    if (!oldest || this.#queue.length <= maxQueueLength) return;
    const gap = { ...oldest, fields: gapBefore(oldest.fields) };
    this.#queue.splice(0, this.#queue.length - maxQueueLength + 1, gap);
  }

  /** Removes the first message, with the following ones that can share its entry. */
  #dequeue(): Queued[] {
    const alone = this.#queue.findIndex(({ fields }) => !isShareable(fields));
    const most = alone < 0 ? maxPerEntry : Math.min(Math.max(alone, 1), maxPerEntry);
    return this.#queue.splice(0, most);
  }

  #write({ fields }: Queued, together: readonly Queued[]): Promise<string> {
    const all = together.map((one) => one.fields);
    return this.position.write(isShareable(fields) ? joinBroadcasts(fields, all) : fields);
  }
}
