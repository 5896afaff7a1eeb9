import { setTimeout as pause } from 'node:timers/promises';
import { createRedisClient, type RedisClient } from './redis-connection.js';
import { eventsOf, type StreamEntry } from './stream-entry.js';
import type { StreamProgress } from './stream-progress.js';

type ReadStreams = RedisClient['xRead'];

/** What the client answers of each stream that has something new. */
interface StreamEntries {
  messages: StreamEntry[];
}

/** Longer than the adapter waits for something new. */
const silenceMs = 12_000;
/**
 * Rest after a read, for each event that it brought: what comes meanwhile is read at once, as a read costs more than what
 * it brings. Who has waited for longer hears at once; in a crowd everybody hears within the longest rest.
 */
const restMsPerEvent = 4;
const longestRestMs = 20;
/** A read that fails is repeated by the adapter at once, and for ever. */
const beforeNextReadMs = 250;

/** What the streams adapter needs of the lines on which it waits. Its commands wait while Redis is away: there is one at a time. */
export class StreamListener {
  readonly #client: RedisClient;
  #rested = Promise.resolve();

  constructor(
    url: string,
    private readonly progress: StreamProgress,
    private readonly warn: (what: string) => void,
  ) {
    this.#client = createRedisClient(url, { disableOfflineQueue: false, socketTimeout: silenceMs });
    // A read that waits until there is a line again does not fail.
    const doubt = () => this.progress.doubt();
    this.#client.on('error', doubt).on('ready', doubt);
  }

  /** The line to Redis says itself that Redis is away; here it would be said again. */
  on(_event: 'error', listener: (error: unknown) => void): void {
    this.#client.on('error', listener);
  }

  /** Connects in its own time; what is asked before waits for it. */
  connect(): Promise<void> {
    this.#client.connect().catch(() => undefined);
    return Promise.resolve();
  }

  /** Reads on and tells. The adapter has nothing left to do, but to ask again. */
  async xRead([{ key }]: [{ key: string }], options: Parameters<ReadStreams>[1]): Promise<null> {
    try {
      await this.#rested;
      const from = { key, id: await this.progress.next() };
      const answer = (await this.#client.xRead(from, options)) as StreamEntries[] | null;
      const entries = answer?.[0]?.messages ?? [];
      await this.progress.tellRead(entries);
      const events = entries.flatMap(eventsOf).length;
      this.#rested = pause(Math.min(events * restMsPerEvent, longestRestMs), undefined, { ref: false });
      return null;
    } catch (error) {
      await pause(beforeNextReadMs, undefined, { ref: false });
      throw error;
    }
  }

  subscribe(channels: string[], listener: (message: Buffer) => void): void {
    this.#client
      .subscribe(channels, listener, true)
      .catch((error: unknown) => this.warn(`Other replicas cannot be heard: ${String(error)}`));
  }

  /** By this the adapter knows a client of this kind. */
  sSubscribe(): never {
    throw new Error('Sharded channels are not used.');
  }

  disconnect(): void {
    this.#client.destroy();
  }
}
