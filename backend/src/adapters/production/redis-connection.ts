import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { createClient, ErrorReply } from 'redis';
import { serviceUnavailable } from '../../common/errors/api-error.js';
import { Config } from '../../config/config.js';
import { ConfigError } from '../../config/read-config.js';

export type RedisClient = ReturnType<typeof createRedisClient>;

/** Longer than any healthy answer takes; whoever called is told within two seconds. */
const commandTimeoutMs = 1_000;
/** A server that is silent for so long is taken for dead, so the line is dropped and made anew. */
const socketTimeoutMs = 4_000;
const pingMs = 1_000;
/** Waits before the line is made anew: doubled each time, up to a second, the upper half by chance. */
const [firstWaitMs, longestWaitMs] = [50, 1_000];

/**
 * The line on which the studio asks Redis. While Redis is away every call fails at once, and nothing is kept for later;
 * it comes back by itself.
 */
@Injectable()
export class RedisConnection implements OnModuleInit, OnApplicationShutdown {
  readonly #logger = new Logger('redis');
  /** For building commands. They are sent by `run`. */
  readonly client: RedisClient;
  /** Since a command has not been answered in time, until it is. */
  #silent = false;
  /** Rejects everybody who waits for an answer, in order. */
  readonly #waiting = new Set<(error: Error) => void>();

  constructor({ redisUrl }: Config) {
    if (redisUrl === null) throw new Error('REDIS_URL is unset.');
    this.client = createRedisClient(redisUrl, {
      disableOfflineQueue: true,
      pingInterval: pingMs,
      socketTimeout: socketTimeoutMs,
    });
  }

  /**
   * Sends commands and waits up to `withinMs` for their answer.
   * @throws ApiError 503 while Redis is away, silent or unable.
   */
  async run<T>(send: (client: RedisClient) => Promise<T>, withinMs = commandTimeoutMs): Promise<T> {
    // What is sent to a server that does not answer would pile up, and be done long after it was refused.
    if (this.#silent) throw serviceUnavailable(new Error('Redis does not answer.'));
    const { promise: tooLate, reject } = Promise.withResolvers<never>();
    const answered = send(this.client);
    const timer = setTimeout(() => this.#fallSilent(answered, withinMs), withinMs);
    this.#waiting.add(reject);
    try {
      return await Promise.race([answered, tooLate]);
    } catch (error) {
      throw isAway(error) ? serviceUnavailable(error) : error;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(reject);
    }
  }

  /** Resolves while Redis can be used. */
  async ping(): Promise<void> {
    await this.run((client) => client.ping());
  }

  /** A server that refuses is a wrong setting, and stops the start; one that is away will be back. */
  async onModuleInit(): Promise<void> {
    const { promise: outcome, resolve } = Promise.withResolvers<unknown>();
    this.client.once('ready', resolve).once('error', resolve);
    // It tries forever, so it only ends here when the studio does.
    this.client.connect().catch(() => undefined);
    const error = await outcome;
    if (error instanceof ErrorReply && !isUnavailableReply(error)) {
      this.client.destroy();
      throw refusedByRedis(error);
    }
    this.#tellChanges(error);
  }

  /** Not before: calls that are under way end first. */
  async onApplicationShutdown(): Promise<void> {
    if (this.client.isReady) await this.run((client) => client.close()).catch(() => undefined);
    this.client.destroy();
  }

  /** Once each time: it is tried again every second. */
  #tellChanges(first: unknown): void {
    let away = false;
    const gone = (error: unknown) => {
      if (!away) this.#logger.warn(`Redis is away: ${String(error)}`);
      away = true;
    };
    const back = () => {
      if (away) this.#logger.log('Redis is back.');
      away = false;
    };
    if (first instanceof Error) gone(first);
    this.client.on('error', gone).on('ready', back);
  }

  #fallSilent(answered: Promise<unknown>, withinMs: number): void {
    this.#silent = true;
    const heard = () => {
      this.#silent = false;
    };
    answered.then(heard, heard);
    for (const tell of this.#waiting) tell(new Error(`Redis has not answered for ${withinMs} ms.`));
  }
}

/** A client of Redis as the studio sets it up; it is not connected yet, and never stops trying. */
export function createRedisClient(
  url: string,
  own: { disableOfflineQueue: boolean; pingInterval?: number; socketTimeout: number },
) {
  const { socketTimeout, ...options } = own;
  return createClient({
    url,
    ...options,
    maintNotifications: 'disabled',
    socket: { connectTimeout: commandTimeoutMs, socketTimeout, reconnectStrategy },
  });
}

function reconnectStrategy(retries: number): number {
  const wait = Math.min(firstWaitMs * 2 ** retries, longestWaitMs);
  return wait / 2 + (Math.random() * wait) / 2;
}

/** Whether an error says that Redis cannot be used just now, rather than that a command was wrong. */
function isAway(error: unknown): boolean {
  return error instanceof Error && (!(error instanceof ErrorReply) || isUnavailableReply(error));
}

/** What Redis answers while it starts, has no memory or disk left, or is a copy without its master. */
function isUnavailableReply({ message }: ErrorReply): boolean {
  return /^(LOADING|BUSY|OOM|MISCONF|READONLY|MASTERDOWN|NOREPLICAS)\b/.test(message);
}

function refusedByRedis({ message }: ErrorReply): ConfigError {
  const [word] = message.split(' ');
  const expected = `an address whose user, password and database Redis accepts (it says ${word})`;
  return new ConfigError('REDIS_URL', '', expected);
}
