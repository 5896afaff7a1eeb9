import { createHmac, generateKeyPairSync } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import jwt from 'jsonwebtoken';
import { socketClientsOf } from '../../../test/support/studio/socket-clients.js';
import { type Person, startTestStudio, type TestStudio } from '../../../test/support/studio/test-studio.js';
import { newId } from '../../common/ids.js';
import { Database } from '../../database/database.js';

const secret = 'a secret of the tests that is long enough';
const forumSecret = 'what the forum and the studio share';
let studio: TestStudio;
let person: Person;
let claims: { sub: string; sid: string };
const tabs = socketClientsOf(() => studio);
beforeAll(async () => {
  studio = await startTestStudio({
    JWT_SECRET: secret,
    FORUM_URL: 'https://forum.example',
    FORUM_SECRET: forumSecret,
  });
  person = await studio.person();
  claims = jwt.decode(person.access_token) as typeof claims;
});
afterEach(tabs.closeAll);
afterAll(() => studio.stop());

const withHeader = (authorization: string) =>
  studio.call('get', '/auth/me').set('authorization', authorization);
const now = () => Math.floor(Date.now() / 1_000);
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });

/** Signed with a key of the attacker, which the header names for checking it. */
function namesItsKey(header: object): string {
  return jwt.sign(claims, 'a key of the attacker', { header: { alg: 'HS256', ...header } });
}

/** Signed by hand with any key, also those that jsonwebtoken refuses. */
function signedWith(key: string, header: object = { alg: 'HS256', typ: 'JWT' }): string {
  const text = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
}

const parts = () => person.access_token.split('.') as [string, string, string];
const forged: [string, () => string | Promise<string>][] = [
  ['is not signed', () => jwt.sign(claims, '', { algorithm: 'none' })],
  ['says None', () => signedWith('', { alg: 'None' })],
  ['has no signature', () => `${parts()[0]}.${parts()[1]}.`],
  ['has another’s signature', () => `${parts()[0]}.${parts()[1]}.${'A'.repeat(43)}`],
  ['is signed with an empty key', () => signedWith('')],
  ['is signed with another key', () => signedWith('another secret of at least 32 characters')],
  ['is signed with the forum’s key', () => signedWith(forumSecret)],
  ['is signed with another algorithm', () => jwt.sign(claims, secret, { algorithm: 'HS384' })],
  ['is signed by RSA', () => jwt.sign(claims, privateKey, { algorithm: 'RS256' })],
  [
    'takes a public key as the secret',
    () => signedWith(publicKey.export({ type: 'spki', format: 'pem' }).toString()),
  ],
  ['names its key by kid', () => namesItsKey({ kid: '../../dev/null' })],
  ['names its key by jku', () => namesItsKey({ jku: 'http://127.0.0.1:9/keys' })],
  ['names its key by x5u', () => namesItsKey({ x5u: 'http://127.0.0.1:9/certificate' })],
  ['brings its key along', () => namesItsKey({ jwk: { kty: 'oct', k: 'YSBrZXkgb2YgdGhlIGF0dGFja2Vy' } })],
  ['has expired', () => jwt.sign({ ...claims, exp: now() - 1 }, secret)],
  ['does not count yet', () => jwt.sign({ ...claims, nbf: now() + 60 }, secret)],
  ['names a session that never was', () => jwt.sign({ ...claims, sid: newId() }, secret)],
  [
    'names another’s session',
    async () => jwt.sign({ ...claims, sub: (await studio.person()).user.id }, secret),
  ],
  ['has odd claims', () => jwt.sign({ sub: { $ne: 1 }, sid: ['x'] }, secret)],
  ['says nothing', () => jwt.sign({}, secret)],
  ['is a key of a project’s card', async () => cardKey()],
  ['asked the forum', () => nonce()],
  ['came from the forum', () => forumToken()],
  ['stands for a suspended account', () => tokenOfSuspended()],
  ['stands for an account that is gone', () => tokenOfGone()],
];

async function cardKey(): Promise<string> {
  await studio.project(person);
  const { body } = await studio.call('get', '/projects', person).expect(200);
  return new URL(body.data[0].cardUrl).searchParams.get('k') ?? '';
}

async function nonce(): Promise<string> {
  const { headers } = await studio.call('get', '/auth/discourse/start').expect(302);
  const question = new URL(headers['location'] ?? '').searchParams.get('sso') ?? '';
  return new URLSearchParams(Buffer.from(question, 'base64').toString()).get('nonce') ?? '';
}

function forumToken(): string {
  const who = { sub: claims.sub, sid: claims.sid, email: person.user.email, username: 'x', aud: 'studio' };
  return jwt.sign({ ...who, jti: newId(), exp: now() + 300 }, forumSecret);
}

const tables = () => studio.studio.app.get(Database).sql;

/** The status of a call with exactly these header lines. */
function statusWith(headers: Record<string, string | string[]>, path = '/api/auth/me'): Promise<number> {
  return new Promise((done, failed) => {
    const asked = request(`${studio.url}${path}`, { headers }, (response) => {
      response.resume();
      done(response.statusCode ?? 0);
    });
    asked.on('error', failed).end();
  });
}

async function tokenOfSuspended(): Promise<string> {
  const { access_token, user } = await studio.person();
  await tables().updateTable('users').set({ suspended_at: new Date() }).where('id', '=', user.id).execute();
  return access_token;
}

async function tokenOfGone(): Promise<string> {
  const { access_token, user } = await studio.person();
  await tables().deleteFrom('users').where('id', '=', user.id).execute();
  return access_token;
}

describe('a token of a session', () => {
  it.each(forged)('H06 that %s is 401, also where none is needed, and at a socket', async (_, make) => {
    const token = await make();
    expect(token).not.toBe('');
    await withHeader(`Bearer ${token}`).expect(401);
    await studio.call('get', '/projects/public').set('authorization', `Bearer ${token}`).expect(401);
    expect(await tabs.outcome({ auth: { token } })).toBe('unauthorized');
  });

  it('H06 is read from one place: the first Authorization line, as Bearer', async () => {
    const { access_token: token } = person;
    const mine = `Bearer ${token}`;
    expect(await statusWith({ authorization: mine })).toBe(200);
    expect(await statusWith({ authorization: `bearer  ${token} ` })).toBe(200);
    for (const odd of [
      token,
      `Basic ${token}`,
      `Bearer ${token},${token}`,
      `Bearer ${token} ${token}`,
      'Bearer',
      '',
    ])
      expect({ odd, status: await statusWith({ authorization: odd }) }).toEqual({ odd, status: 401 });
    expect(await statusWith({ authorization: ['Bearer dead', mine] })).toBe(401);
    for (const name of ['cookie', 'x-access-token', 'x-authorization', 'proxy-authorization'])
      expect(await statusWith({ [name]: `access_token=${token}; token=${token}` })).toBe(401);
    for (const query of [
      `access_token=${token}`,
      `token=${token}`,
      `authorization=${encodeURIComponent(mine)}`,
    ])
      expect(await statusWith({}, `/api/auth/me?${query}`)).toBe(401);
  });

  it('H06 is text at a socket too: lists, objects and numbers let nobody in, and a query is not looked at', async () => {
    const { access_token: token } = person;
    for (const odd of [[token], { token }, 7, true, ''])
      expect({ odd, is: await tabs.outcome({ auth: { token: odd } }) }).toEqual({ odd, is: 'unauthorized' });
    const project = await studio.project(person);
    const anonymous = await tabs.open(undefined, { query: { token, auth: token } });
    expect(await anonymous.watch(project)).toMatchObject({ ok: false });
    expect((await (await tabs.open(person)).watch(project)).ok).toBe(true);
  });
});
