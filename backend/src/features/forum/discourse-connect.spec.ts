import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import jwt from 'jsonwebtoken';
import { startTestStudio, type TestStudio } from '../../../test/support/studio/test-studio.js';
import { newId } from '../../common/ids.js';
import { signingKey } from '../../common/signing-key.js';
import { Database } from '../../database/database.js';

const secret = 'what the forum and the studio share';
const webhookSecret = 'what the forum signs its webhooks with';
const forum = 'https://forum.example/talk';
let studio: TestStudio;
beforeAll(async () => {
  studio = await startTestStudio({
    FORUM_URL: `${forum}/`,
    FORUM_SECRET: secret,
    FORUM_WEBHOOK_SECRET: webhookSecret,
  });
});
afterAll(() => studio.stop());

const hmac = (text: string, key = secret) => createHmac('sha256', key).update(text).digest('hex');
const query = (of: string) => new URL(of, studio.url).searchParams;

/** A browser that has begun a sign-in: its cookie, and the request to the forum. */
async function begin(next?: string, on = studio) {
  const asked = await on.call('get', '/auth/discourse/start').query(next === undefined ? {} : { next });
  expect(asked.status).toBe(302);
  const location = asked.headers['location'] ?? '';
  const sso = query(location).get('sso') ?? '';
  const question = new URLSearchParams(Buffer.from(sso, 'base64').toString());
  const cookie = String(asked.headers['set-cookie']);
  return { asked, location, sso, question, cookie, nonce: question.get('nonce') ?? '' };
}

/** The forum's response with these fields; `undefined` omits one. */
function fieldsOf(nonce: string, changed: Record<string, string | undefined> = {}): string {
  const id = newId();
  const all = { nonce, external_id: id, email: `${id}@forum.example`, username: `u${id}`, ...changed };
  const given = Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return new URLSearchParams(given).toString();
}

const signed = (fields: string, key = secret) => {
  const sso = Buffer.from(fields).toString('base64');
  return { sso, sig: hmac(sso, key) };
};

/** The browser returns from the forum. @returns the query of /discourse-auth, to which it is redirected. */
async function comeBack(response: string | object, cookie: string, on = studio) {
  const back = await on.call('get', '/auth/discourse/callback').query(response).set('cookie', cookie);
  expect({ status: back.status, location: back.headers['location'] }).toEqual({
    status: 302,
    location: expect.stringMatching(/^\/discourse-auth\?/),
  });
  expect(back.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  return Object.fromEntries(query(back.headers['location'] ?? ''));
}

/** The nonce of a sign-in that began a minute earlier. */
function aMinuteOlder(nonce: string): string {
  const claims = jwt.decode(nonce) as jwt.JwtPayload;
  return jwt.sign({ ...claims, exp: (claims.exp ?? 0) - 60 }, signingKey(studio.config));
}

const signIn = (token: string | undefined, cookie = '') =>
  studio.call('post', '/auth/discourse-login').set('cookie', cookie).send({ token });

describe('the way to the forum', () => {
  it('asks it, signed, to name whoever uses this browser, and marks the browser', async () => {
    const { asked, location, sso, question, cookie } = await begin('/project/0123456789abcdef');
    expect(location.startsWith(`${forum}/session/sso_provider?`)).toBe(true);
    expect(query(location).get('sig')).toBe(hmac(sso));
    expect([...question.keys()]).toEqual(['nonce', 'return_sso_url']);
    expect(question.get('return_sso_url')).toBe(`${studio.config.publicUrl}/api/auth/discourse/callback`);
    expect(cookie).toMatch(
      /^forum-sign-in=[\w-]{32}; Max-Age=600; Path=\/api\/auth; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    );
    expect(asked.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  });

  it('leads back to where it began, signed in', async () => {
    const { cookie, nonce } = await begin('/project/0123456789abcdef?tab=js');
    const { token, next } = await comeBack(signed(fieldsOf(nonce, { username: 'Grace' })), cookie);
    expect(next).toBe('/project/0123456789abcdef?tab=js');
    const { body } = await signIn(token, cookie).expect(200);
    expect(body.user).toMatchObject({ username: 'Grace', isAdmin: false, hasPassword: false });
    await studio.call('get', '/auth/me', body).expect(200);
  });

  it('finds the same account again, also when a token of the forum itself names it', async () => {
    const sub = newId();
    const arrive = async () => {
      const { cookie, nonce } = await begin();
      const { token } = await comeBack(signed(fieldsOf(nonce, { external_id: sub })), cookie);
      return (await signIn(token, cookie)).body;
    };
    const first = await arrive();
    expect((await arrive()).user.id).toBe(first.user.id);
    const claims = { sub, email: 'a@forum.example', username: 'a', aud: 'studio', jti: newId() };
    const other = await signIn(jwt.sign(claims, secret, { expiresIn: 60 })).expect(200);
    expect(other.body.user.id).toBe(first.user.id);
  });

  it.each(['r&d@example.org', 'a=b@example.org', 'ivan@xn--e1afmkfd.xn--p1ai'])(
    'leads in whoever has the address %s there',
    async (email) => {
      const { cookie, nonce } = await begin();
      const { token } = await comeBack(signed(fieldsOf(nonce, { email })), cookie);
      const { body } = await signIn(token, cookie).expect(200);
      expect((await studio.call('get', '/auth/me', body).expect(200)).body.email).toBe(email);
    },
  );

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/',
    '/\t/evil.example',
    '/api/projects',
  ])('H69 never leads back to %j', async (elsewhere) => {
    const { cookie, nonce } = await begin(elsewhere);
    expect(Object.keys(await comeBack(signed(fieldsOf(nonce)), cookie))).toEqual(['token']);
  });

  it('ignores a `next` that is given twice or is too long', async () => {
    for (const next of [['/a', '/b'], `/${'x'.repeat(3_000)}`])
      await studio.call('get', '/auth/discourse/start').query({ next }).expect(302);
  });
});

describe('the way back', () => {
  it('H20 is open once: of twenty at once one gets a token, and nobody later', async () => {
    const { cookie, nonce } = await begin('/project/0123456789abcdef');
    const response = signed(fieldsOf(nonce));
    const led = await Promise.all(Array.from({ length: 20 }, () => comeBack(response, cookie)));
    expect(led.filter(({ token }) => token !== undefined)).toHaveLength(1);
    for (const { error } of led.filter(({ token }) => token === undefined))
      expect(error).toBe('unknown_request');
    // The page's Retry begins a new sign-in with the same `next`.
    expect(await comeBack(response, cookie)).toEqual({
      error: 'unknown_request',
      next: '/project/0123456789abcdef',
    });
  });

  it('is open for two tabs of one browser', async () => {
    const one = await begin('/project/1111111111111111');
    const asked = await studio.call('get', '/auth/discourse/start').set('cookie', one.cookie);
    expect(String(asked.headers['set-cookie']).split(';')[0]).toBe(one.cookie.split(';')[0]);
    expect(await comeBack(signed(fieldsOf(one.nonce)), one.cookie)).toHaveProperty('token');
  });

  it('is closed to another browser, and to one without a mark', async () => {
    const [mine, theirs] = [await begin(), await begin()];
    const response = signed(fieldsOf(mine.nonce));
    for (const cookie of [theirs.cookie, '', 'forum-sign-in=', `x-forum-sign-in=${mine.cookie.slice(14)}`])
      expect(await comeBack(response, cookie)).toEqual({ error: 'unknown_request' });
    expect(await comeBack(response, `a=b; ${mine.cookie.split(';')[0]}; c=d`)).toHaveProperty('token');
  });

  it('H67 lets nobody in by a response from before their suspension, however late it comes', async () => {
    const external_id = newId();
    const arrive = async (nonce: string, cookie: string) => {
      const { token } = await comeBack(signed(fieldsOf(nonce, { external_id })), cookie);
      return signIn(token, cookie);
    };
    const [first, held] = [await begin(), await begin()];
    expect((await arrive(first.nonce, first.cookie)).status).toBe(200);
    const event = JSON.stringify({ user: { id: external_id, suspended_till: '3026-01-01T00:00:00.000Z' } });
    await studio
      .call('post', '/forum/webhook')
      .type('application/json')
      .set({
        'x-discourse-event': 'user_suspended',
        'x-discourse-event-signature': `sha256=${hmac(event, webhookSecret)}`,
      })
      .send(event)
      .expect(200, { done: true });
    const halfAMinuteAgo = new Date(Date.now() - 30_000);
    await studio.studio.app
      .get(Database)
      .sql.updateTable('users')
      .set({ forum_suspended_at: halfAMinuteAgo })
      .where('forum_id', '=', external_id)
      .execute();
    const refused = await arrive(aMinuteOlder(held.nonce), held.cookie);
    expect({ status: refused.status, code: refused.body.code }).toEqual({ status: 403, code: 'suspended' });
    // The forum answers a new question only once it has let them in again.
    const next = await begin();
    expect((await arrive(next.nonce, next.cookie)).status).toBe(200);
  });

  it('is closed after ten minutes', async () => {
    const { cookie, nonce } = await begin('/project/0123456789abcdef');
    const { exp, ...said } = jwt.decode(nonce) as jwt.JwtPayload;
    expect((exp ?? 0) - Date.now() / 1_000).toBeLessThanOrEqual(600);
    const late = jwt.sign({ ...said, exp: Math.floor(Date.now() / 1_000) - 1 }, signingKey(studio.config));
    expect(await comeBack(signed(fieldsOf(late)), cookie)).toEqual({
      error: 'expired',
      next: '/project/0123456789abcdef',
    });
  });

  it.each<[string, (nonce: string, sso: string) => string | object]>([
    ['no answer', () => ({})],
    ['no signature', (nonce) => ({ sso: signed(fieldsOf(nonce)).sso })],
    ['another secret', (nonce) => signed(fieldsOf(nonce), 'not what the two share')],
    ['a signature in capitals', (nonce) => upperCased(signed(fieldsOf(nonce)))],
    [
      'a signature of the fields, not of their Base64',
      (nonce) => {
        const fields = fieldsOf(nonce);
        return { sso: Buffer.from(fields).toString('base64'), sig: hmac(fields) };
      },
    ],
    ['a changed payload', (nonce) => ({ ...signed(fieldsOf(nonce)), sso: signed(fieldsOf(nonce)).sso })],
    ['a payload that is no Base64', () => ({ sso: 'nonce=a&b', sig: hmac('nonce=a&b') })],
    ['a token of the forum in its place', () => tokenAsPayload()],
    [
      'two payloads',
      (nonce) => {
        const { sso, sig } = signed(fieldsOf(nonce));
        return `sso=${encodeURIComponent(sso)}&sso=${encodeURIComponent(sso)}&sig=${sig}`;
      },
    ],
    [
      'two signatures',
      (nonce) => {
        const { sso, sig } = signed(fieldsOf(nonce));
        return `sso=${encodeURIComponent(sso)}&sig=${sig}&sig=${sig}`;
      },
    ],
    ['an endless payload', (nonce) => signed(fieldsOf(nonce, { bio: 'x'.repeat(10_000) }))],
  ])('is closed to %s', async (_, make) => {
    const { cookie, nonce, sso } = await begin();
    expect(await comeBack(make(nonce, sso), cookie)).toEqual({ error: 'invalid_signature' });
  });

  it.each<[string, Record<string, string | undefined>]>([
    ['has no id', { external_id: undefined }],
    ['has an empty id', { external_id: '' }],
    ['has no email address', { email: undefined }],
    ['has one that is too long', { email: `${'x'.repeat(250)}@example.org` }],
    ['has no name', { username: undefined }],
    ['is named in an answer that has failed', { failed: 'true' }],
    ['is not known', { external_id: undefined, email: undefined, username: undefined, failed: 'true' }],
  ])('is closed where somebody %s', async (_, changed) => {
    const { cookie, nonce } = await begin();
    expect(await comeBack(signed(fieldsOf(nonce, changed)), cookie)).toEqual({ error: 'incomplete_answer' });
  });

  it('is closed to an echo of the studio’s own request, and to forged nonces', async () => {
    const { cookie, sso } = await begin();
    expect(await comeBack({ sso, sig: hmac(sso) }, cookie)).toEqual({ error: 'incomplete_answer' });
    const { access_token: session } = await studio.person();
    for (const nonce of ['', 'rubbish', session, jwt.sign({ browser: 'x' }, 'my own key')])
      expect(await comeBack(signed(fieldsOf(nonce)), cookie)).toEqual({ error: 'unknown_request' });
  });

  it('is closed before an address of 100 kB is read to its end, and open to others', async () => {
    const long = studio
      .call('get', '/auth/discourse/callback')
      .query(signed(fieldsOf('x', { bio: 'x'.repeat(100_000) })));
    const cut = () => 'cut off';
    expect([431, 'cut off']).toContain(await long.then(({ status }) => status, cut));
    const { cookie, nonce } = await begin();
    expect(await comeBack(signed(fieldsOf(nonce)), cookie)).toHaveProperty('token');
  });
});

describe('what the forum and the studio sign', () => {
  it('is never taken for something else: a nonce is no session, and no token of the forum', async () => {
    const { nonce } = await begin();
    await studio.call('get', '/auth/me').set('authorization', `Bearer ${nonce}`).expect(401);
    await signIn(nonce).expect(401);
  });

  it('ends after two minutes, says nothing that is not needed, and is good once', async () => {
    const { cookie, nonce } = await begin();
    const fields = { admin: 'true', moderator: 'true', groups: 'staff', name: 'Grace H', bio: 'secret' };
    const { token } = await comeBack(signed(fieldsOf(nonce, fields)), cookie);
    const claims = jwt.verify(token ?? '', secret, { algorithms: ['HS256'] }) as jwt.JwtPayload;
    expect(Object.keys(claims).toSorted()).toEqual([
      'aud',
      'browser',
      'email',
      'exp',
      'iat',
      'jti',
      'sub',
      'username',
    ]);
    const left = (claims.exp ?? 0) - Date.now() / 1_000;
    expect(left).toBeGreaterThan(60);
    expect(left).toBeLessThanOrEqual(120);
    expect((await signIn(token, cookie).expect(200)).body.user.isAdmin).toBe(false);
    await signIn(token, cookie).expect(401);
  });

  it('H81 works in the browser that it was made for, and in no other', async () => {
    const [mine, theirs] = [await begin(), await begin()];
    const { token } = await comeBack(signed(fieldsOf(mine.nonce)), mine.cookie);
    for (const cookie of ['', 'forum-sign-in=', theirs.cookie]) {
      const { body } = await signIn(token, cookie).expect(401);
      expect(body).toMatchObject({
        code: 'invalid_forum_token',
        detail: expect.stringContaining('another browser'),
      });
    }
    await signIn(token, mine.cookie).expect(200);
  });
});

describe('a browser where somebody is signed in', () => {
  const arrive = (claims: { sub: string; username: string }, who: { access_token: string }) => {
    const email = `${claims.sub}@forum.example`;
    const token = jwt.sign({ ...claims, email, aud: 'studio', jti: newId() }, secret, { expiresIn: 60 });
    return (response = {}) =>
      signIn(undefined)
        .set('authorization', `Bearer ${who.access_token}`)
        .send({ token, ...response });
  };

  it('H81 is asked before it is signed in as somebody else, by name, and the token waits for the answer', async () => {
    const person = await studio.person();
    const sub = newId();
    const come = arrive({ sub, username: `m${sub}` }, person);
    for (const response of [{}, { replaceSession: false }])
      expect((await come(response).expect(409)).body).toMatchObject({
        code: 'signed_in_as_other',
        current: person.user.username,
        arriving: `m${sub}`,
      });
    await studio.call('get', '/auth/me', person).expect(200);
    const { body: switched } = await come({ replaceSession: true }).expect(200);
    expect(switched.user.username).toBe(`m${sub}`);
    await come({ replaceSession: true }).expect(401);
    await studio.call('get', '/auth/me', person).expect(401);

    // No question for somebody who is signed in as the same person.
    const back = await arrive({ sub, username: `m${sub}` }, switched)().expect(200);
    expect(back.body.user.id).toBe(switched.user.id);
    // An ended session counts as none.
    await studio.call('post', '/auth/logout', switched).expect(204);
    const { body } = await arrive({ sub, username: `m${sub}` }, switched)().expect(401);
    expect(body.code).toBe('unauthorized');
  });
});

it('sets a cookie behind https that no neighbouring host can set', async () => {
  const safe = await startTestStudio({
    PUBLIC_URL: 'https://studio.example',
    FORUM_URL: forum,
    FORUM_SECRET: secret,
  });
  const { cookie, question } = await begin('/', safe);
  expect(cookie).toMatch(
    /^__Host-forum-sign-in=[\w-]{32}; Max-Age=600; Path=\/; .*HttpOnly; Secure; SameSite=Lax$/,
  );
  expect(question.get('return_sso_url')).toBe('https://studio.example/api/auth/discourse/callback');
  await safe.stop();
});

it('without an address of the forum, both ways lead to a page that says so', async () => {
  const alone = await startTestStudio({ FORUM_SECRET: secret });
  const asked = await alone.call('get', '/auth/discourse/start?next=/a').expect(302);
  expect(asked.headers['location']).toBe('/discourse-auth?error=not_configured');
  expect(await comeBack(signed(fieldsOf('x')), '', alone)).toEqual({ error: 'not_configured' });
  expect((await alone.call('get', '/studio').expect(200)).body.forumSignIn).toBe(false);
  await alone.stop();
});

function upperCased({ sso, sig }: { sso: string; sig: string }) {
  return { sso, sig: sig.toUpperCase() };
}

/** Other kinds of tokens, signed with the same secret. */
function tokenAsPayload() {
  const token = jwt.sign({ sub: '1', aud: 'studio' }, secret);
  const sso = token.slice(0, token.lastIndexOf('.'));
  return { sso, sig: hmac(sso) };
}
