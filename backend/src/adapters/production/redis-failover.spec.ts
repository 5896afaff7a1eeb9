import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { freshRedis } from '../../../test/support/studio/fresh-redis.js';
import { signIn, startTestStudio } from '../../../test/support/studio/test-studio.js';
import { until } from '../../../test/support/until.js';
import { createRedisClient } from './redis-connection.js';

/** A script by which a Redis answers as a replica does to what changes something. */
const refusal = "return redis.error_reply('READONLY You cannot write against a read only replica.')";
const refused = `*3\r\n$4\r\nEVAL\r\n$${refusal.length}\r\n${refusal}\r\n$1\r\n0\r\n`;

/**
 * A proxy to a Redis. After `demote` the connections of before, and the next ones up to a number, are to a server that
 * takes no changes.
 */
async function proxyTo(address: string) {
  const url = new URL(address);
  const [port, host] = [Number(url.port || 6_379), url.hostname];
  const demotions: (() => void)[] = [];
  let more = 0;
  const server = createServer((near) => {
    const far = connect(port, host);
    let demoted = more > 0;
    more -= 1;
    demotions.push(() => {
      demoted = true;
    });
    near.on('data', (sent) => {
      const commands = String(sent).match(/^\*\d+\r$/gm) ?? [];
      far.write(demoted && /EVAL|DEL/.test(String(sent)) ? refused.repeat(commands.length) : sent);
    });
    far.pipe(near);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const)
      one.on('error', () => undefined).on('close', () => other.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const demote = (next: number) => {
    more = next;
    for (const one of demotions) one();
  };
  return { address: url.href, demote, close: () => server.close() };
}

/** The address for a user who may use only the keys of a studio. */
async function withOwnKeysOnly(address: string): Promise<string> {
  const client = createRedisClient(address, { disableOfflineQueue: false, socketTimeout: 10_000 });
  await client.connect();
  const own = ['session:*', 'sessions-of:*', 'session-ends', 'used-token:*', 'limit:*', 'sockets'];
  const rules = ['reset', 'on', '>own-keys', '+@all', '&*', ...own.map((keys) => `~${keys}`)];
  await client.sendCommand(['ACL', 'SETUSER', 'studio-of-tests', ...rules]);
  client.destroy();
  return Object.assign(new URL(address), { username: 'studio-of-tests', password: 'own-keys' }).href;
}

/** Unset where the test run has no Redis. */
const redis = process.env['REDIS_URL'];
(redis ? it : it.skip)(
  'a Redis that has become a replica in a failover is 503 and once in the log, until new connections lead to the new master',
  async () => {
    const proxy = await proxyTo(await withOwnKeysOnly(await freshRedis(redis ?? '')));
    const studio = await startTestStudio({ REDIS_URL: proxy.address });
    try {
      const { user, password } = await studio.person();
      const login = () => studio.call('post', '/auth/login').send({ email: user.email, password });
      const warned = jest.spyOn(Logger.prototype, 'warn');
      const logged = jest.spyOn(Logger.prototype, 'log');
      proxy.demote(3);
      await login().expect(503);
      // Also where nobody does anything meanwhile.
      await until(() => logged.mock.calls.some(([line]) => line === 'Redis is back.'));
      await login().expect(200);
      await studio.call('get', '/health/ready').expect(200);
      expect(
        [warned, logged].map(({ mock }) =>
          mock.calls.map(([line]) => String(line)).filter((line) => line.includes('Redis is')),
        ),
      ).toEqual([[expect.stringContaining('Redis is away: Error: READONLY')], ['Redis is back.']]);
      await studio.call('get', '/auth/me', await signIn(studio, user.email, password)).expect(200);
    } finally {
      await studio.stop();
      proxy.close();
    }
  },
);
