import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  type PostgresServer,
  provisionOwnPostgres,
  provisionPostgres,
  startOwnPostgres,
  startPostgres,
} from './postgres.ts';
import { provisionRadosgw, startRadosgw } from './radosgw.ts';
import {
  provisionOwnRedis,
  provisionRedis,
  type RedisServer,
  responseToPing,
  startOwnRedis,
  startRedis,
} from './redis.ts';

const refusal = provisionOwnPostgres() ?? provisionOwnRedis();
if (refusal) console.warn(`Given servers cannot be tested here: ${refusal}.`);
const itWithServers = refusal ? it.skip : it;

const before = { ...process.env };
let postgres: PostgresServer | undefined;
let redis: RedisServer | undefined;
beforeAll(async () => {
  if (refusal) return;
  [postgres, redis] = [await startOwnPostgres(), await startOwnRedis()];
});
afterAll(async () => {
  process.env = before;
  postgres?.stop();
  await redis?.stop();
});

itWithServers('TEST_DATABASE_URL is the server that tests get, and it keeps running after them', async () => {
  process.env['TEST_DATABASE_URL'] = postgres?.url;
  expect(provisionPostgres()).toBeUndefined();
  const server = await startPostgres();
  expect(server.url).toBe(postgres?.url);
  server.stop();
  postgres?.run('select 1');
});

itWithServers('TEST_REDIS_URL is the server that tests get, and it keeps running after them', async () => {
  process.env['TEST_REDIS_URL'] = redis?.url;
  expect(provisionRedis()).toBeUndefined();
  const server = await startRedis();
  expect(server.url).toBe(redis?.url);
  await server.stop();
  await expect(responseToPing(Number(new URL(server.url).port))).resolves.toMatch(/^\+PONG/);
});

it('the TEST_S3_ variables are the server that tests get; an address needs its keys', async () => {
  process.env['TEST_S3_ENDPOINT'] = 'http://127.0.0.1:9000';
  expect(() => provisionRadosgw()).toThrow(
    'TEST_S3_ENDPOINT also takes TEST_S3_ACCESS_KEY and TEST_S3_SECRET_KEY.',
  );
  process.env['TEST_S3_ACCESS_KEY'] = 'a key';
  process.env['TEST_S3_SECRET_KEY'] = 'a secret';
  expect(provisionRadosgw()).toBeUndefined();
  expect((await startRadosgw()).variables).toEqual({
    S3_ENDPOINT: 'http://127.0.0.1:9000',
    S3_REGION: 'us-east-1',
    S3_BUCKET: 'studio',
    S3_ACCESS_KEY: 'a key',
    S3_SECRET_KEY: 'a secret',
  });
});
