import { afterAll, beforeAll, describe } from '@jest/globals';
import { rateLimiterContract } from '../../../test/ports/rate-limiter.contract.js';
import { sessionStoreContract } from '../../../test/ports/session-store.contract.js';
import { usedTokensContract } from '../../../test/ports/used-tokens.contract.js';
import { freshRedis } from '../../../test/support/studio/fresh-redis.js';
import { newId } from '../../common/ids.js';
import { readConfig } from '../../config/read-config.js';
import { RedisConnection } from './redis-connection.js';
import { RedisRateLimiter } from './redis-rate-limiter.js';
import { RedisSessionStore, RedisUsedTokens } from './redis-sessions.js';

/** Unset where the test run has no Redis. */
const url = process.env['REDIS_URL'];
const describeWithRedis = url ? describe : describe.skip;

describeWithRedis('with a Redis server,', () => {
  let redis: RedisConnection;
  beforeAll(async () => {
    const variables = { PORT: '1', SANDBOX_PORT: '2', REDIS_URL: await freshRedis(url ?? '') };
    redis = new RedisConnection(await readConfig(variables));
    await redis.onModuleInit();
  });
  afterAll(() => redis.onApplicationShutdown());

  sessionStoreContract('Redis', async () => ({
    sessions: new RedisSessionStore(redis),
    users: [newId(), newId(), ...Array.from({ length: 98 }, newId)],
    expire: (id) =>
      redis.run(async (client) => {
        await client.pExpire(`session:${id}`, 0);
        await client.zAdd('session-ends', { value: id, score: 0 });
      }),
  }));
  usedTokensContract('Redis', () => new RedisUsedTokens(redis));
  rateLimiterContract('Redis', () => new RedisRateLimiter(redis));
});
