import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { itAtNight } from '../../../test/support/nightly.js';
import { firstAdmin, suspend } from '../../../test/support/studio/admin-actions.js';
import { keepSessions } from '../../../test/support/studio/expire-session.js';
import { socketClientsOf } from '../../../test/support/studio/socket-clients.js';
import {
  type Person,
  signIn,
  startTestStudio,
  type TestStudio,
} from '../../../test/support/studio/test-studio.js';
import { newId } from '../../common/ids.js';
import { Database } from '../../database/database.js';

let studio: TestStudio;
const tabs = socketClientsOf(() => studio);
beforeAll(async () => {
  studio = await startTestStudio();
});
afterEach(tabs.closeAll);
afterAll(() => studio.stop());

const register = (username: string, password: string) =>
  studio.call('post', '/auth/register').send({ email: `${username}@example.org`, username, password });
const login = ({ user: { email } }: Pick<Person, 'user'>, password: string) =>
  studio.call('post', '/auth/login').send({ email, password });
const change = (who: Person, currentPassword: string, newPassword: string) =>
  studio.call('post', '/auth/password', who).send({ currentPassword, newPassword });
const isDead = async (token: string) =>
  (await studio.call('get', '/auth/me').set('authorization', `Bearer ${token}`)).status === 401;

/** Fewer than the allowed attempts from one address, so that none is refused for the limit. */
const concurrency = 8;

describe('a password', () => {
  itAtNight('is stored as a hash of argon2id that takes 19 MiB and two passes', async () => {
    const { user } = await studio.person();
    const { passwordHash } = await studio.studio.app
      .get(Database)
      .sql.selectFrom('users')
      .select('password_hash as passwordHash')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow();
    expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('H67 has 8 to 128 characters, and each of them counts', async () => {
    for (const length of [7, 129, 1_000]) {
      const { body } = await register(`p${newId()}`, 'p'.repeat(length)).expect(400);
      expect(body.fields).toEqual([expect.objectContaining({ path: 'password' })]);
    }
    for (const length of [8, 64, 73, 128]) {
      const password = 'p'.repeat(length);
      const { body } = await register(`p${newId()}`, password).expect(201);
      // Passwords that differ only in the last character, which is the 73rd byte of one of them.
      await login(body, `${password.slice(0, -1)}q`).expect(401);
      await login(body, password).expect(200);
    }
  });

  it('H67 changes to a valid one, and is not changed by an invalid one', async () => {
    const person = await studio.person();
    for (const bad of ['p'.repeat(7), 'p'.repeat(129), 'a lone \ud800 half', 'a NUL \0 inside'])
      await change(person, person.password, bad).expect(400);
    await change(person, 'not the password', 'another password').expect(400);
    await signIn(studio, person.user.email, person.password);
  });

  it('H67 is the same, however its letters are put together, and case and spaces count', async () => {
    const { body } = await register(`p${newId()}`, ' Grüße é '.normalize('NFD')).expect(201);
    await login(body, ' Grüße é '.normalize('NFC')).expect(200);
    await login(body, ' Grüße é '.normalize('NFD')).expect(200);
    for (const other of ['Grüße é', ' grüße é ', ' Grusse e ']) await login(body, other).expect(401);
    await change({ ...body }, ' Grüße é '.normalize('NFC'), 'another password').expect(204);
  });
});

describe('a change of the password', () => {
  it('H67 ends all other sessions and their sockets, and no socket of the one that made it', async () => {
    const person = await studio.person();
    const other = await signIn(studio, person.user.email, person.password);
    const [mine, theirs] = [await tabs.open(person), await tabs.open(other)];
    const ended = theirs.ended();
    await change(person, person.password, 'another password').expect(204);
    await ended;
    expect(theirs.received).toContainEqual(['session:revoked', { reason: 'The password was changed.' }]);
    expect(await theirs.reconnect()).toBe('unauthorized');
    await mine.settle();
    expect(mine.socket.connected).toBe(true);
  });

  it('H67 leaves no session to whoever signs in with the old one at that moment', async () => {
    for (let round = 0; round < 3; round++) {
      const person = await studio.person();
      const changed = change(person, person.password, 'another password').then(({ status }) => status);
      const logins = [];
      for (let n = 0; n < concurrency; n++) {
        logins.push(login(person, person.password).then(({ body }) => body.access_token));
        // Each begins the time of a call after the one before.
        await studio.call('get', '/health/live');
      }
      expect(await changed).toBe(204);
      for (const token of await Promise.all(logins))
        if (token !== undefined) expect(await isDead(token)).toBe(true);
    }
  });

  it('H67 leaves the password as it is where the other sessions cannot be ended', async () => {
    // In Redis, sessions cannot be kept from ending for one account only.
    if (studio.config.redisUrl !== null) return;
    const person = await studio.person();
    await signIn(studio, person.user.email, person.password);
    const mayEnd = await keepSessions(studio, person);
    const { status } = await change(person, person.password, 'another password');
    expect(status).toBeGreaterThanOrEqual(500);
    await mayEnd();
    await login(person, 'another password').expect(401);
    await change(person, person.password, 'another password').expect(204);
  });

  it('H67 succeeds once of two at once: for the other the current password is wrong by then', async () => {
    const person = await studio.person();
    const other = await signIn(studio, person.user.email, person.password);
    const wanted = ['the first password', 'the second password'] as const;
    const responses = await Promise.all([
      change(person, person.password, wanted[0]),
      change(other, person.password, wanted[1]),
    ]);
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 400]);
    const stands = responses[0].status === 204 ? wanted[0] : wanted[1];
    await signIn(studio, person.user.email, stands);
  });
});

it('H67 a suspension leaves no session to whoever signs in at that moment, not even once it is over', async () => {
  const admin = await firstAdmin(studio);
  for (let round = 0; round < 3; round++) {
    const person = await studio.person();
    const logins = Array.from({ length: concurrency }, () => login(person, person.password));
    await Promise.race(logins);
    await suspend(studio, admin, person).expect(200);
    const tokens = (await Promise.all(logins)).map(({ body }) => body.access_token);
    await suspend(studio, admin, person, false).expect(200);
    for (const token of tokens) if (token !== undefined) expect(await isDead(token)).toBe(true);
  }
});
