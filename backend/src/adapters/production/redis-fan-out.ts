import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { createAdapter } from '@socket.io/redis-streams-adapter';
import type { Namespace } from 'socket.io';
import type { Adapter } from 'socket.io-adapter';
import { Config } from '../../config/config.js';
import { SocketFanOut } from '../../ports/socket-fan-out.js';
import { RedisConnection } from './redis-connection.js';
import { StreamListener } from './stream-listener.js';
import { StreamWriter } from './stream-writer.js';

/** How many events are kept for those who come back; a socket that missed more begins anew. */
const streamLength = 10_000;

/** Every replica writes what it tells into one stream of Redis, and reads there what the others tell. */
@Injectable()
export class RedisFanOut extends SocketFanOut implements OnApplicationShutdown {
  readonly #logger = new Logger('fan-out');
  readonly #listeners = new Set<StreamListener>();
  readonly #create: (namespace: Namespace) => Adapter;

  constructor(
    private readonly redis: RedisConnection,
    { redisUrl }: Config,
  ) {
    super();
    if (redisUrl === null) throw new Error('REDIS_URL is unset.');
    const warn = (what: string) => this.#logger.warn(what);
    const listen = () => {
      const listener = new StreamListener(redisUrl, warn);
      this.#listeners.add(listener);
      return listener;
    };
    this.#create = createAdapter(new StreamWriter(redis, listen, warn), {
      streamName: 'sockets',
      channelPrefix: 'sockets',
      sessionKeyPrefix: 'socket:',
      maxLen: streamLength,
      onlyPlaintext: true,
    });
  }

  createAdapter(namespace: Namespace): Adapter {
    const adapter = this.#create(namespace);
    const restore = adapter.restoreSession.bind(adapter);
    adapter.restoreSession = (pid, offset) => this.redis.run(() => Promise.resolve(restore(pid, offset)));
    return adapter;
  }

  /** Not before: sockets that the end of this replica cuts off are kept for the others. */
  onApplicationShutdown(): void {
    for (const listener of this.#listeners) listener.disconnect();
  }
}
