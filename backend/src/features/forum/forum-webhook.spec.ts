import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import jwt from 'jsonwebtoken';
import { connect } from 'socket.io-client';
import { setAdmin } from '../../../test/support/studio/admin-actions.js';
import { runJobs } from '../../../test/support/studio/run-jobs.js';
import {
  adminPassword,
  type Person,
  signIn,
  startTestStudio,
  type TestStudio,
} from '../../../test/support/studio/test-studio.js';
import { EventPublisher } from '../../common/domain-events.js';
import { newId } from '../../common/ids.js';
import { Database } from '../../database/database.js';

const secret = 'what the forum and the studio share';
const webhookSecret = 'what the forum signs its webhooks with';
const forum = 'https://forum.example';
const suspendedTill = '3026-12-24T00:00:00.000Z';
let studio: TestStudio;
beforeAll(async () => {
  studio = await startTestStudio({
    FORUM_URL: forum,
    FORUM_SECRET: secret,
    FORUM_WEBHOOK_SECRET: webhookSecret,
  });
});
afterAll(() => studio.stop());

const database = () => studio.studio.app.get(Database).sql;
let ids = 1_000;

/** A forum member who has signed in here. */
async function member() {
  const forumId = ids++;
  const username = `m${newId()}`;
  return { forumId, person: await arrive(forumId, { username }), username };
}

/** Signs a member in by a new token of the forum. */
async function arrive(forumId: number, changed: object = {}): Promise<Person> {
  return { ...(await handOver(forumId, changed).expect(200)).body, password: '' };
}

function handOver(forumId: number, changed: object = {}) {
  const claims = {
    sub: forumId,
    email: `m${forumId}@forum.example`,
    username: `m${forumId}`,
    aud: 'studio',
    jti: newId(),
  };
  const token = jwt.sign({ ...claims, ...changed }, secret, { expiresIn: 300 });
  return studio.call('post', '/auth/discourse-login').send({ token });
}

const signatureOf = (body: string, key = webhookSecret) =>
  `sha256=${createHmac('sha256', key).update(body).digest('hex')}`;

function post(body: string, headers: Record<string, string>, on = studio) {
  return on.call('post', '/forum/webhook').type('application/json').set(headers).send(body);
}

let seen = 0;
/** The body of an event about a member. Unique, because it contains when the member was last seen. */
const bodyOf = (user: object) => JSON.stringify({ user: { ...user, last_seen_at: `${seen++}` } });

/** Sends an event about a member, by default with a new body. @returns whether the studio did anything. */
async function sendEvent(event: string, user: object, body = bodyOf(user)): Promise<boolean> {
  const headers = {
    'x-discourse-event-type': 'user',
    'x-discourse-event': event,
    'x-discourse-event-id': newId(),
    'x-discourse-event-signature': signatureOf(body),
  };
  return (await post(body, headers).expect(200)).body.done;
}

const isSignedIn = async (who: Person) => (await studio.call('get', '/auth/me', who)).status === 200;

const setDestroyed = ({ user }: Person, at: Date) =>
  database().updateTable('users').set({ forum_destroyed_at: at }).where('id', '=', user.id).execute();

async function auditOf(userId: string) {
  const admin = await signIn(studio, studio.config.adminEmail, adminPassword);
  const { body } = await studio.call('get', '/admin/audit?limit=100', admin).expect(200);
  const entries: { action: string; actor: unknown; reason: string; subject: { id: string } }[] = body.data;
  return entries
    .filter(({ subject }) => subject.id === userId)
    .map(({ action, actor, reason }) => ({ action, actor, reason }));
}

describe('a webhook', () => {
  const body = JSON.stringify({ user: { id: 1 } });
  it.each<[string, string | undefined]>([
    ['no signature', undefined],
    ['an empty one', ''],
    ['one without its kind', signatureOf(body).slice(7)],
    ['one of another kind', signatureOf(body).replace('sha256', 'sha1')],
    ['one of another secret', signatureOf(body, 'another secret altogether')],
    ['one of another body', signatureOf(`${body} `)],
    ['one in capitals', `sha256=${signatureOf(body).slice(7).toUpperCase()}`],
    ['half of one', signatureOf(body).slice(0, 39)],
  ])('with %s is 401', async (_, signature) => {
    const headers = signature === undefined ? {} : { 'x-discourse-event-signature': signature };
    const refused = await post(body, { 'x-discourse-event': 'user_logged_out', ...headers }).expect(401);
    expect(refused.body.code).toBe('unauthorized');
  });

  it.each<[string, string, number]>([
    ['that is no JSON', '{"user":', 400],
    ['of nobody', '{}', 400],
    ['of somebody without an id', '{"user":{"username":"ada"}}', 400],
    ['of somebody whose id is a list', '{"user":{"id":[1]}}', 400],
    ['beyond 256 KiB', `{"user":{"id":1,"bio":"${'x'.repeat(262_144)}"}}`, 413],
  ])('%s is refused, though signed: %j', async (_, signed, status) => {
    const headers = {
      'x-discourse-event': 'user_destroyed',
      'x-discourse-event-signature': signatureOf(signed),
    };
    await post(signed, headers).expect(status);
  });

  it('about other things, or about people who have never been here, is taken and ignored', async () => {
    const ping = '{"ping":"OK"}';
    await post(ping, { 'x-discourse-event-signature': signatureOf(ping) }).expect(200, { done: false });
    const { forumId, person } = await member();
    expect(await sendEvent('user_badge_granted', { id: forumId })).toBe(false);
    expect(await sendEvent('user_destroyed', { id: ids++ })).toBe(false);
    expect(await isSignedIn(person)).toBe(true);
  });
});

describe('a webhook that is sent again', () => {
  const acts = ['user_suspended', 'user_updated'];

  it.each(['user_logged_in', 'user_updated', 'user_logged_out'])(
    'under another name than %s does nothing, whatever id it has, then and later',
    async (name) => {
      const { forumId, person } = await member();
      const body = bodyOf({ id: forumId, username: 'Renamed', suspended_till: suspendedTill });
      expect(await sendEvent(name, {}, body)).toBe(name !== 'user_logged_in');
      const before = `before-${forumId}`;
      // After the suspension that the body names.
      const iat = Math.floor(Date.now() / 1_000) + 2;
      const back = await arrive(forumId, { username: before, iat });
      const log = await auditOf(person.user.id);
      for (const act of acts)
        expect({ act, done: await sendEvent(act, {}, body) }).toEqual({ act, done: false });
      const { body: me } = await studio.call('get', '/auth/me', back).expect(200);
      expect(me.username).toBe(before);
      expect(await auditOf(person.user.id)).toEqual(log);
    },
  );

  it('does nothing to somebody who has come here since', async () => {
    const forumId = ids++;
    const body = bodyOf({ id: forumId, suspended_till: suspendedTill });
    expect(await sendEvent('user_updated', {}, body)).toBe(false);
    const person = await arrive(forumId);
    for (const act of acts) expect(await sendEvent(act, {}, body)).toBe(false);
    expect(await isSignedIn(person)).toBe(true);
  });

  it.each(['user_logged_in', 'user_updated', 'user_suspended'])(
    'a sign-out whose body equals that of an earlier %s is applied, exactly once, and does nothing else',
    async (name) => {
      const { forumId, person } = await member();
      const body = bodyOf({ id: forumId, username: 'Renamed', suspended_till: suspendedTill });
      await sendEvent(name, {}, body);
      // After the suspension that the body names.
      const iat = Math.floor(Date.now() / 1_000) + 2;
      const back = await arrive(forumId, { iat });
      const done = await Promise.all(Array.from({ length: 5 }, () => sendEvent('user_logged_out', {}, body)));
      expect(done.filter(Boolean)).toHaveLength(1);
      expect(await isSignedIn(back)).toBe(false);
      expect((await auditOf(person.user.id))[0]?.action).toBe('forum.user-logged-out');
      expect(await isSignedIn(await arrive(forumId, { iat }))).toBe(true);
    },
  );

  it('a deletion whose body equals that of an earlier suspension is applied, exactly once', async () => {
    const { forumId, person } = await member();
    const project = await studio.project(person, { isPublic: true });
    const body = bodyOf({ id: forumId, suspended_till: suspendedTill });
    for (const name of ['user_logged_out', 'user_suspended']) await sendEvent(name, {}, body);
    await studio.call('get', `/projects/${project.id}`).expect(200);
    const done = await Promise.all(Array.from({ length: 5 }, () => sendEvent('user_destroyed', {}, body)));
    expect(done.filter(Boolean)).toHaveLength(1);
    await studio.call('get', `/projects/${project.id}`).expect(404);
    expect((await auditOf(person.user.id)).map(({ action }) => action)).toEqual([
      'forum.user-destroyed',
      'forum.user-suspended',
    ]);
  });

  it.each([undefined, null, '', 'soon', '2020-01-01T00:00:00.000Z'])(
    'suspends nobody whose suspension ends at %j',
    async (suspended_till) => {
      const { forumId, person } = await member();
      expect(await sendEvent('user_suspended', { id: forumId, suspended_till })).toBe(false);
      expect(await isSignedIn(person)).toBe(true);
    },
  );
});

describe('an event of the forum about a person', () => {
  it('somebody who signs out of the forum loses every session and socket here within 2 s, and may come back', async () => {
    const { forumId, person } = await member();
    const other = await arrive(forumId);
    const socket = connect(studio.url, { auth: { token: person.access_token }, transports: ['websocket'] });
    await once(socket as unknown as NodeJS.EventEmitter, 'connect');
    const since = Date.now();
    const [cut, revoked] = [
      new Promise((gone) => socket.on('disconnect', gone)),
      new Promise((said) => socket.on('session:revoked', said)),
    ];
    expect(await sendEvent('user_logged_out', { id: forumId, username: 'whatever' })).toBe(true);
    expect(await revoked).toEqual({ reason: 'You have signed out of the forum.' });
    await cut;
    expect(Date.now() - since).toBeLessThan(2_000);
    expect([await isSignedIn(person), await isSignedIn(other)]).toEqual([false, false]);
    expect(await isSignedIn(await arrive(forumId))).toBe(true);
    expect(await auditOf(person.user.id)).toEqual([
      { action: 'forum.user-logged-out', actor: null, reason: '' },
    ]);
  });

  it('a sign-out is announced once it is stored: until then a socket could connect again', async () => {
    const { forumId } = await member();
    const { app } = studio.studio;
    const announced: boolean[] = [];
    app
      .get(EventPublisher)
      .subscribe('session.revoked', () => announced.push(app.get(Database).sql.isTransaction));
    expect(await sendEvent('user_logged_out', { id: forumId })).toBe(true);
    expect(announced).toEqual([false]);
  });

  it('a sign-out that the forum reports twice counts once, also when both events arrive at once', async () => {
    const { forumId, person } = await member();
    const event = bodyOf({ id: forumId });
    const done = await Promise.all(
      Array.from({ length: 5 }, () => sendEvent('user_logged_out', { id: forumId }, event)),
    );
    expect(done.filter(Boolean)).toHaveLength(1);
    const again = await arrive(forumId);
    expect(await sendEvent('user_logged_out', { id: forumId }, event)).toBe(false);
    expect(await isSignedIn(again)).toBe(true);
    expect(await auditOf(person.user.id)).toHaveLength(1);
  });

  it('somebody whom the forum suspends is out, stays out with a token from before, and is in again once it hands them over', async () => {
    const { forumId, person } = await member();
    const project = await studio.project(person, { isPublic: true });
    expect(await sendEvent('user_suspended', { id: forumId, suspended_till: suspendedTill })).toBe(true);
    expect(await isSignedIn(person)).toBe(false);
    const now = Math.floor(Date.now() / 1_000);
    for (const stale of [{ iat: now - 1 }, { iat: now - 1, exp: undefined }]) {
      const refused = await handOver(forumId, JSON.parse(JSON.stringify(stale))).expect(403);
      expect(refused.body).toMatchObject({
        code: 'suspended',
        detail: 'Your forum account is suspended.',
      });
    }
    // Their projects stay visible: moderators decide about those here.
    await studio.call('get', `/projects/${project.id}`).expect(200);
    const back = await arrive(forumId, { iat: now + 2 });
    expect(back.user.id).toBe(person.user.id);
    await arrive(forumId, { iat: now - 1 });
    expect(await auditOf(person.user.id)).toEqual([
      { action: 'forum.user-suspended', actor: null, reason: `Until ${suspendedTill}` },
    ]);
  });

  it('a forum suspension refuses tokens from a clock that is ahead', async () => {
    const { forumId } = await member();
    const held = handOver(forumId, { iat: Math.floor(Date.now() / 1_000) + 120 });
    expect(await sendEvent('user_suspended', { id: forumId, suspended_till: suspendedTill })).toBe(true);
    await held.expect(401);
    await handOver(forumId, { iat: Math.floor(Date.now() / 1_000) - 1 }).expect(403);
  });

  it('H67 a forum suspension keeps somebody out, also if the sign-out with the same body is reported first', async () => {
    const { forumId, person } = await member();
    const body = bodyOf({ id: forumId, suspended_till: suspendedTill });
    expect(await sendEvent('user_logged_out', {}, body)).toBe(true);
    expect(await sendEvent('user_suspended', {}, body)).toBe(false);
    expect(await isSignedIn(person)).toBe(false);
    await handOver(forumId, { iat: Math.floor(Date.now() / 1_000) - 1 }).expect(403);
    expect((await auditOf(person.user.id)).map(({ action }) => action)).toEqual(['forum.user-suspended']);
  });

  it('H67 somebody who is suspended while being handed over is out, whichever comes first, and stays out', async () => {
    for (let round = 0; round < 3; round++) {
      const { forumId } = await member();
      const made = { iat: Math.floor(Date.now() / 1_000) - 1 };
      const handed = Array.from({ length: 8 }, () => handOver(forumId, made));
      await Promise.race(handed);
      expect(await sendEvent('user_suspended', { id: forumId, suspended_till: suspendedTill })).toBe(true);
      for (const { body, status } of await Promise.all(handed))
        if (status === 200) expect(await isSignedIn(body)).toBe(false);
      await handOver(forumId, made).expect(403);
    }
  });

  it('somebody whom a moderator here has suspended stays out although the forum lets them in', async () => {
    const { forumId, person } = await member();
    const admin = await signIn(studio, studio.config.adminEmail, adminPassword);
    const suspension = { suspended: true, reason: 'Spam.' };
    await studio
      .call('patch', `/admin/users/${person.user.id}/suspension`, admin)
      .send(suspension)
      .expect(200);
    const refused = await handOver(forumId, { iat: Math.floor(Date.now() / 1_000) + 2 }).expect(403);
    expect(refused.body.detail).toBe('This account is suspended: “Spam.”');
  });

  it('somebody whom the forum deletes and signs in again has everything back, except the admin right, within 30 days', async () => {
    const { forumId, person } = await member();
    const admin = await signIn(studio, studio.config.adminEmail, adminPassword);
    await setAdmin(studio, admin, person, true).expect(200);
    const mine = await studio.project(person, { isPublic: true, isEmbeddable: true });
    expect(await sendEvent('user_destroyed', { id: forumId })).toBe(true);
    await studio.call('get', `/projects/${mine.id}`).expect(404);
    const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1_000);
    const now = Math.floor(Date.now() / 1_000);

    await setDestroyed(person, secondsAgo(31 * 86_400));
    await handOver(forumId, { iat: now }).expect(403);
    await setDestroyed(person, secondsAgo(120));
    // By a clock that may be a minute ahead, the second one was made before the deletion.
    for (const iat of [now - 150, now - 70]) await handOver(forumId, { iat }).expect(403);
    await studio.call('get', `/projects/${mine.id}`).expect(404);
    const back = await arrive(forumId, { iat: now });
    expect(back.user).toMatchObject({ id: person.user.id, isAdmin: false });
    const { body } = await studio.call('get', `/projects/${mine.id}`).expect(200);
    expect(body).toMatchObject({ isPublic: true, isEmbeddable: true });
    expect((await auditOf(person.user.id))[0]).toEqual({
      action: 'forum.user-restored',
      actor: null,
      reason: 'The forum had deleted this person, and has signed them in since.',
    });
  });

  it('somebody whom the forum deletes is out; their projects are private for 30 days, and then gone with everything', async () => {
    const { forumId, person } = await member();
    const admin = await signIn(studio, studio.config.adminEmail, adminPassword);
    const mine = await studio.project(person, { isPublic: true, isEmbeddable: true });
    const others = await studio.project(admin, { isPublic: true });
    await studio.call('post', `/projects/${others.id}/like`, person).send({ isLiked: true });
    const likes = async () => (await studio.call('get', `/projects/${others.id}`).expect(200)).body.likes;
    expect(await likes()).toBe(1);

    expect(await sendEvent('user_destroyed', { id: forumId })).toBe(true);
    expect(await isSignedIn(person)).toBe(false);
    await studio.call('get', `/projects/${mine.id}`).expect(404);
    const late = { iat: Math.floor(Date.now() / 1_000) + 2, username: 'anew' };
    expect((await handOver(forumId, late).expect(403)).body.detail).toContain('was deleted');

    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
    const rows = async () => [
      ...(await database().selectFrom('users').select('id').where('id', '=', person.user.id).execute()),
      ...(await database().selectFrom('projects').select('id').where('id', '=', mine.id).execute()),
    ];
    await setDestroyed(person, daysAgo(29));
    await runJobs(studio, 'destroyed-accounts');
    expect(await rows()).toHaveLength(2);
    // A repetition does not restart the 30 days.
    await sendEvent('user_destroyed', { id: forumId });
    await setDestroyed(person, daysAgo(31));
    await runJobs(studio, 'destroyed-accounts');
    expect(await rows()).toEqual([]);
    expect(await likes()).toBe(0);
    expect((await auditOf(person.user.id)).map(({ action }) => action)).toEqual([
      'forum.user-removed',
      'forum.user-destroyed',
      'forum.user-destroyed',
    ]);
  });

  it('somebody whom the forum renames has the new name here, the address, and the picture, if it is the forum’s own', async () => {
    const { forumId, person } = await member();
    const me = async () => (await studio.call('get', '/auth/me', person).expect(200)).body;
    const update = (user: object) => sendEvent('user_updated', { id: forumId, ...user });
    await update({
      username: 'Renamed',
      avatar_template: '/user_avatar/forum.example/renamed/{size}/7_2.png',
    });
    expect(await me()).toMatchObject({
      username: 'Renamed',
      avatar: `${forum}/user_avatar/forum.example/renamed/144/7_2.png`,
    });
    await update({ email: 'r&d@xn--e1afmkfd.xn--p1ai' });
    await update({ avatar_template: '//cdn.example/{size}/7_2.png', email: 'no address' });
    expect((await me()).email).toBe('r&d@xn--e1afmkfd.xn--p1ai');
    await update({ username: 'Renamed', avatar_template: '/letter_avatar_proxy/v4/letter/r/{size}.png' });
    expect(await me()).toMatchObject({
      username: 'Renamed',
      avatar: `${studio.config.assetsUrl}/avatars/initials/Renamed.svg`,
    });
  });
});

it('an update that comes after a newer one, because the forum repeats it, changes nothing', async () => {
  const { forumId, person } = await member();
  const update = (username: string, last_seen_at: unknown) => {
    const user = { id: forumId, username, email: `${username}@forum.example`, last_seen_at };
    return sendEvent('user_updated', {}, JSON.stringify({ user }));
  };
  const me = async () => (await studio.call('get', '/auth/me', person).expect(200)).body;
  expect(await update('second', '2026-11-29T10:05:00.000Z')).toBe(true);
  expect(await update('first', '2026-11-29T10:04:00.000Z')).toBe(false);
  expect(await me()).toMatchObject({ username: 'second', email: 'second@forum.example' });
  // Renamed twice while they were away, or never seen.
  for (const [name, seen] of [
    ['third', '2026-11-29T10:05:00.000Z'],
    ['fourth', null],
  ] as const) {
    expect(await update(name, seen)).toBe(true);
    expect(await me()).toMatchObject({ username: name });
  }
  expect(await update('fifth', '2026-11-29T10:04:30.000Z')).toBe(false);
});

it('a picture that was chosen here stays when the forum reports another one', async () => {
  const { forumId, person } = await member();
  const avatar = `${studio.config.assetsUrl}/avatars/bottts/robot.svg`;
  await studio.call('patch', '/auth/me', person).send({ avatar }).expect(200);
  const user = { id: forumId, username: 'Chooser', avatar_template: '/user_avatar/chooser/{size}/7_2.png' };
  expect(await sendEvent('user_updated', user)).toBe(true);
  const { body } = await studio.call('get', '/auth/me', person).expect(200);
  expect(body).toMatchObject({ username: 'Chooser', avatar });
});

it('initials that a replica of an earlier version has stored, with their origin, follow the name', async () => {
  const { forumId, person } = await member();
  const initialsOf = (name: string) => `${studio.config.assetsUrl}/avatars/initials/${name}.svg`;
  await studio.studio.app
    .get(Database)
    .sql.updateTable('users')
    .set({ avatar: initialsOf(person.user.username) })
    .where('id', '=', person.user.id)
    .execute();
  await sendEvent('user_updated', { id: forumId, username: 'Newly_named' });
  const { body } = await studio.call('get', '/auth/me', person).expect(200);
  expect(body).toMatchObject({ username: 'Newly_named', avatar: initialsOf('Newly_named') });
});

it('without a secret for them no webhook is taken', async () => {
  const alone = await startTestStudio({ FORUM_SECRET: secret });
  const body = '{"ping":"OK"}';
  const refused = await post(
    body,
    { 'x-discourse-event-signature': signatureOf(body, secret) },
    alone,
  ).expect(403);
  expect(refused.body.code).toBe('forum_not_configured');
  await alone.stop();
});
