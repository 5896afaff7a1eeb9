import type { RedisConnection } from './redis-connection.js';
import type { StreamListener } from './stream-listener.js';
import type { StreamProgress } from './stream-progress.js';

interface Told {
  stream: string;
  message: Record<string, string>;
  trim: { TRIM: { strategy: 'MAXLEN'; strategyModifier: '~'; threshold: number } };
}

/** What could not be told while Redis was away is told later, so much of it at most. */
const longestBacklog = 1_000;
const beforeNextTryMs = 250;

/**
 * What the streams adapter needs of the line on which it writes. Nothing hangs while Redis is away, and no promise that
 * the adapter does not look at can end the process.
 */
export class StreamWriter {
  readonly #backlog: Told[] = [];

  constructor(
    private readonly redis: RedisConnection,
    /** A line of its own, to wait on. */
    readonly duplicate: () => StreamListener,
    private readonly progress: StreamProgress,
    private readonly warn: (what: string) => void,
  ) {}

  /** Sockets of this replica are told all the same where it fails; those of the others when Redis is back. */
  async xAdd(stream: string, _id: '*', message: Told['message'], trim: Told['trim']): Promise<string> {
    const told = { stream, message, trim };
    try {
      if (this.#backlog.length > 0) throw new Error('Others wait to be told before.');
      return await this.#add(told);
    } catch (error) {
      this.#tellLater(told);
      throw error;
    }
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

  async #add({ stream, message, trim }: Told): Promise<string> {
    this.progress.writer = message['uid'] ?? '';
    this.progress.written = await this.redis.run((client) => client.xAdd(stream, '*', message, trim));
    return this.progress.written;
  }

  #tellLater(told: Told): void {
    this.#backlog.push(told);
    if (this.#backlog.length > longestBacklog) this.#backlog.shift();
    if (this.#backlog.length === 1) this.#tellWhenBack();
  }

  #tellWhenBack(): void {
    setTimeout(() => void this.#tellBacklog(), beforeNextTryMs).unref();
  }

  async #tellBacklog(): Promise<void> {
    for (let told = this.#backlog[0]; told; told = this.#backlog[0]) {
      try {
        await this.#add(told);
      } catch {
        this.#tellWhenBack();
        return;
      }
      if (this.#backlog[0] === told) this.#backlog.shift();
    }
  }
}
