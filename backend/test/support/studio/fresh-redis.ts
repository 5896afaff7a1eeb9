import { createRedisClient } from '../../../src/adapters/production/redis-connection.js';

/** The address of an unused database on the Redis at `url`, whose first database counts those that have been used. */
export async function freshRedis(url: string): Promise<string> {
  const client = createRedisClient(url, { disableOfflineQueue: false, socketTimeout: 10_000 });
  client.on('error', (error: unknown) => console.error(error));
  await client.connect();
  const fresh = new URL(url);
  fresh.pathname = `/${await client.incr('databases-of-tests')}`;
  client.destroy();
  return fresh.href;
}
