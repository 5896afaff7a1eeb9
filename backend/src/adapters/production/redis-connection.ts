import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { createClient, ErrorReply } from 'redis';
import { serviceUnavailable } from '../../common/errors/api-error.js';
import { Config } from '../../config/config.js';
import { ConfigError } from '../../config/read-config.js';

export type RedisClient = ReturnType<typeof createRedisClient>;

/** Longer than any healthy response takes; callers get an error within two seconds. */
const commandTimeoutMs = 1_000;
/** A server that is silent for this long counts as dead: the client drops the connection and reconnects. */
const socketTimeoutMs = 4_000;
const pingMs = 1_000;
/** How often the connection is given up for another one while Redis takes no changes. */
const leaveEveryMs = 1_000;
/**
 * Never set: removing it changes nothing, and fails where changes are refused. It is named as those of the limits, which
 * are removed too, so that it needs no right in Redis that the studio does not need anyway.
 */
const probeKey = 'limit:probe';
/** Delays before reconnecting: doubled each time, up to a second; the upper half of each is random. */
const [firstWaitMs, longestWaitMs] = [50, 1_000];

/**
 * The connection for commands to Redis. While Redis is away every call fails at once and no command is queued; it
 * reconnects by itself.
 */
@Injectable()
export class RedisConnection implements OnModuleInit, OnApplicationShutdown {
  readonly #logger = new Logger('redis');
  /** For building commands. They are sent by `run`. */
  readonly client: RedisClient;
  /** From the moment a command is not answered in time until its response arrives. */
  #silent = false;
  #leftAt = Number.NEGATIVE_INFINITY;
  /** From the line in the log that says so until the next one, that it is back. */
  #away = false;
  /** From a reply that Redis takes no changes until it takes one: a new connection may lead to the same server. */
  #readOnly = false;
  #nextProbe: NodeJS.Timeout | undefined;
  /** Reject the calls that wait for a response, oldest first. */
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
   * Sends commands and waits up to `withinMs` for their response.
   * @throws ApiError 503 while Redis is away, silent or unable to serve commands.
   */
  async run<T>(send: (client: RedisClient) => Promise<T>, withinMs = commandTimeoutMs): Promise<T> {
    // Commands to a silent server would pile up, and run long after their callers got an error.
    if (this.#silent) throw serviceUnavailable(new Error('Redis does not answer.'));
    const { promise: tooLate, reject } = Promise.withResolvers<never>();
    const answered = send(this.client);
    const timer = setTimeout(() => this.#fallSilent(answered, withinMs), withinMs);
    this.#waiting.add(reject);
    try {
      return await Promise.race([answered, tooLate]);
    } catch (error) {
      if (isReadOnlyReply(error)) this.#leave(error);
      throw isUnavailable(error) ? serviceUnavailable(error) : error;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(reject);
    }
  }

  /** Resolves while Redis can be used. */
  async ping(): Promise<void> {
    await this.run((client) => client.ping());
  }

  /** A server that refuses the connection is a wrong setting and stops the start; one that is away is retried. */
  async onModuleInit(): Promise<void> {
    const { promise: outcome, resolve } = Promise.withResolvers<unknown>();
    this.client.once('ready', resolve).once('error', resolve);
    // It retries forever, so it rejects only when the studio stops.
    this.client.connect().catch(() => undefined);
    const error = await outcome;
    if (error instanceof ErrorReply && !isUnavailableReply(error)) {
      this.client.destroy();
      throw refusedByRedis(error);
    }
    this.#logChanges(error);
  }

  /** Not earlier, so that calls in progress can finish. */
  async onApplicationShutdown(): Promise<void> {
    clearTimeout(this.#nextProbe);
    if (this.client.isReady) await this.run((client) => client.close()).catch(() => undefined);
    this.client.destroy();
  }

  /** Logs once when Redis goes away and once when it is back, not each attempt to reconnect. */
  #logChanges(first: unknown): void {
    if (first instanceof Error) this.#logAway(first);
    this.client
      .on('error', (error) => this.#logAway(error))
      .on('ready', () => {
        if (this.#readOnly) void this.#probe();
        else this.#logBack();
      });
  }

  /** Tries a change until Redis takes it. A reply that it takes none makes `run` leave the connection. */
  async #probe(): Promise<void> {
    clearTimeout(this.#nextProbe);
    try {
      await this.run((client) => client.del(probeKey));
      this.#readOnly = false;
      this.#logBack();
    } catch {
      this.#nextProbe = setTimeout(() => void this.#probe(), leaveEveryMs).unref();
    }
  }

  #logBack(): void {
    if (this.#away) this.#logger.log('Redis is back.');
    this.#away = false;
  }

  #logAway(error: unknown): void {
    if (!this.#away) this.#logger.warn(`Redis is away: ${String(error)}`);
    this.#away = true;
  }

  /** Connects anew: after a failover to the present master, as soon as its name leads there. */
  #leave(reply: unknown): void {
    if (performance.now() - this.#leftAt < leaveEveryMs) return;
    this.#leftAt = performance.now();
    this.#readOnly = true;
    // Else the log would say no more than that the connection was closed.
    this.#logAway(reply);
    // The server closes the connection, and the client takes that for an outage.
    this.client.sendCommand(['QUIT']).catch(() => undefined);
  }

  #fallSilent(answered: Promise<unknown>, withinMs: number): void {
    this.#silent = true;
    const onResponse = () => {
      this.#silent = false;
    };
    answered.then(onResponse, onResponse);
    for (const reject of this.#waiting) reject(new Error(`Redis has not answered for ${withinMs} ms.`));
  }
}

/** A Redis client with the studio's settings. It is not connected yet; once started it reconnects forever. */
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

/** Whether an error means that Redis cannot be used just now, rather than that a command was wrong. */
function isUnavailable(error: unknown): boolean {
  return error instanceof Error && (!(error instanceof ErrorReply) || isUnavailableReply(error));
}

/** The replies of Redis while it starts, has no memory or disk left, or is a replica. */
function isUnavailableReply(reply: ErrorReply): boolean {
  return isReadOnlyReply(reply) || /^(LOADING|BUSY|OOM|MISCONF|MASTERDOWN|NOREPLICAS)\b/.test(reply.message);
}

/** The reply of a master that has become a replica of another. Before Redis 7 a script has it in another error. */
function isReadOnlyReply(error: unknown): boolean {
  return error instanceof ErrorReply && /\bREADONLY\b/.test(error.message);
}

function refusedByRedis({ message }: ErrorReply): ConfigError {
  const [word] = message.split(' ');
  const expected = `an address whose user, password and database Redis accepts (it says ${word})`;
  return new ConfigError('REDIS_URL', '', expected);
}
