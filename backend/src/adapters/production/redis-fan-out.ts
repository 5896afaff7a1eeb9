import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { createAdapter } from '@socket.io/redis-streams-adapter';
import type { Namespace } from 'socket.io';
import type { Adapter, Session } from 'socket.io-adapter';
import { Config } from '../../config/config.js';
import { type Recovery, SocketFanOut } from '../../ports/socket-fan-out.js';
import { RedisConnection } from './redis-connection.js';
import { SocketSessions } from './socket-sessions.js';
import { isMeantFor } from './stream-entry.js';
import { StreamListener } from './stream-listener.js';
import { entriesAtOnce, StreamProgress } from './stream-progress.js';
import { StreamWriter } from './stream-writer.js';

/** How many entries are kept for replicas that were away; the sockets of one that missed more begin anew. */
const streamLength = 10_000;
const streamName = 'sockets';

/** Every replica writes what it tells into one stream of Redis, and reads there what the others tell. */
@Injectable()
export class RedisFanOut
  extends SocketFanOut
  implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown
{
  readonly #logger = new Logger('fan-out');
  readonly #listeners = new Set<StreamListener>();
  readonly #progress: StreamProgress;
  readonly #sessions: SocketSessions;
  readonly #writer: StreamWriter;
  readonly #create: ReturnType<typeof createAdapter>;

  constructor(redis: RedisConnection, { redisUrl }: Config) {
    super();
    if (redisUrl === null) throw new Error('REDIS_URL is unset.');
    const warn = (what: string) => this.#logger.warn(what);
    const progress = new StreamProgress(redis, streamName);
    this.#progress = progress;
    const listen = () => {
      const listener = new StreamListener(redisUrl, progress, warn);
      this.#listeners.add(listener);
      return listener;
    };
    this.#writer = new StreamWriter(redis, listen, progress, warn);
    this.#create = createAdapter(this.#writer, {
      streamName,
      channelPrefix: streamName,
      maxLen: streamLength,
      readCount: entriesAtOnce,
      onlyPlaintext: true,
    });
    this.#sessions = new SocketSessions(redis, progress);
  }

  createAdapter(namespace: Namespace, { forMs, mayRecover, beginAnew }: Recovery): Adapter {
    const adapter = this.#create(namespace);
    this.#progress.audience = {
      // Most of what others tell concerns nobody here, and is cheaper to leave than to prepare for nobody.
      tell: ({ id, message }) => {
        if (isMeantFor(adapter.rooms, message)) adapter.onRawMessage(message, id);
      },
      beginAnew: () => {
        if (namespace.sockets.size === 0) return;
        this.#logger.warn('What others told is missing: all sockets have to begin anew.');
        beginAnew();
      },
    };
    adapter.persistSession = (session: Parameters<Adapter['persistSession']>[0]) => {
      this.#sessions
        .persist(session, forMs)
        .catch((error: unknown) => this.#logger.warn(`A socket will have to begin anew: ${String(error)}`));
    };
    adapter.restoreSession = (pid, offset) =>
      this.#sessions.restore(pid, offset, mayRecover) as Promise<Session>;
    return adapter;
  }

  /** Before the first socket comes: what is told elsewhere from now on reaches it. */
  async onApplicationBootstrap(): Promise<void> {
    // While Redis is away the place is not known; it is looked for until Redis is back.
    await this.#progress.next().catch(() => undefined);
  }

  /** A command that has told something ends at once, and Redis is left after this. */
  beforeApplicationShutdown(): Promise<void> {
    return this.#writer.settle();
  }

  /** Not before: sockets that the end of this replica cuts off are kept for the others. */
  onApplicationShutdown(): void {
    for (const listener of this.#listeners) listener.disconnect();
  }
}
