import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestStudio, type TestStudio } from '../../../test/support/studio/test-studio.js';
import { until } from '../../../test/support/until.js';
import type { ApiError } from '../../common/errors/api-error.js';
import { ago } from '../../database/clock.js';
import { Database } from '../../database/database.js';
import { RateLimiter } from '../../ports/rate-limiter.js';
import { failuresPerAccountAndNetwork, LoginLimits, registrationsPerNetwork } from './login-limits.js';

let studio: TestStudio;
/** Behind a trusted proxy, so that a test can use any address. */
let proxied: TestStudio;
beforeAll(async () => {
  studio = await startTestStudio();
  proxied = await startTestStudio({ TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(async () => {
  await studio.stop();
  await proxied.stop();
});

function attempt(on: TestStudio, email: string, password: string, address: string) {
  return on.call('post', '/auth/login').set('x-forwarded-for', address).send({ email, password });
}

describe('H47: guessing passwords', () => {
  it('is stopped after 10 failures, however the address is dressed up', async () => {
    const { user, password } = await studio.person();
    const statuses = [];
    for (let i = 0; i < 12; i++)
      statuses.push((await attempt(studio, user.email, `guess ${i}`, `10.0.0.${i}`)).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
    const refused = await attempt(studio, user.email.toUpperCase(), password, '10.0.0.99').expect(429);
    expect(refused.body.code).toBe('too_many_requests');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(900);
  });

  it('is stopped behind a proxy that forwards each connection’s port', async () => {
    const { user } = await proxied.person();
    for (const forwarded of [
      (port: number) => `10.9.0.1:${port}`,
      (port: number) => `[2001:db8:9::1]:${port}`,
    ]) {
      const statuses = [];
      for (let i = 0; i < 11; i++)
        statuses.push((await attempt(proxied, user.email, 'wrong', forwarded(50_000 + i))).status);
      expect(statuses).toEqual([...Array(10).fill(401), 429]);
    }
  });

  it('is stopped as well when the guesses are sent in parallel', async () => {
    const { user } = await studio.person();
    const responses = await Promise.all(
      Array.from({ length: 300 }, (_, i) => attempt(studio, user.email, `guess ${i}`, '10.0.0.1')),
    );
    expect(Map.groupBy(responses, ({ status }) => status).get(401)).toHaveLength(10);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(290);
  });

  it('does not keep out whoever knows the password, however many sign in at once', async () => {
    const { user, password } = await proxied.person();
    const others = await Promise.all(Array.from({ length: 20 }, () => proxied.person()));
    for (let i = 0; i < 9; i++) await attempt(proxied, user.email, 'wrong', '10.8.0.1').expect(401);
    const responses = await Promise.all(
      [...Array.from({ length: 120 }, () => ({ user, password })), ...others].map((who) =>
        attempt(proxied, who.user.email, who.password, '10.8.0.1'),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(140).fill(200));
    // None of them counts: there is room for as many failures as before.
    for (let i = 0; i < 10; i++) await attempt(proxied, user.email, 'wrong', '10.8.0.1').expect(401);
    await attempt(proxied, user.email, password, '10.8.0.1').expect(429);
  });

  it('lets no more than a few wait, so that others do not wait for them', async () => {
    const { user } = await proxied.person();
    const limits = proxied.studio.app.get(LoginLimits);
    const { promise: checked, resolve: respond } = Promise.withResolvers<null>();
    // Ten are being checked, 150 wait, and one is too many.
    const attempts = Array.from({ length: 161 }, () =>
      limits.checkPassword({ email: user.email, address: '10.8.0.3' }, () => checked),
    );
    const refusals: ApiError[] = [];
    for (const one of attempts) one.catch((refusal: ApiError) => refusals.push(refusal));
    await until(() => refusals.length > 0);
    expect(refusals).toEqual([expect.objectContaining({ status: 429 })]);
    respond(null);
    await Promise.allSettled(attempts);
  });

  it('counts no attempt whose password could not be checked', async () => {
    const { user, password } = await proxied.person();
    const limits = proxied.studio.app.get(LoginLimits);
    const failing = () => Promise.reject(new Error('the database is away'));
    for (let i = 0; i < 12; i++)
      await expect(limits.checkPassword({ email: user.email, address: '10.8.0.2' }, failing)).rejects.toThrow(
        'away',
      );
    await attempt(proxied, user.email, password, '10.8.0.2').expect(200);
  });

  it('does not lock out the same person at another address, nor others at this one', async () => {
    const { user, password } = await proxied.person();
    const other = await proxied.person();
    for (let i = 0; i < 11; i++) await attempt(proxied, user.email, 'wrong', '10.1.0.1');
    await attempt(proxied, user.email, password, '10.1.0.1').expect(429);
    await attempt(proxied, user.email, password, '10.1.0.2').expect(200);
    await attempt(proxied, other.user.email, other.password, '10.1.0.1').expect(200);
  });

  it('is stopped after 100 failures of one address with whatever account', async () => {
    const { user, password } = await proxied.person();
    for (let i = 0; i < 100; i++)
      await attempt(proxied, `a${i}@example.org`, 'wrong', '10.2.0.1').expect(401);
    await attempt(proxied, user.email, password, '10.2.0.1').expect(429);
    await attempt(proxied, user.email, password, '10.2.0.2').expect(200);
    // From then on no counters are stored for the accounts that it names, or an attacker could create any number.
    const kept = (email: string) =>
      proxied.studio.app.get(RateLimiter).add(failuresPerAccountAndNetwork, `${email} 10.2.0.1`, 0, 60_000);
    expect(await kept('a0@example.org')).toMatchObject({ points: 1 });
    expect(await kept(user.email)).toMatchObject({ points: 0 });
  });

  it('forgets the failures once the right password came', async () => {
    const { user, password } = await proxied.person();
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 6; i++) await attempt(proxied, user.email, 'wrong', '10.3.0.1').expect(401);
      await attempt(proxied, user.email, password, '10.3.0.1').expect(200);
    }
  });
});

describe('H47: guessing from many places', () => {
  it('takes the addresses of one IPv6 network for one', async () => {
    const { user, password } = await proxied.person();
    const statuses = [];
    for (let i = 0; i < 11; i++)
      statuses.push((await attempt(proxied, user.email, 'wrong', `2001:db8:1:1:${i}::1`)).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
    await attempt(proxied, user.email, password, '2001:db8:1:2::1').expect(200);
  });

  it('is stopped from unknown networks of the account; known networks and other accounts still get in', async () => {
    const { user, password } = await proxied.person();
    const other = await proxied.person();
    const home = '10.5.0.1';
    await attempt(proxied, user.email, password, home).expect(200);
    const limits = proxied.studio.app.get(LoginLimits);
    const guess = (i: number) =>
      limits
        .checkPassword({ email: user.email, address: `10.6.0.${i}` }, () => Promise.resolve(null))
        .then(
          () => 'taken' as const,
          ({ status }: ApiError) => status,
        );
    const outcomes = [];
    for (let i = 0; i < 220; i++) outcomes.push(await guess(i % 30));
    expect(outcomes).toEqual([...Array(200).fill('taken'), ...Array(20).fill(429)]);

    const refused = await attempt(proxied, user.email, password, '10.7.0.1').expect(429);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(3_600);
    await attempt(proxied, user.email, password, home).expect(200);
    await attempt(proxied, user.email, 'wrong', home).expect(401);
    await attempt(proxied, other.user.email, other.password, '10.7.0.1').expect(200);
    await attempt(proxied, 'nobody@example.org', 'wrong', '10.7.0.1').expect(401);
    // A network is known for 90 days after the last sign-in from it.
    await proxied.studio.app
      .get(Database)
      .sql.updateTable('known_networks')
      .set({ seen_at: ago(90 * 86_400_000) })
      .where('user_id', '=', user.id)
      .execute();
    await attempt(proxied, user.email, password, home).expect(429);
  });
});

describe('H48: a wrong password', () => {
  it('is answered alike, whether there is an account or not, suspended or not', async () => {
    const [known, suspended] = [await proxied.person(), await proxied.person()];
    await proxied.studio.app
      .get(Database)
      .sql.updateTable('users')
      .set({ suspended_at: ago(0), suspension_reason: 'Said so.' })
      .where('id', '=', suspended.user.id)
      .execute();
    const emails = [known.user.email, suspended.user.email, 'unknown@example.org'];
    const bodies = new Set<string>();
    for (const email of emails) {
      const { body } = await attempt(proxied, email, 'a wrong password', '10.9.0.1').expect(401);
      bodies.add(JSON.stringify({ ...body, requestId: '' }));
    }
    expect([...bodies]).toHaveLength(1);
  });
});

describe('registering', () => {
  it('is allowed 60 times a minute from one address', async () => {
    const register = (i: number, address: string) =>
      proxied
        .call('post', '/auth/register')
        .set('x-forwarded-for', address)
        .send({ email: `many${i}@example.org`, username: `many${i}`, password: 'a good password' });
    await proxied.studio.app.get(RateLimiter).add(registrationsPerNetwork, '10.4.0.1', 59, 60_000);
    await register(60, '10.4.0.1').expect(201);
    await register(61, '10.4.0.1').expect(429);
    await register(62, '10.4.0.2').expect(201);
  });

  it('answers 403 where registration is closed', async () => {
    const closed = await startTestStudio({ REGISTRATION: 'closed' });
    const response = await closed
      .call('post', '/auth/register')
      .send({ email: 'a@example.org', username: 'abc', password: 'a good password' })
      .expect(403);
    expect(response.body.code).toBe('registration_closed');
    await closed.stop();
  });
});
