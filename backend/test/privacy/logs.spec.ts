import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { get as fromAddress, type IncomingMessage } from 'node:http';
import { connect as connectTo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import jwt from 'jsonwebtoken';
import { connect } from 'socket.io-client';
import request from 'supertest';
import { fileBody, multipartType } from '../support/requests/multipart.js';
import { endProcess, type ReadyStudio, startStudioProcess } from '../support/studio/studio-process.js';
import { until } from '../support/until.js';

/** These tests read the output of a process. */
const dataDir = mkdtempSync(join(tmpdir(), 'studio-logs-'));
const variables = {
  LOG_LEVEL: 'debug',
  TRUSTED_PROXIES: '127.0.0.1',
  FORUM_URL: 'https://forum.example',
  ADMIN_PASSWORD: 'password-of-the-admin',
  JWT_SECRET: 'what-the-studio-signs-its-tokens-with',
  FORUM_SECRET: 'what-the-forum-signs-its-tokens-with',
  FORUM_WEBHOOK_SECRET: 'what-the-forum-signs-its-webhooks-with',
  METRICS_TOKEN: 'what-prometheus-bears',
};
const account = { email: 'ada@people.example', username: 'ada', password: 'the-password-of-ada' };
const newPassword = 'another-password-of-ada';

let studio: ReadyStudio;
beforeAll(async () => {
  studio = await startStudioProcess(dataDir, variables);
});
afterAll(async () => {
  await endProcess(studio.child, 'SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

const post = (path: string, token = '') =>
  request(studio.url).post(`/api${path}`).set('authorization', `Bearer ${token}`);
const get = (path: string, token = '') =>
  request(studio.url).get(path).set('authorization', `Bearer ${token}`);

interface Line {
  [key: string]: unknown;
}

/** All JSON lines, without the block for people. */
function lines(): Line[] {
  return studio
    .said()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);
}

async function lineOf(requestId: string): Promise<Line | undefined> {
  await until(() => lines().some((line) => line['requestId'] === requestId));
  return lines().find((line) => line['requestId'] === requestId);
}

describe('the log', () => {
  it('has one line for a call: id, method, route pattern, status, time and who made it', async () => {
    const { body, headers } = await post('/auth/register').send(account).expect(201);
    const { access_token: token, user } = body;
    expect(await lineOf(headers['x-request-id'] ?? '')).toMatchObject({
      method: 'POST',
      route: '/api/auth/register',
      status: 201,
      ms: expect.any(Number),
    });
    const read = await get('/api/projects/0000000000000000?a=b', token).expect(404);
    const line = await lineOf(read.headers['x-request-id'] ?? '');
    expect(line).toMatchObject({ route: '/api/projects/:id', status: 404, userId: user.id });
    expect(JSON.stringify(line)).not.toMatch(/0000000000000000|a=b/);
  });

  it('has the same line for a read that is answered from the cache', async () => {
    await request(studio.url).get('/api/projects/public').expect(200);
    const read = await request(studio.url)
      .get('/api/projects/public')
      .set('x-request-id', 'cached-1')
      .expect(200);
    expect(read.headers['x-request-id']).toBe('cached-1');
    const second = await lineOf('cached-1');
    const [first] = lines().filter(({ route }) => route === '/api/projects/public');
    const shape = (line: Line | undefined) => ({ ...line, time: 0, requestId: '', ms: 0 });
    expect(second).toMatchObject({ status: 200, ms: expect.any(Number) });
    expect(first?.['requestId']).not.toBe('cached-1');
    expect(shape(second)).toEqual(shape(first));
  });

  it('uses the id that a trusted proxy gave a call, if it is well-formed', async () => {
    const named = await get('/api/health/live').set('x-request-id', 'proxy-4711').expect(200);
    expect(named.headers['x-request-id']).toBe('proxy-4711');
    for (const odd of ['two words', '"}', 'x'.repeat(65)]) {
      const { headers } = await get('/api/health/live').set('x-request-id', odd).expect(200);
      expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
    }
  });

  it('H70 H85 holds no password, token, email address, signature, secret of a link or address of a file after a whole journey', async () => {
    const secrets = await journey();
    const log = studio.said();
    for (const secret of [...secrets, ...Object.values(variables).slice(3)]) {
      expect(secret.length).toBeGreaterThan(8);
      expect({ secret, isLogged: log.includes(secret) }).toEqual({ secret, isLogged: false });
    }
    expect(lines().filter(({ level }) => Number(level) >= 40)).toEqual([]);
    const { text: figures } = await get('/api/metrics', variables.METRICS_TOKEN).expect(200);
    for (const secret of secrets)
      expect({ secret, isExposed: figures.includes(secret) }).toEqual({ secret, isExposed: false });
  });

  it('warns once of a proxy that is not in TRUSTED_PROXIES, by its address', async () => {
    const warnings = () => lines().filter(({ context }) => context === 'proxies');
    await get('/api/health/live').set('x-forwarded-for', '192.0.2.1').expect(200);
    expect(warnings()).toEqual([]);
    const throughProxy = (url: string) =>
      new Promise<IncomingMessage>((answered, failed) => {
        const headers = { 'x-forwarded-for': '192.0.2.1' };
        fromAddress(url, { localAddress: '127.0.0.2', headers }, answered).on('error', failed);
      });
    for (const url of [`${studio.url}/api/projects/public`, `${studio.url}/`, studio.sandboxUrl])
      (await throughProxy(url)).resume();
    await get('/api/projects/public').set('x-request-id', 'after-the-proxy').expect(200);
    await lineOf('after-the-proxy');
    expect(warnings()).toEqual([
      expect.objectContaining({
        level: 40,
        msg: expect.stringMatching(/^127\.0\.0\.2 forwards requests .* is not in TRUSTED_PROXIES/),
      }),
    ]);
  });

  it('H70 contains nothing of a request that is broken or that no route accepts', async () => {
    const secret = 'what-nobody-may-read-in-a-log';
    await brokenRequests(secret);
    expect(studio.said()).not.toContain(secret);
    // Nothing but the block for people is no JSON, not even what Node warns of.
    const others = studio
      .said()
      .split('\n')
      .filter((line) => !line.startsWith('{'));
    for (const line of others) expect(line).toMatch(/^($|CodeStudio is ready|  [A-Z])/);
    expect(
      lines().filter(({ msg }) => String(msg).startsWith('Node warns: DeprecationWarning DEP')),
    ).not.toEqual([]);
    const { text: figures } = await get('/api/metrics', variables.METRICS_TOKEN).expect(200);
    expect(figures).not.toContain(secret);
    await get('/api/health/ready').expect(200);
  });

  it('H70 a page sends its address to no other site, and a page with a token in its address sends it nowhere', async () => {
    const referrer = async (path: string) => (await get(path)).headers['referrer-policy'];
    expect(await referrer('/discourse-auth?token=t')).toBe('no-referrer');
    for (const path of ['/', '/project/0000000000000000', '/embed/0000000000000000', '/api/health/live'])
      expect({ path, policy: await referrer(path) }).toEqual({ path, policy: 'same-origin' });
    const { headers } = await request(studio.sandboxUrl).get('/');
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
  });
});

describe('a part of the studio', () => {
  it('has one line in the log when it goes down and one when it is back, and none for each health check', async () => {
    const folder = join(dataDir, 'assets');
    const said = () => lines().filter(({ context }) => context === 'health');
    const probe = () => get('/api/health/ready');
    await probe().expect(200);
    renameSync(folder, `${folder}-aside`);
    for (let i = 0; i < 3; i++) await probe().expect(503);
    renameSync(`${folder}-aside`, folder);
    for (let i = 0; i < 3; i++) await probe().expect(200);
    await until(() => said().length === 2);
    expect(said()).toMatchObject([
      { level: 50, msg: expect.stringMatching(/^Not ready: storage is down: .*ENOENT/) },
      { level: 30, msg: 'storage is up again.' },
    ]);
    expect(lines().filter(({ route }) => route === '/api/health/ready')).toEqual([]);
  });
});

/** A user's day, with errors. @returns all secrets in it. */
async function journey(): Promise<string[]> {
  const { email, username, password } = account;
  await post('/auth/login').send({ email, password: 'not-the-password' }).expect(401);
  await post('/auth/login')
    .set('content-type', 'application/json')
    .send(`{"password":"${password}"`)
    .expect(400);
  const { access_token: token } = (await post('/auth/login').send({ email, password }).expect(200)).body;

  const claims = {
    sub: 'f1',
    email: 'ada@forum.example',
    username,
    aud: 'studio',
    jti: 'a-token-of-one-use',
  };
  const forumToken = jwt.sign(claims, variables.FORUM_SECRET, { expiresIn: 300 });
  await get(`/discourse-auth?token=${forumToken}`).expect(200);
  await post('/auth/discourse-login').send({ token: forumToken }).expect(200);
  await post('/auth/discourse-login').send({ token: forumToken }).expect(401);

  const fromForum = await throughForum();

  const { body: project } = await post('/projects', token)
    .send({ html: 'my own words', isPublic: true })
    .expect(201);
  await get(`/api/projects/${project.id}?access_token=${token}`, token).expect(200);
  await get(`/api/no-such-call/${token}`).expect(404);
  const { body: list } = await get('/api/projects/public').expect(200);
  const card = new URL(list.data.find(({ id }: { id: string }) => id === project.id).cardUrl);
  await request(studio.sandboxUrl)
    .get(card.pathname + card.search)
    .set('host', card.host)
    .set('accept', 'text/html');

  const { body: link } = await post(`/projects/${project.id}/links`, token)
    .send({ name: 'Friends' })
    .expect(201);
  await throughLink(link.secret);

  const upload = post('/assets/upload', token).set('content-type', multipartType);
  const { body: asset } = await upload.send(fileBody('a.txt', 'my own file')).expect(201);
  await request(studio.sandboxUrl).get(new URL(asset.url).pathname).expect(200);

  for (const transports of [['websocket'], ['polling']]) {
    const socket = connect(studio.url, { auth: { token }, transports, forceNew: true });
    await socket.emitWithAck('project:watch', { projectId: project.id });
    socket.disconnect();
  }
  await until(() => lines().filter(({ msg }) => msg === 'disconnected').length >= 2);

  await get('/api/metrics', variables.METRICS_TOKEN).expect(200);
  await post('/auth/password', token).send({ currentPassword: password, newPassword }).expect(204);
  await post('/auth/logout', token).expect(204);
  await get('/api/auth/me', token).expect(401);

  const signature = card.searchParams.get('k') ?? '';
  const known = [
    password,
    newPassword,
    'not-the-password',
    email,
    claims.email,
    'my own words',
    'my own file',
  ];
  return known.concat(link.secret, token, forumToken, claims.jti, signature, asset.id, ...fromForum);
}

/** Opens a link through all addresses and calls, also in wrong spellings and with wrong secrets. */
async function throughLink(secret: string): Promise<void> {
  for (const path of ['', '/', '/embed', '/embed/status', '/none', '?a=b', '%00'])
    await get(`/s/${secret}${path}`);
  await get(`/S/${secret}`);
  await get(`/api/oembed?url=${studio.url}/s/${secret}`);
  await post('/links/open').send({ secret }).expect(200);
  await post('/links/open')
    .send({ secret: `${secret}x` })
    .expect(400);
  const { text } = await get(`/s/${secret}/embed`).expect(200);
  const frame = new URL((/src="(http[^"]+)"/.exec(text)?.[1] ?? '').replaceAll('&#38;', '&'));
  await request(studio.sandboxUrl)
    .get(frame.pathname + frame.search)
    .set({ host: frame.host, accept: 'text/html' })
    .expect(200);
  const socket = connect(studio.url, { transports: ['websocket'], forceNew: true });
  await socket.emitWithAck('link:watch', { secret });
  socket.disconnect();
}

/** Signs in through the forum, and sends a webhook about the user. @returns every secret on the way. */
async function throughForum(): Promise<string[]> {
  const hmac = (text: string, key: string) => createHmac('sha256', key).update(text).digest('hex');
  const asked = await get('/api/auth/discourse/start?next=/').expect(302);
  const cookie = String(asked.headers['set-cookie']).split(';')[0] ?? '';
  const question = new URL(asked.headers['location'] ?? '').searchParams.get('sso') ?? '';
  const nonce = new URLSearchParams(Buffer.from(question, 'base64').toString()).get('nonce') ?? '';
  const person = { nonce, external_id: '7', email: 'bob@forum.example', username: 'bob' };
  const sso = Buffer.from(new URLSearchParams(person).toString()).toString('base64');
  const sig = hmac(sso, variables.FORUM_SECRET);
  const back = `/api/auth/discourse/callback?${new URLSearchParams({ sso, sig }).toString()}`;
  const led = await get(back).set('cookie', cookie).expect(302);
  const token = new URL(led.headers['location'] ?? '', studio.url).searchParams.get('token') ?? '';
  await get(`/discourse-auth?token=${token}`).expect(200);
  const { body } = await post('/auth/discourse-login').set('cookie', cookie).send({ token }).expect(200);
  const event = JSON.stringify({ user: { id: 7, username: 'bob', email: person.email } });
  const signature = hmac(event, variables.FORUM_WEBHOOK_SECRET);
  for (const [given, status] of [
    [signature, 200],
    [sig, 401],
  ] as const)
    await post('/forum/webhook')
      .type('application/json')
      .set({ 'x-discourse-event': 'user_logged_out', 'x-discourse-event-signature': `sha256=${given}` })
      .send(event)
      .expect(status);
  return [
    cookie.split('=')[1] ?? '',
    question,
    nonce,
    sso,
    sig,
    token,
    body.access_token,
    signature,
    person.email,
  ];
}

/** Sends invalid requests of all kinds, with `secret` in every place where it fits. */
async function brokenRequests(secret: string): Promise<void> {
  const json = (path: string, body: string, type = 'application/json') =>
    post(path, secret).type(type).send(body).ok(isRefused);
  await json('/auth/login', `{"password":"${secret}`);
  await json('/auth/login', `{"email":"${secret}","password":["${secret}"]}`);
  await json('/auth/login', `password=${secret}`, `application/${secret}`);
  await json('/auth/login', JSON.stringify({ password: secret.repeat(20_000) }));
  await json('/projects', `{"${secret}":"${secret}"}`);
  for (const path of [`/api/projects/${secret}`, `/api/${secret}/%E0%A4%A`, `/%00${secret}?token=${secret}`])
    await get(path, secret)
      .set({ cookie: secret, referer: `${studio.url}/?token=${secret}` })
      .ok(isRefused);
  for (const path of [`/card/${secret}?k=${secret}`, `/assets/${secret}/%E0%A4%A?token=${secret}`])
    await request(studio.sandboxUrl)
      .get(path)
      .ok(() => true);
  const raw = [
    `GET http://x:9x/?token=${secret} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    `OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    `GET /?token=${secret} ${secret} HTTP/1.1\r\n\r\n`,
    `GET / HTTP/1.1\r\nHost: x\r\nBad Header ${secret}: ${secret}\r\n\r\n`,
    `GET /socket.io/?EIO=4&transport=websocket&token=${secret} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: ${secret}\r\n\r\n`,
    `GET /api/auth/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\nCookie: ${'x'.repeat(20_000)}\r\n\r\n`,
  ];
  for (const text of raw) {
    const line = connectTo(Number(new URL(studio.url).port), '127.0.0.1');
    line.end(text);
    await once(line.resume(), 'close');
  }
  for (const auth of [{ token: secret }, { token: [secret] }]) {
    const socket = connect(studio.url, {
      auth,
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
    });
    await new Promise((refused) => socket.once('connect_error', refused));
  }
  const socket = connect(studio.url, { query: { token: secret }, transports: ['websocket'], forceNew: true });
  await socket.emitWithAck('project:watch', { projectId: secret });
  socket.emit(secret, { [secret]: secret });
  await socket.emitWithAck('project:watch', { projectId: [secret] });
  socket.disconnect();
}

function isRefused({ status }: { status: number }): boolean {
  return status >= 400 && status < 500;
}
