import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ComposeFile, provisionCompose, readCompose } from './compose.ts';
import { type PostgresServer, provisionOwnPostgres, startOwnPostgres } from './postgres.ts';
import { provisionOwnRadosgw, type S3Server, startOwnRadosgw } from './radosgw.ts';
import { provisionOwnRedis, type RedisServer, startOwnRedis } from './redis.ts';
import { makeReplica, type Replica } from './replica.ts';

const startsWithinMs = 300_000;
const refusal = provisionCompose() ?? provisionOwnPostgres() ?? provisionOwnRedis() ?? provisionOwnRadosgw();
if (refusal) console.warn(`The trial cannot run here: ${refusal}.`);

(refusal ? describe.skip : describe)('the trial of infra/', () => {
  let compose: ComposeFile;
  let [postgres, redis, s3]: [PostgresServer?, RedisServer?, S3Server?] = [];
  let studio: Replica;

  /** Starts the servers of `trial/compose.yml`, on loopback addresses. */
  beforeAll(async () => {
    compose = readCompose({}, 'trial/compose.yml');
    [postgres, redis, s3] = await Promise.all([startOwnPostgres(), startOwnRedis(), startOwnRadosgw()]);
    const { DATA_DIR: _volume, ...environment } = compose.services['app']?.environment ?? {};
    studio = await makeReplica();
    await studio.start({
      ...environment,
      DATABASE_URL: postgres.url,
      REDIS_URL: redis.url,
      ...s3.variables,
    });
  }, startsWithinMs);

  afterAll(async () => {
    await studio.dispose();
    await Promise.all([redis?.stop(), s3?.stop()]);
    postgres?.stop();
  });

  const signIn = (email: string, password: string) =>
    fetch(`${studio.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });

  it('needs no variable, and is ready with all of its stores', async () => {
    const health = await (await fetch(`${studio.url}/api/health/ready`)).json();
    expect(health).toMatchObject({ parts: { database: 'up', storage: 'up', redis: 'up' } });
  });

  it('lets people in with the demo account, and with the password that its log shows', async () => {
    expect((await signIn('demo@studio.local', 'demo-studio')).status).toBe(200);
    const [, password = ''] = /admin@studio\.local \/ (\S+)/.exec(studio.output()) ?? [];
    expect((await signIn('admin@studio.local', password)).status).toBe(200);
  });

  it('opens no port to others, and none of the stores’', () => {
    const ports = Object.entries(compose.services).flatMap(([name, { ports: its = [] }]) =>
      its.map((port) => `${name} ${JSON.stringify(port)}`),
    );
    expect(ports).toEqual([
      expect.stringMatching(/^app .*127\.0\.0\.1:3000/),
      expect.stringMatching(/^app .*127\.0\.0\.1:3001/),
    ]);
  });

  it('runs the images of a deployment', () => {
    const needed = { APP_HOST: 'a.test', SANDBOX_DOMAIN: 'b.test', ADMIN_EMAIL: 'a@a.test' };
    const { services } = readCompose(needed, 'compose.yml');
    for (const [name, { image }] of Object.entries(compose.services))
      expect([name, image]).toEqual([name, services[name]?.image]);
  });
});
