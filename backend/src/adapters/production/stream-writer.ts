import type { RedisConnection } from './redis-connection.js';
import type { StreamListener } from './stream-listener.js';

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

  /** Keeps a socket's session for when it comes back. */
  async set(key: string, value: string, { PX }: { PX: number }): Promise<void> {
    try {
      await this.redis.run((client) => client.set(key, value, { expiration: { type: 'PX', value: PX } }));
    } catch (error) {
      this.warn(`A socket will have to begin anew: ${String(error)}`);
    }
  }

  xRange(stream: string, first: string, last: string) {
    return this.redis.run((client) => client.xRange(stream, first, last));
  }

  /**
   * The adapter takes a session out as it reads it, in a transaction. Here it stays for its time, like in one process:
   * it is read to ask whether it may be taken up, and again when it is.
   */
  multi() {
    let key = '';
    const transaction = {
      get: (asked: string) => {
        key = asked;
        return transaction;
      },
      del: () => transaction,
      exec: async () => [await this.redis.run((client) => client.get(key))],
    };
    return transaction;
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

  #add({ stream, message, trim }: Told): Promise<string> {
    return this.redis.run((client) => client.xAdd(stream, '*', message, trim));
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
