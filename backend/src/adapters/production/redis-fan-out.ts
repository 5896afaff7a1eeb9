import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { createAdapter } from '@socket.io/redis-streams-adapter';
import type { Namespace } from 'socket.io';
import type { Adapter, Session } from 'socket.io-adapter';
import { Config } from '../../config/config.js';
import { SocketFanOut } from '../../ports/socket-fan-out.js';
import { RedisConnection } from './redis-connection.js';
import { SocketSessions } from './socket-sessions.js';
import { StreamListener } from './stream-listener.js';
import type { StreamProgress } from './stream-progress.js';
import { StreamWriter } from './stream-writer.js';

/** How many events are kept for those who come back; a socket that missed more begins anew. */
const streamLength = 10_000;
const streamName = 'sockets';

/** Every replica writes what it tells into one stream of Redis, and reads there what the others tell. */
@Injectable()
export class RedisFanOut extends SocketFanOut implements OnApplicationShutdown {
  readonly #logger = new Logger('fan-out');
  readonly #listeners = new Set<StreamListener>();
  readonly #sessions: SocketSessions;
  readonly #create: ReturnType<typeof createAdapter>;

  constructor(redis: RedisConnection, { redisUrl }: Config) {
    super();
    if (redisUrl === null) throw new Error('REDIS_URL is unset.');
    const warn = (what: string) => this.#logger.warn(what);
    const progress: StreamProgress = { read: '', writer: '', written: '' };
    const listen = () => {
      const listener = new StreamListener(redisUrl, progress, warn);
      this.#listeners.add(listener);
      return listener;
    };
    this.#create = createAdapter(new StreamWriter(redis, listen, progress, warn), {
      streamName,
      channelPrefix: streamName,
      maxLen: streamLength,
      onlyPlaintext: true,
    });
    this.#sessions = new SocketSessions(redis, streamName, progress);
  }

  createAdapter(namespace: Namespace, recoveryMs: number): Adapter {
    const adapter = this.#create(namespace);
    adapter.persistSession = (session: Parameters<Adapter['persistSession']>[0]) => {
      this.#sessions
        .persist(session, recoveryMs)
        .catch((error: unknown) => this.#logger.warn(`A socket will have to begin anew: ${String(error)}`));
    };
    adapter.restoreSession = (pid, offset) => this.#sessions.restore(pid, offset) as Promise<Session>;
    return adapter;
  }

  /** Not before: sockets that the end of this replica cuts off are kept for the others. */
  onApplicationShutdown(): void {
    for (const listener of this.#listeners) listener.disconnect();
  }
}
