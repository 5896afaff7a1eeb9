import { setTimeout as pause } from 'node:timers/promises';
import { createRedisClient, type RedisClient } from '../redis-connection.js';
import { messageCount, type StreamEntry } from './stream-entry.js';
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
    const doubt = () => this.position.doubt();
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
