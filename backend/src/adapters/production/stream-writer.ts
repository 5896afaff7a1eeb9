import { setImmediate as turn } from 'node:timers/promises';
import type { RedisConnection } from './redis-connection.js';
import { gapBefore, isBroadcast, joinData, placeIn, type StreamEvent, type Trim } from './stream-entry.js';
import type { StreamListener } from './stream-listener.js';
import type { StreamProgress } from './stream-progress.js';

/** An event that is to be written, and whoever waits for its place. */
interface Telling {
  event: StreamEvent;
  trim: Trim;
  told: PromiseWithResolvers<string>;
}

/** What could not be told while Redis was away is told later, so much of it at most. */
const longestBacklog = 1_000;
const beforeNextTryMs = 250;
const mostInEntry = 50;

/**
 * What the streams adapter needs of the line on which it writes. One entry is written at a time, with all that is to be
 * told by then: an entry costs writer and readers more than what is in it. Nothing hangs while Redis is away, and no
 * promise that the adapter does not look at can end the process.
 */
export class StreamWriter {
  #queue: Telling[] = [];
  /** While entries are written, or are to be. */
  #busy = false;
  #writing = Promise.resolve();
  /** Since an entry could not be written, until one is. */
  #away = false;

  constructor(
    private readonly redis: RedisConnection,
    /** A line of its own, to wait on. */
    readonly duplicate: () => StreamListener,
    private readonly progress: StreamProgress,
    private readonly warn: (what: string) => void,
  ) {}

  /**
   * Resolves with the place of the event in the stream. Where it fails, sockets of this replica are told all the same,
   * and those of the others when Redis is back.
   */
  xAdd(_stream: string, _id: '*', event: StreamEvent, trim: Trim): Promise<string> {
    const told = Promise.withResolvers<string>();
    this.#queue.push({ event, trim, told });
    if (this.#away) {
      told.reject(new Error('Others wait to be told before.'));
      this.#dropOldest();
    }
    if (!this.#busy) this.#writing = this.#writeAll();
    return told.promise;
  }

  /** Resolves when all that was told is written, or cannot be. */
  settle(): Promise<void> {
    return this.#writing;
  }

  async publish(channel: string, message: Buffer): Promise<void> {
    try {
      await this.redis.run((client) => client.publish(channel, message));
    } catch (error) {
      this.warn(`Other replicas cannot be asked: ${String(error)}`);
    }
  }

  /** By this the adapter knows a client of this kind. */
  sSubscribe(): never {
    throw new Error('Sharded channels are not used.');
  }

  async #writeAll(): Promise<void> {
    this.#busy = true;
    // What is told in the same breath goes into one entry.
    await turn();
    for (let [first] = this.#queue; first; [first] = this.#queue) {
      const together = this.#takeWith(first);
      try {
        const entry = await this.#write(first, together);
        this.#away = false;
        for (const [index, { told }] of together.entries()) told.resolve(placeIn(entry, index));
      } catch (error) {
        this.#away = true;
        this.#queue.unshift(...together);
        for (const { told } of this.#queue) told.reject(error);
        this.#dropOldest();
        setTimeout(() => {
          this.#writing = this.#writeAll();
        }, beforeNextTryMs).unref();
        return;
      }
    }
    this.#busy = false;
  }

  /** An entry in their place has the sockets of other replicas begin anew. */
  #dropOldest(): void {
    const [oldest] = this.#queue;
    if (!oldest || this.#queue.length <= longestBacklog) return;
    const gap = { ...oldest, event: gapBefore(oldest.event) };
    this.#queue.splice(0, this.#queue.length - longestBacklog + 1, gap);
  }

  /** Takes the first out, with those behind it that may stand in its entry. */
  #takeWith(first: Telling): [Telling, ...Telling[]] {
    const alone = this.#queue.findIndex(({ event }) => event.nsp !== first.event.nsp || !isBroadcast(event));
    const most = alone < 0 ? mostInEntry : Math.min(Math.max(alone, 1), mostInEntry);
    const [, ...others] = this.#queue.splice(0, most);
    return [first, ...others];
  }

  #write({ event, trim }: Telling, together: readonly Telling[]): Promise<string> {
    const data = isBroadcast(event) && { data: joinData(together.map(({ event }) => event)) };
    return this.progress.write({ ...event, ...data }, trim);
  }
}
