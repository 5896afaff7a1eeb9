import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { io, type Socket } from 'socket.io-client';
import { ServerProxy } from '../../../test/support/faults/server-proxy.js';
import {
  linkIn,
  type MailServer,
  type ReceivedMail,
  startMailServer,
} from '../../../test/support/mail-server.js';
import { freshRedis } from '../../../test/support/studio/fresh-redis.js';
import { spawnStudio } from '../../../test/support/studio/studio-process.js';
import {
  type Person,
  signIn,
  startTestStudio,
  type TestStudio,
} from '../../../test/support/studio/test-studio.js';
import { until } from '../../../test/support/until.js';

/** Unset where the test run has no Redis. */
const server = process.env['REDIS_URL'];
const describeWithRedis = server ? describe : describe.skip;
/** H36 demands 30 s; only `npm run test:all` waits that long. */
const minMs = process.env['OUTAGES'] === 'long' ? 30_000 : 1_500;

describeWithRedis('a Redis', () => {
  const line = new ServerProxy();
  let mail: MailServer;
  let studio: TestStudio;
  let owner: Person;
  beforeAll(async () => {
    const address = await line.toPort(await freshRedis(server ?? ''), 6379);
    mail = await startMailServer();
    // A fast machine makes more calls during the outage than one network is allowed.
    studio = await startTestStudio({
      REDIS_URL: address,
      RATE_LIMIT_SCALE: '100',
      SMTP_URL: mail.url,
      MAIL_FROM: 'studio@studio.example',
    });
    owner = await studio.person();
  });
  afterAll(async () => {
    await studio.stop();
    await mail.stop();
    await line.cut();
  });

  const isReady = async () => (await studio.call('get', '/health/ready')).status === 200;
  async function open(who: Person): Promise<Socket> {
    const socket = io(studio.url, { transports: ['websocket'], auth: { token: who.access_token } });
    await until(() => socket.connected);
    return socket;
  }

  const troubles = [
    { trouble: 'is gone', forMs: minMs, begin: () => line.cut(), end: () => line.restore() },
    {
      trouble: 'never answers',
      // Longer than it takes to notice a dead connection and to try a new one.
      forMs: minMs + 3_500,
      begin: async () => line.stall(),
      end: async () => line.resume(),
    },
  ];
  it.each(troubles)(
    'that $trouble: H36 503 in time where it is needed, and all is well within 5 s after it',
    async ({ forMs, begin, end }) => {
      const project = await studio.project(owner, { isPublic: true });
      const revoked = await signIn(studio, owner.user.email, owner.password);
      await studio.call('post', '/auth/logout', revoked).expect(204);
      const socket = await open(owner);
      const updates: number[] = [];
      socket.on('project:updated', ({ version }: { version: number }) => updates.push(version));
      await socket.emitWithAck('project:watch', { projectId: project.id });

      await begin();
      const began = Date.now();
      for (let round = 0; Date.now() - began < forMs; round++) {
        const calls = [
          studio.call('get', '/auth/me', owner),
          studio.call('get', '/auth/me', revoked),
          studio.call('put', `/projects/${project.id}`, owner).send({ html: `lost ${round}` }),
          studio.call('post', '/auth/login').send({ email: owner.user.email, password: owner.password }),
        ];
        for (const { status, body, headers } of await timed(calls)) {
          expect({ status, code: body.code }).toEqual({ status: 503, code: 'service_unavailable' });
          expect(Number(headers['retry-after'])).toBeGreaterThan(0);
        }
        const [reads, live, ready] = await timed([
          studio.call('get', '/projects/public'),
          studio.call('get', '/health/live'),
          studio.call('get', '/health/ready'),
        ]);
        expect([reads?.status, live?.status, ready?.status]).toEqual([200, 200, 503]);
        expect(ready?.body.parts).toMatchObject({ database: 'up', redis: 'down' });
      }

      await end();
      const ended = Date.now();
      await until(isReady);
      expect(Date.now() - ended).toBeLessThan(5_000);
      await studio.call('get', '/auth/me', owner).expect(200);
      await studio.call('get', '/auth/me', revoked).expect(401);
      await studio.call('put', `/projects/${project.id}`, owner).send({ html: 'kept' }).expect(200);
      await until(() => updates.includes(2));
      socket.disconnect();
    },
  );

  it('that is gone: a password and its reset link stay as they were, and using the link later ends all sessions', async () => {
    const person = await studio.person();
    await studio.call('post', '/auth/password-reset').send({ email: person.user.email }).expect(204);
    await until(() => mail.received.length === 1);
    const token = linkIn(mail.received[0] as ReceivedMail).hash.slice(1);
    const confirm = () =>
      studio
        .call('post', '/auth/password-reset/confirmation')
        .send({ token, newPassword: 'another password' });
    await line.cut();
    await confirm().expect(503);
    await line.restore();
    await until(isReady);
    await confirm().expect(204);
    await studio.call('get', '/auth/me', person).expect(401);
    await signIn(studio, person.user.email, 'another password');
  });

  it('that goes away while many calls wait: each gets a response, and none is kept for later', async () => {
    const asked = Array.from({ length: 100 }, () => studio.call('get', '/auth/me', owner));
    line.stall();
    for (const { status } of await Promise.all(asked)) expect([200, 503]).toContain(status);
    line.resume();
    await until(isReady);
    await studio.call('get', '/auth/me', owner).expect(200);
  });

  it('that refuses stops the start with one line', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'refused-'));
    const url = new URL(server ?? '');
    url.username = 'nobody';
    url.password = 'secret-of-redis';
    const { child, said } = spawnStudio(dataDir, { REDIS_URL: url.href, PORT: '0', SANDBOX_PORT: '0' });
    await once(child, 'close');
    expect(child.exitCode).toBe(1);
    expect(said()).toMatch(/^REDIS_URL: expected .*\(it says WRONGPASS\), got an invalid value\.\n$/);
    rmSync(dataDir, { recursive: true });
  });
});

/** All answers; each must arrive within two seconds. */
async function timed<T>(calls: PromiseLike<T>[]): Promise<T[]> {
  const asked = performance.now();
  const responses = await Promise.all(calls);
  expect(performance.now() - asked).toBeLessThan(2_000);
  return responses;
}
