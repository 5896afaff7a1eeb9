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
import { entriesAtOnce, type StreamPosition, streamName } from './stream-position.js';

/** How long Redis holds a read while nothing new is there. */
const blockMs = 5_000;
/** Longer than that. */
const silenceMs = 12_000;
/**
 * Rest after a read, for each message that it brought: what comes meanwhile is read at once, as a read costs more than what
 * it brings. After a longer silence a message is read at once; in a crowd all are read within the longest rest.
 */
const restMsPerMessage = 4;
const longestRestMs = 20;
const beforeNextTryMs = 250;

/** Reads the stream on a connection of its own, which waits in Redis for what is new, and delivers it. */
export class StreamReader {
  readonly #client: RedisClient;
  #stopped = false;

  constructor(
    url: string,
    private readonly position: StreamPosition,
    private readonly warn: (what: string) => void,
  ) {
    this.#client = createRedisClient(url, { disableOfflineQueue: false, socketTimeout: silenceMs });
    // A read that waits until there is a connection again does not fail.
    const doubt = () => this.position.markUncertain();
    this.#client.on('error', doubt).on('ready', doubt);
  }

  start(): void {
    // It tries for ever, so it only ends with `stop`.
    this.#client.connect().catch(() => undefined);
    void this.#readOn();
  }

  stop(): void {
    this.#stopped = true;
    this.#client.destroy();
  }

  async #readOn(): Promise<void> {
    // Until something was heard, what refuses this connection also stops the start, and says so.
    let failed = true;
    while (!this.#stopped) {
      try {
        const entries = await this.#read();
        failed = false;
        const messages = entries.reduce((sum, { message }) => sum + messageCount(message), 0);
        await pause(Math.min(messages * restMsPerMessage, longestRestMs), undefined, { ref: false });
      } catch (error) {
        if (!failed && !this.#stopped) this.warn(`Other replicas cannot be heard: ${String(error)}`);
        failed = true;
        await pause(beforeNextTryMs, undefined, { ref: false });
      }
    }
  }

  /** Waits for what is new, and delivers it. */
  async #read(): Promise<StreamEntry[]> {
    const from = { key: streamName, id: await this.position.next() };
    const answer = await this.#client.xRead(from, { COUNT: entriesAtOnce, BLOCK: blockMs });
    const [stream] = (answer ?? []) as { messages: StreamEntry[] }[];
    const entries = stream?.messages ?? [];
    await this.position.deliverRead(entries);
    return entries;
  }
}

/** A message that is to be written, and whoever waits for its offset. */
interface Queued {
  fields: EntryFields;
  written: PromiseWithResolvers<string>;
}

/** So many messages wait for a Redis that is away, at most. */
const longestQueue = 1_000;
const mostInEntry = 50;

/**
 * Writes messages into the stream, one entry at a time, with all the broadcasts that wait by then: an entry costs writer
 * and readers more than what is in it.
 */
export class StreamWriter {
  #queue: Queued[] = [];
  /** While entries are written, or are to be. */
  #busy = false;
  #writing = Promise.resolve();
  /** Since an entry could not be written, until one is. */
  #away = false;

  constructor(private readonly position: StreamPosition) {}

  /**
   * Resolves with the offset of the message. Rejects at once while Redis is away: the message is written when it is back,
   * and the sockets of this replica need not wait for that.
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

  /** Resolves when all messages are written, or cannot be. */
  settle(): Promise<void> {
    return this.#writing;
  }

  async #writeAll(): Promise<void> {
    this.#busy = true;
    // What is sent in the same turn of the event loop goes into one entry.
    await turn();
    for (let [first] = this.#queue; first; [first] = this.#queue) {
      const together = this.#takeFirst();
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
        }, beforeNextTryMs).unref();
        return;
      }
    }
    this.#busy = false;
  }

  /** An entry in their place has other replicas disconnect their sockets. */
  #dropOldest(): void {
    const [oldest] = this.#queue;
    if (!oldest || this.#queue.length <= longestQueue) return;
    const gap = { ...oldest, fields: gapBefore(oldest.fields) };
    this.#queue.splice(0, this.#queue.length - longestQueue + 1, gap);
  }

  /** Takes the first out, with those behind it that may share its entry. */
  #takeFirst(): Queued[] {
    const alone = this.#queue.findIndex(({ fields }) => !isShareable(fields));
    const most = alone < 0 ? mostInEntry : Math.min(Math.max(alone, 1), mostInEntry);
    return this.#queue.splice(0, most);
  }

  #write({ fields }: Queued, together: readonly Queued[]): Promise<string> {
    const all = together.map((one) => one.fields);
    return this.position.write(isShareable(fields) ? joinBroadcasts(fields, all) : fields);
  }
}
