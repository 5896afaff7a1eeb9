import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type { Namespace } from 'socket.io';
import type { Adapter } from 'socket.io-adapter';
import { Config } from '../../../config/config.js';
import { type Recovery, SocketFanOut } from '../../../ports/socket-fan-out.js';
import { RedisConnection } from '../redis-connection.js';
import { RedisStreamsAdapter } from './redis-streams-adapter.js';
import { StreamReader } from './stream-io.js';
import { StreamPosition } from './stream-position.js';
import { StreamWriter } from './stream-writer.js';

/** What is sent to sockets goes to those of all replicas through one stream of Redis. */
@Injectable()
export class RedisFanOut
  extends SocketFanOut
  implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown
{
  readonly #redis: RedisConnection;
  readonly #position: StreamPosition;
  readonly #reader: StreamReader;
  readonly #writer: StreamWriter;
  readonly #warn: (what: string) => void;

  constructor(redis: RedisConnection, { redisUrl }: Config) {
    super();
    if (redisUrl === null) throw new Error('REDIS_URL is unset.');
    const logger = new Logger('fan-out');
    this.#redis = redis;
    this.#warn = (what) => logger.warn(what);
    this.#position = new StreamPosition(redis);
    this.#reader = new StreamReader(redisUrl, this.#position, this.#warn);
    this.#writer = new StreamWriter(this.#position);
  }

  createAdapter(namespace: Namespace, recovery: Recovery): Adapter {
    const parts = { redis: this.#redis, position: this.#position, writer: this.#writer, warn: this.#warn };
    const adapter = new RedisStreamsAdapter(namespace, parts, recovery);
    this.#reader.start();
    return adapter;
  }

  /** Before the first socket comes: what is sent elsewhere from now on reaches it. */
  async onApplicationBootstrap(): Promise<void> {
    // While Redis is away the position is not known; it is looked for until Redis is back.
    await this.#position.next().catch(() => undefined);
  }

  /** A command that has sent something ends at once, and Redis is left after this. */
  beforeApplicationShutdown(): Promise<void> {
    return this.#writer.settle();
  }

  /** Not before: sockets that the end of this replica cuts off are kept for the others. */
  onApplicationShutdown(): void {
    this.#reader.stop();
  }
}
