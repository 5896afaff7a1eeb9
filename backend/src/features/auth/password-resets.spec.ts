import { mock } from 'node:test';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  linkIn,
  type MailServer,
  type ReceivedMail,
  startMailServer,
} from '../../../test/support/mail-server.js';
import { firstAdmin, suspend } from '../../../test/support/studio/admin-actions.js';
import { keepSessions } from '../../../test/support/studio/expire-session.js';
import { socketClientsOf } from '../../../test/support/studio/socket-clients.js';
import {
  type Person,
  signIn,
  startTestStudio,
  type TestStudio,
} from '../../../test/support/studio/test-studio.js';
import { until } from '../../../test/support/until.js';
import { newId } from '../../common/ids.js';
import { Database } from '../../database/database.js';
import {
  failuresPerAccountAndNetwork,
  resetsPerAccountAndNetwork,
  resetsPerAccountTotal,
} from './login-limits.js';

let studio: TestStudio;
let mail: MailServer;
const tabs = socketClientsOf(() => studio);
beforeAll(async () => {
  mail = await startMailServer();
  studio = await startTestStudio({
    SMTP_URL: mail.url,
    MAIL_FROM: 'studio@studio.example',
    PUBLIC_URL: 'https://studio.example',
    TRUSTED_PROXIES: '127.0.0.1',
  });
});
afterEach(tabs.closeAll);
afterAll(async () => {
  await studio.stop();
  await mail.stop();
});

const ask = (email: string, address = '192.0.2.1') =>
  studio.call('post', '/auth/password-reset').set('x-forwarded-for', address).send({ email });
const confirm = (token: string, newPassword = 'another password') =>
  studio.call('post', '/auth/password-reset/confirmation').send({ token, newPassword });
const login = (email: string, password: string) =>
  studio.call('post', '/auth/login').send({ email, password });
const isDead = async (who: Person) => (await studio.call('get', '/auth/me', who)).status === 401;

/** The mails to an address, the latest first. */
const mailTo = ({ user }: Person) => mail.received.filter(({ to }) => to.includes(user.email)).toReversed();

/** Requests a link and waits for its mail. */
async function tokenFor(who: Person, email = who.user.email): Promise<string> {
  const before = mailTo(who).length;
  await ask(email).expect(204);
  await until(() => mailTo(who).length > before);
  const [newest] = mailTo(who);
  const { origin, pathname, hash } = linkIn(newest as ReceivedMail);
  expect(origin + pathname).toBe('https://studio.example/reset-password');
  return hash.slice(1);
}

describe('a link for a new password', () => {
  it('goes to the address of the account, however it was typed, and says whose it is and how long it is good', async () => {
    const person = await studio.person();
    expect(await tokenFor(person, person.user.email.toUpperCase())).toMatch(/^[\w.-]{50,}$/);
    const [{ from, to, message } = { from: '', to: [], message: '' }] = mailTo(person);
    expect([from, to]).toEqual(['studio@studio.example', [person.user.email]]);
    expect(message).toContain(`Hello ${person.user.username},`);
    expect(message).toContain('within 30 minutes');
  });

  it('H87 sets the password once, and ends every session of the account with its sockets', async () => {
    const person = await studio.person();
    const elsewhere = await signIn(studio, person.user.email, person.password);
    const tab = await tabs.open(person);
    const ended = tab.ended();
    const [first, second] = [await tokenFor(person), await tokenFor(person)];
    await confirm(second).expect(204);
    await ended;
    expect(tab.received).toContainEqual(['session:revoked', { reason: 'The password was changed.' }]);
    for (const who of [person, elsewhere]) expect(await isDead(who)).toBe(true);
    await login(person.user.email, person.password).expect(401);
    await login(person.user.email, 'another password').expect(200);
    // The other link as well: it was for the replaced password.
    for (const token of [first, second]) {
      const { body } = await confirm(token, 'a third password').expect(400);
      expect(body.code).toBe('invalid_reset_link');
    }
  });

  it('H87 works for one of two who use it at once', async () => {
    const person = await studio.person();
    const token = await tokenFor(person);
    const responses = await Promise.all([
      confirm(token, 'the first password'),
      confirm(token, 'the second one'),
    ]);
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 400]);
  });

  it('H87 stays good, and the old password as well, where the sessions cannot be ended', async () => {
    // In Redis, sessions cannot be kept from ending for one account only.
    if (studio.config.redisUrl !== null) return;
    const person = await studio.person();
    const token = await tokenFor(person);
    // One of that moment, with the old password.
    const mayEnd = await keepSessions(studio, person, { begunDuringChange: true });
    expect((await confirm(token)).status).toBeGreaterThanOrEqual(500);
    await mayEnd();
    await login(person.user.email, 'another password').expect(401);
    await login(person.user.email, person.password).expect(200);
    await confirm(token).expect(204);
  });

  it('H87 is good for 30 minutes', async () => {
    const person = await studio.person();
    const token = await tokenFor(person);
    mock.timers.enable({ apis: ['Date'], now: Date.now() + 31 * 60_000 });
    try {
      await confirm(token).expect(400);
    } finally {
      mock.timers.reset();
    }
    await confirm(token).expect(204);
  });

  it('H87 is no session, and a session is no link', async () => {
    const person = await studio.person();
    const token = await tokenFor(person);
    await studio.call('get', '/auth/me').set('authorization', `Bearer ${token}`).expect(401);
    const [header, , signature] = token.split('.');
    const forged = Buffer.from(JSON.stringify({ sub: person.user.id, aud: 'password-reset' })).toString(
      'base64url',
    );
    for (const bad of [
      person.access_token,
      `${header}.${forged}.${signature}`,
      `${token}x`,
      'x',
      token.slice(0, -2),
    ])
      await confirm(bad).expect(400);
    await login(person.user.email, person.password).expect(200);
  });

  it('sets no password that may not be one, and stays good', async () => {
    const person = await studio.person();
    const token = await tokenFor(person);
    const { body } = await confirm(token, 'short').expect(400);
    expect(body.fields).toEqual([expect.objectContaining({ path: 'newPassword' })]);
    await confirm(token).expect(204);
  });

  it('lets somebody in again who had tried too often with passwords that were wrong', async () => {
    const person = await studio.person();
    for (let n = 0; n < failuresPerAccountAndNetwork.points; n++)
      await login(person.user.email, 'wrong').expect(401);
    await login(person.user.email, person.password).expect(429);
    await confirm(await tokenFor(person)).expect(204);
    await login(person.user.email, 'another password').expect(200);
  });

  it('does not lift a suspension', async () => {
    const person = await studio.person();
    await suspend(studio, await firstAdmin(studio), person).expect(200);
    await confirm(await tokenFor(person)).expect(204);
    expect((await login(person.user.email, 'another password').expect(403)).body.code).toBe('suspended');
  });
});

describe('asking for a link', () => {
  it('H87 answers the same for accounts that there are, are not, and have no password; only the first gets mail', async () => {
    const person = await studio.person();
    const fromForum = await studio.person();
    await studio.studio.app
      .get(Database)
      .sql.updateTable('users')
      .set({ password_hash: null })
      .where('id', '=', fromForum.user.id)
      .execute();
    const responses = [];
    for (const email of [`n${newId()}@example.org`, fromForum.user.email, person.user.email]) {
      const { status, text, headers } = await ask(email);
      const { date: _date, 'x-request-id': _id, ...rest } = headers as Record<string, string>;
      responses.push({ status, text, rest });
    }
    expect(responses).toEqual(Array(3).fill(responses[2]));
    expect(responses[0]?.status).toBe(204);
    await until(() => mailTo(person).length === 1);
    expect(mailTo(fromForum)).toEqual([]);
  });

  it('H87 is limited by account and network, and by account from all networks, whether or not there is one', async () => {
    for (const email of [(await studio.person()).user.email, `n${newId()}@example.org`]) {
      for (let n = 0; n < resetsPerAccountAndNetwork.points; n++) await ask(email, '192.0.2.7').expect(204);
      await ask(email, '192.0.2.7').expect(429);
      // Refused requests counted as well.
      const left = resetsPerAccountTotal.points - resetsPerAccountAndNetwork.points;
      for (let n = 0; n < left; n++) await ask(email, `198.51.100.${n}`).expect(204);
      const { body, headers } = await ask(email, '203.0.113.9').expect(429);
      expect(body.message).toMatch(/^Too many attempts\. Try again in /);
      expect(Number(headers['retry-after'])).toBeGreaterThan(3_000);
    }
  });

  it('H87 is possible for the owner in a known network, however often others have asked elsewhere', async () => {
    const { user, password } = await studio.person();
    const home = '192.0.2.20';
    await login(user.email, password).set('x-forwarded-for', home).expect(200);
    for (let n = 0; n < resetsPerAccountTotal.points; n++)
      await ask(user.email, `198.51.100.${n}`).expect(204);
    await ask(user.email, '203.0.113.9').expect(429);
    for (let n = 0; n < resetsPerAccountAndNetwork.points; n++) await ask(user.email, home).expect(204);
    await ask(user.email, home).expect(429);
  });

  it('sends nothing to the demo account, whose password nobody can change', async () => {
    await ask('demo@studio.local').expect(204);
    // Mail is sent after the response, in order.
    await tokenFor(await studio.person());
    expect(mail.received.filter(({ to }) => to.includes('demo@studio.local'))).toEqual([]);
  });

  it('H87 takes nothing for an address that could be more than one, or a header', async () => {
    const person = await studio.person();
    const { user } = person;
    for (const email of [
      `${user.email}\r\nBcc: eve@example.org`,
      `${user.email}\nSubject: hello`,
      `${user.email},eve@example.org`,
      `${user.email} eve@example.org`,
      `<${user.email}>`,
      `Eve <${user.email}>`,
      `${user.email}%0d%0aBcc:eve@example.org`,
      `${user.email}\0`,
      `${'a'.repeat(300)}@example.org`,
      [user.email, 'eve@example.org'],
      { email: user.email },
      null,
    ])
      await studio.call('post', '/auth/password-reset').send({ email }).expect(400);
    await ask(`  ${user.email}`).expect(400);
    // Mail is sent after the response, in order.
    await tokenFor(person);
    expect(mailTo(person)).toHaveLength(1);
    expect(mail.received.filter(({ to }) => to.includes('eve@example.org'))).toEqual([]);
  });

  it('H87 sends a link to the studio’s own address, whatever host the request was for', async () => {
    const person = await studio.person();
    await ask(person.user.email).set('host', 'eve.example').set('x-forwarded-host', 'eve.example');
    await until(() => mailTo(person).length === 1);
    const [{ message } = { message: '' }] = mailTo(person);
    expect(message).not.toContain('eve.example');
    expect(linkIn(mailTo(person)[0] as ReceivedMail).origin).toBe('https://studio.example');
  });

  it('answers as always while the mail server refuses', async () => {
    const { body } = await studio
      .call('post', '/auth/register')
      .send({ email: 'nobody@example.org', username: `n${newId()}`, password: 'a good password' })
      .expect(201);
    await ask('nobody@example.org').expect(204);
    expect(mailTo(body)).toEqual([]);
  });
});

it('a studio that sends no mail says whom to ask', async () => {
  const other = await startTestStudio({ SUPPORT_EMAIL: 'help@studio.example' });
  const { body } = await other
    .call('post', '/auth/password-reset')
    .send({ email: 'ada@example.org' })
    .expect(403);
  expect(body.message).toBe('This studio sends no email. Ask help@studio.example for a new password.');
  expect((await other.call('get', '/studio')).body.passwordReset).toBe(false);
  expect((await studio.call('get', '/studio')).body.passwordReset).toBe(true);
  await other.stop();
});
