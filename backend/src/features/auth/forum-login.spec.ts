import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import jwt from 'jsonwebtoken';
import {
  adminPassword,
  type Person,
  signIn,
  startTestStudio,
  type TestStudio,
} from '../../../test/support/studio/test-studio.js';
import { newId } from '../../common/ids.js';

const secret = 'what the forum and the studio share';
const forum = 'https://forum.example';
let studio: TestStudio;
beforeAll(async () => {
  studio = await startTestStudio({ FORUM_URL: forum, FORUM_SECRET: secret });
});
afterAll(() => studio.stop());

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds;

/** `undefined` omits a claim. */
function claims(changed: object = {}): object {
  const id = newId();
  const all = {
    sub: `f${id}`,
    email: `${id}@forum.example`,
    username: `f${id}`,
    aud: 'studio',
    exp: inSeconds(300),
    jti: id,
    ...changed,
  };
  return JSON.parse(JSON.stringify(all)) as object;
}

const token = (changed?: object, key = secret) => jwt.sign(claims(changed), key, { algorithm: 'HS256' });
const handOver = (given: string) => studio.call('post', '/auth/discourse-login').send({ token: given });
const login = async (changed?: object): Promise<Person> => ({
  ...(await handOver(token(changed)).expect(200)).body,
  password: '',
});

describe('a token of the forum', () => {
  it('signs somebody in, with a new account at the first visit and the same one later', async () => {
    const sub = newId();
    const first = await login({ sub, username: 'Forum_Fan' });
    expect(first.user).toMatchObject({ username: 'Forum_Fan', isAdmin: false, hasPassword: false });
    expect(first.user.avatar).toBe(`${studio.config.assetsUrl}/avatars/initials/Forum_Fan.svg`);
    const again = await login({ sub, username: 'Forum_Fan', email: 'moved@forum.example' });
    expect(again.user).toEqual({ ...first.user, email: 'moved@forum.example' });
    expect(again.access_token).not.toBe(first.access_token);
    await studio.call('get', '/auth/me', first).expect(200);
  });

  it('may give the forum’s id as a number, and is good for exactly ten minutes', async () => {
    const first = await login({ sub: 4_711, exp: inSeconds(600) });
    expect((await login({ sub: '4711' })).user.id).toBe(first.user.id);
  });

  it.each(['r&d@example.org', 'a=b@example.org', 'ivan@xn--e1afmkfd.xn--p1ai'])(
    'may give the address %s',
    async (email) => {
      const { user } = await login({ email });
      expect(user.email).toBe(email);
    },
  );

  it('H20 counts once, also for twenty at once', async () => {
    const given = token();
    const responses = await Promise.all(Array.from({ length: 20 }, () => handOver(given)));
    expect(responses.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200,
      ...Array(19).fill(401),
    ]);
    const replayed = await handOver(given).expect(401);
    expect(replayed.body).toMatchObject({
      code: 'invalid_forum_token',
      detail: "The forum's sign-in token has been used before. Start again from the forum.",
    });
  });

  it('makes one account when many tokens of one person come at once', async () => {
    const sub = newId();
    const people = await Promise.all(
      Array.from({ length: 8 }, () => login({ sub, username: `crowd${sub}` })),
    );
    expect(new Set(people.map(({ user }) => user.id)).size).toBe(1);
  });

  const header = (fields: object) =>
    jwt.sign(claims(), 'a key of the attacker', { algorithm: 'HS256', header: { alg: 'HS256', ...fields } });
  it.each([
    ['is not signed', () => jwt.sign(claims(), '', { algorithm: 'none' })],
    ['is signed with an empty key', () => jwtWithEmptyKey()],
    ['is signed by somebody else', () => token({}, 'another secret altogether')],
    ['is signed with another algorithm', () => jwt.sign(claims(), secret, { algorithm: 'HS512' })],
    ['names its own key by jwk', () => header({ jwk: { kty: 'oct', k: 'a2V5' } })],
    ['names its own key by jku', () => header({ jku: 'http://127.0.0.1:1/keys' })],
    ['names its own key by kid', () => header({ kid: '../../dev/null' })],
    ['has expired', () => token({ exp: inSeconds(-1) })],
    ['never ends', () => token({ exp: undefined })],
    ['ends more than ten minutes ahead', () => token({ exp: inSeconds(605) })],
    ['is for somebody else', () => token({ aud: 'wiki' })],
    ['counts later', () => token({ nbf: inSeconds(60) })],
    ['was issued later than now', () => token({ iat: inSeconds(90) })],
    ['was issued at no possible time', () => token({ iat: Number.MAX_SAFE_INTEGER })],
    ['names its own key by x5u', () => header({ x5u: 'http://127.0.0.1:1/certificate' })],
    ['is for nobody', () => token({ aud: undefined })],
    ['bears no name of its own', () => token({ jti: undefined })],
    ['says nobody', () => token({ sub: undefined })],
    ['has no email address', () => token({ email: 'nobody' })],
    ['has a too long one', () => token({ email: `${'x'.repeat(250)}@example.org` })],
    ['is no token', () => 'rubbish'],
  ])('that %s is 401', async (_, make) => {
    const { body } = await handOver(make()).expect(401);
    expect(body.code).toBe('invalid_forum_token');
    expect(body.detail).toContain('Start again from the forum.');
  });

  it('H06 is never a session: it opens no call', async () => {
    await studio.call('get', '/auth/me').set('authorization', `Bearer ${token()}`).expect(401);
  });

  it('must be given', async () => {
    await studio.call('post', '/auth/discourse-login').send({}).expect(400);
  });
});

describe('an account of the forum', () => {
  it('is its own account, even where a local one has its address', async () => {
    const local = await studio.person('local_one');
    const forum = await login({ email: local.user.email.toUpperCase() });
    expect(forum.user.id).not.toBe(local.user.id);
    expect((await signIn(studio, local.user.email, local.password)).user.id).toBe(local.user.id);
  });

  it('does not keep a local account from its address', async () => {
    const forum = await login({ email: 'later@example.org' });
    const local = await studio.person('later');
    expect(local.user.email).toBe('later@example.org');
    expect(local.user.id).not.toBe(forum.user.id);
  });

  it('never becomes an admin: not by the forum’s word, nor by the admin’s address', async () => {
    const forum = await login({ admin: true, groups: ['admins'], email: studio.config.adminEmail });
    expect(forum.user.isAdmin).toBe(false);
    const admin = await signIn(studio, studio.config.adminEmail, adminPassword);
    expect(admin.user.isAdmin).toBe(true);
  });

  it('gets a suffix where its name is taken, whatever the case', async () => {
    await studio.person('Taken');
    expect((await login({ username: 'taken' })).user.username).toBe('taken-2');
    expect((await login({ username: 'TAKEN' })).user.username).toBe('TAKEN-3');
  });

  it.each([
    ['José.M', 'Jose_M'],
    ['x', 'member'],
    ['李雷', 'member-2'],
    // Imitations: other letters that look alike, wide ones, invisible signs between.
    ['ａｄｍｉｎ', 'admin-2'],
    ['ad\u200bm\u00adin', 'admin-3'],
    ['ADMIN', 'ADMIN-4'],
    ['\u0430dmin', '_dmin'],
    ['admin\u202e', 'admin-5'],
    ['n'.repeat(60), 'n'.repeat(30)],
    ['n'.repeat(61), `${'n'.repeat(28)}-2`],
  ])('called %s there is called %s here', async (username, expected) => {
    expect((await login({ username })).user.username).toBe(expected);
  });

  it('gets the name, the picture and the address from the forum at each sign-in', async () => {
    await studio.person('wanted');
    const sub = newId();
    const picture = (name: string) => `${forum}/uploads/${name}.png`;
    const first = await login({ sub, username: 'early', avatar_url: picture('one') });
    expect(first.user).toMatchObject({ username: 'early', avatar: picture('one') });
    const renamed = await login({
      sub,
      username: 'Wanted',
      avatar_url: picture('two'),
      email: 'b@forum.example',
    });
    expect(renamed.user).toMatchObject({
      id: first.user.id,
      username: 'Wanted-2',
      avatar: picture('two'),
      email: 'b@forum.example',
    });
    // A suffix once given stays; without a picture there, initials are drawn here.
    const again = await login({ sub, username: 'Wanted' });
    expect(again.user.username).toBe('Wanted-2');
    expect(again.user.avatar).toBe(`${studio.config.assetsUrl}/avatars/initials/Wanted-2.svg`);
  });

  it.each([
    ['john-miller', 'john'],
    ['lima-2', 'lima'],
  ])('called %s and later %s is called that here, too', async (before, after) => {
    const sub = newId();
    expect((await login({ sub, username: before })).user.username).toBe(before);
    expect((await login({ sub, username: after })).user.username).toBe(after);
  });

  it('keeps a picture that was chosen here, whether or not the forum gives one', async () => {
    const sub = newId();
    const avatar_url = `${forum}/uploads/one.png`;
    const somebody = await login({ sub, avatar_url });
    const avatar = `${studio.config.assetsUrl}/avatars/bottts/robot.svg`;
    await studio.call('patch', '/auth/me', somebody).send({ avatar }).expect(200);
    expect((await login({ sub })).user.avatar).toBe(avatar);
    expect((await login({ sub, avatar_url, username: `r${sub}` })).user.avatar).toBe(avatar);
  });

  it('follows the forum’s picture after the forum has moved to another address, unless one was chosen here', async () => {
    const moveTo = (to: string) =>
      studio.restart(async () => void Object.assign(studio.config, { forumUrl: to }));
    const [sub, chooser] = [newId(), newId()];
    const avatar_url = `${forum}/uploads/one.png`;
    await login({ sub, avatar_url });
    const avatar = `${studio.config.assetsUrl}/avatars/bottts/robot.svg`;
    const somebody = await login({ sub: chooser, avatar_url });
    await studio.call('patch', '/auth/me', somebody).send({ avatar }).expect(200);
    await moveTo('https://community.example');
    try {
      const moved = { avatar_url: 'https://community.example/uploads/one.png' };
      expect((await login({ sub, ...moved })).user.avatar).toBe(moved.avatar_url);
      expect((await login({ sub: chooser, ...moved })).user.avatar).toBe(avatar);
    } finally {
      await moveTo(forum);
    }
  });

  it('H69 the forum’s pictures are not for everybody to choose', async () => {
    const { user, ...somebody } = await login();
    const choice = { avatar: `${forum}/uploads/one.png` };
    await studio
      .call('patch', '/auth/me', { user, ...somebody })
      .send(choice)
      .expect(400);
  });

  it.each([
    'http://127.0.0.1:1/a.svg',
    'https://forum.example.evil.example/a.png',
    'https://forum.example@evil.example/',
    'http://169.254.169.254/',
    'javascript:alert(1)',
    7,
    null,
  ])('H69 keeps no picture from elsewhere: %j', async (avatar_url) => {
    const { user } = await login({ avatar_url });
    expect(user.avatar).toBe(`${studio.config.assetsUrl}/avatars/initials/${user.username}.svg`);
  });

  it('has no password: none signs it in, and none can be changed', async () => {
    const forum = await login();
    const attempt = { email: forum.user.email, password: 'a good password' };
    await studio.call('post', '/auth/login').send(attempt).expect(401);
    const change = { currentPassword: 'a good password', newPassword: 'another password' };
    const refused = await studio.call('post', '/auth/password', forum).send(change).expect(403);
    expect(refused.body.detail).toBe('This account has no password. It signs in through the forum.');
  });
});

it('without a forum every token is refused with a plain sentence', async () => {
  const alone = await startTestStudio();
  const { body } = await alone.call('post', '/auth/discourse-login').send({ token: token() }).expect(403);
  expect(body).toMatchObject({
    code: 'forum_not_configured',
    detail: 'This studio is not connected to a forum.',
  });
  await alone.stop();
});

/** Made by hand, because jsonwebtoken refuses to. */
function jwtWithEmptyKey(): string {
  const [head, body] = token().split('.');
  const signature = createHmac('sha256', '').update(`${head}.${body}`).digest('base64url');
  return `${head}.${body}.${signature}`;
}
