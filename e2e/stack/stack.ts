import { setTimeout as pause } from 'node:timers/promises';
import { speakHttp1 } from './network/http1.ts';
import { type PostgresServer, provisionOwnPostgres, startOwnPostgres } from './postgres.ts';
import { type Proxy, provisionProxy, readyServers, startProxy } from './proxy.ts';
import { provisionOwnRadosgw, type S3Server, startOwnRadosgw } from './radosgw.ts';
import { provisionOwnRedis, type RedisServer, startOwnRedis } from './redis.ts';
import { makeReplica, type Replica } from './replica.ts';

/** The studio as in production: replicas behind the proxy, on PostgreSQL, Redis and S3, all on loopback. */
export interface Stack {
  /** The app's origin at the proxy. */
  url: string;
  proxy: Proxy;
  /** All started, with the same variables. */
  replicas: readonly Replica[];
  /** The variables of every replica, to start another one with. */
  variables: Record<string, string>;
  database: PostgresServer;
  redis: RedisServer;
  s3: S3Server;
  /** Resolves when the proxy uses every replica for calls and sockets. */
  untilAllAreUsed(): Promise<void>;
  /** Stops everything and deletes the data. */
  stop(): Promise<void>;
}

/** The account that the first start creates. */
export const stackAdmin = { email: 'admin@studio.test', password: 'the admin password' };

/** Installs the servers that are missing. @returns why that failed, or undefined */
export function provisionStack(): string | undefined {
  return provisionOwnPostgres() ?? provisionOwnRedis() ?? provisionOwnRadosgw() ?? provisionProxy();
}

/** Starts everything on empty stores and resolves when the proxy uses each replica. */
export async function startStack({ replicas: count }: { replicas: number }): Promise<Stack> {
  await speakHttp1();
  const stops: (() => void | Promise<void>)[] = [];
  const stop = async () => {
    for (const stopOne of stops.toReversed()) await stopOne();
  };
  try {
    const [database, redis, s3] = await Promise.all([
      remember(startOwnPostgres(), stops),
      remember(startOwnRedis(), stops),
      remember(startOwnRadosgw(), stops),
    ]);
    const replicas = await Promise.all(Array.from({ length: count }, makeReplica));
    for (const { dispose } of replicas) stops.push(dispose);
    const proxy = await remember(startProxy({ replicas }), stops);
    const variables = {
      DATABASE_URL: database.url,
      REDIS_URL: redis.url,
      ...s3.variables,
      ...proxy.variables,
      JWT_SECRET: 'one secret for all replicas of a test',
      ADMIN_EMAIL: stackAdmin.email,
      ADMIN_PASSWORD: stackAdmin.password,
      METRICS_TOKEN: 'metrics-token-of-a-test',
    };
    await Promise.all(replicas.map((replica) => replica.start(variables)));
    const untilAllAreUsed = async () => {
      while ((await replicasInUse(proxy)) < count) await pause(100);
    };
    await untilAllAreUsed();
    return { url: proxy.url, proxy, replicas, variables, database, redis, s3, untilAllAreUsed, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** How many replicas are ready for both calls and sockets, by the proxy's metrics. */
async function replicasInUse(proxy: Proxy): Promise<number> {
  const counts = await Promise.all(['app', 'sockets'].map((backend) => readyServers(proxy, backend)));
  return Math.min(...counts);
}

/** Registers a server's `stop` as soon as it runs, so that it is stopped even if another one fails to start. */
async function remember<S extends { stop(): void | Promise<void> }>(
  starting: Promise<S>,
  stops: (() => void | Promise<void>)[],
): Promise<S> {
  const server = await starting;
  stops.push(() => server.stop());
  return server;
}
