import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { budgets, responseBytesPerPoint } from '@studio/contract/budgets';
import request from 'supertest';
import { socketClientsOf } from '../../../test/support/studio/socket-clients.js';
import { type Person, startTestStudio, type TestStudio } from '../../../test/support/studio/test-studio.js';
import { newId } from '../../common/ids.js';
import { comparedPerLookup } from '../packages/catalog/closest-names.js';

const scale = 0.005;
const pointsOf = (name: keyof typeof budgets) => Math.ceil(budgets[name].points * scale);

/** Behind a trusted proxy, so that a test can use any network. */
let studio: TestStudio;
const tabs = socketClientsOf(() => studio);
beforeAll(async () => {
  studio = await startTestStudio({ RATE_LIMIT_SCALE: String(scale), TRUSTED_PROXIES: '127.0.0.1' });
});
afterEach(tabs.closeAll);
afterAll(() => studio.stop());

/** Sends this many calls, one after another. @returns how often each status was answered. */
async function repeat(times: number, call: (i: number) => ReturnType<TestStudio['call']>) {
  const counts: Record<number, number> = {};
  for (let i = 0; i < times; i += 1) {
    const { status } = await call(i);
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}

/** A new account in its own network. */
async function personAt(address: string): Promise<Person> {
  const username = `b${newId()}`;
  const account = { email: `${username}@example.org`, username, password: 'a good password' };
  const { body } = await studio
    .call('post', '/auth/register')
    .set('x-forwarded-for', address)
    .send(account)
    .expect(201);
  return { ...body, password: account.password };
}

const at = (address: string, call: ReturnType<TestStudio['call']>) => call.set('x-forwarded-for', address);

describe('the budget of a class of calls', () => {
  it('is an account’s own: the next call is 429 and says when to come back, everything else goes on', async () => {
    const [greedy, neighbour] = [await personAt('10.0.0.1'), await personAt('10.0.0.1')];
    const project = await studio.project(greedy, { title: 'Kept' });
    const save = (who: Person) => at('10.0.0.1', studio.call('put', `/projects/${project.id}`, who));
    const saved = await repeat(pointsOf('write'), (i) => save(greedy).send({ title: `Saved ${i}` }));
    expect(saved).toEqual({ 200: pointsOf('write') });

    const refused = await save(greedy).send({ title: 'Too much' }).expect(429);
    const seconds = Number(refused.headers['retry-after']);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(refused.body).toMatchObject({ statusCode: 429, code: 'too_many_requests' });
    expect(refused.body.detail).toMatch(
      /^That was too many requests at once\. Try again in (\d+ seconds?|1 minute)\.$/,
    );

    // Also from another network; but reads, and another account at the same address, have their own budgets.
    await studio.call('put', `/projects/${project.id}/like`, greedy).expect(429);
    const { body } = await studio.call('get', `/projects/${project.id}`, greedy).expect(200);
    expect(body).toMatchObject({ title: `Saved ${pointsOf('write') - 1}`, version: pointsOf('write') + 1 });
    await save(neighbour).send({ title: 'Not mine' }).expect(404);
  });

  describe('H75 pays for long responses by their bytes', () => {
    const long = 'x'.repeat(1_000_000);
    const pointsEach = 1 + Math.floor(3_000_000 / responseBytesPerPoint);
    const allowedOf = (name: keyof typeof budgets) => Math.ceil(pointsOf(name) / pointsEach);
    let owner: Person;
    let id: string;
    let short: string;
    beforeAll(async () => {
      owner = await personAt('10.0.2.1');
      const visible = { isPublic: true, isEmbeddable: true };
      ({ id } = await studio.project(owner, { html: long, css: long, js: long, ...visible }));
      short = (await studio.project(owner, visible)).id;
    });

    it('of a read', async () => {
      const read = (project: string) => at('10.0.2.2', studio.call('get', `/projects/${project}`));
      const allowed = allowedOf('read');
      expect(await repeat(allowed + 1, () => read(id))).toEqual({ 200: allowed, 429: 1 });
      await read(short).expect(429);
      await at('10.0.2.3', studio.call('get', `/projects/${short}`)).expect(200);
    });

    it.each([
      ['head', {}, 200],
      ['get', { 'if-none-match': '*' }, 304],
    ] as const)(
      'of a read that is made, though a %s with %j gets only its head',
      async (method, headers, status) => {
        const reader = await personAt('10.0.2.9');
        const read = () => studio.call(method, `/projects/${id}`, reader).set(headers);
        const allowed = allowedOf('read');
        expect(await repeat(allowed + 1, read)).toEqual({ [status]: allowed, 429: 1 });
      },
    );

    it('of a link that is opened', async () => {
      const hidden = await studio.project(owner, { html: long, css: long, js: long });
      const made = await studio
        .call('post', `/projects/${hidden.id}/links`, owner)
        .send({ name: 'Friends' })
        .expect(201);
      const { secret } = made.body;
      const open = () => at('10.0.2.4', studio.call('post', '/links/open')).send({ secret });
      const allowed = allowedOf('read');
      expect(await repeat(allowed + 1, open)).toEqual({ 200: allowed, 429: 1 });

      const embed = (n: number) =>
        request(studio.url).get(`/s/${secret}/embed?run=${n}`).set('x-forwarded-for', '10.0.2.5');
      expect(await repeat(allowedOf('page') + 1, embed)).toEqual({ 200: allowedOf('page'), 429: 1 });
    });

    it.each([
      ['a save of nothing', 200, {}],
      ['a save over a newer version', 409, { 'if-match': '"9"' }],
    ])('of %s', async (_what, status, headers) => {
      const saver = await personAt('10.0.2.6');
      const own = await studio.project(saver, { html: long, css: long, js: long });
      const save = () => studio.call('put', `/projects/${own.id}`, saver).set(headers).send({});
      const allowed = allowedOf('write');
      expect(await repeat(allowed + 1, save)).toEqual({ [status]: allowed, 429: 1 });
    });

    it('of the code that is read for a picture, whatever that is', async () => {
      const maker = await personAt('10.0.2.10');
      const { id: own, version } = await studio.project(maker, { html: long, js: long });
      const store = () =>
        studio.call('put', `/projects/${own}/picture`, maker).send({ version, picture: 'AAAA' });
      const allowed = Math.ceil(pointsOf('write') / (1 + Math.floor(2_000_000 / responseBytesPerPoint)));
      expect(await repeat(allowed + 1, store)).toEqual({ 400: allowed, 429: 1 });
    });

    it('of an embed that is not cached, whatever its options', async () => {
      const queries = ['tabs=html', 'tabs=css', 'tabs=js', 'tabs=html,css', 'tabs=css,html', 'run=click'];
      const embed = (n: number) =>
        request(studio.url).get(`/embed/${id}?${queries[n]}`).set('x-forwarded-for', '10.0.2.7');
      expect(await repeat(allowedOf('page') + 1, embed)).toEqual({ 200: allowedOf('page'), 429: 1 });
    });

    it('and for the names that a lookup compares with all others', async () => {
      const specifiers = Array.from({ length: 2 * comparedPerLookup }, (_, i) => `none-${i}`);
      const lookUp = () => at('10.0.2.11', studio.call('post', '/packages/resolve')).send({ specifiers });
      const allowed = Math.ceil(pointsOf('list') / (1 + comparedPerLookup));
      expect(await repeat(allowed + 1, lookUp)).toEqual({ 200: allowed, 429: 1 });
    });

    it('but not for what the caller has sent', async () => {
      const saver = await personAt('10.0.2.8');
      const own = await studio.project(saver, {});
      const save = (n: number) =>
        studio.call('put', `/projects/${own.id}`, saver).send({ html: `${n}${long}`, css: long, js: long });
      expect(await repeat(4, save)).toEqual({ 200: 4 });
    });
  });

  it('bounds what stays for a day: projects and forks together', async () => {
    const maker = await personAt('10.0.1.1');
    const source = await studio.project(maker, { isPublic: true });
    const create = (i: number) =>
      i % 2
        ? studio.call('post', '/projects', maker).send({})
        : studio.call('post', `/projects/${source.id}/fork`, maker);
    expect(await repeat(pointsOf('create') + 3, create)).toEqual({ 201: pointsOf('create') - 1, 429: 4 });
    const { headers } = await create(1);
    expect(Number(headers['retry-after'])).toBeGreaterThan(80_000);
  });

  it('is the network’s where nobody is signed in: for IPv6 the range of one customer', async () => {
    const list = (address: string, i: number) =>
      at(address, studio.call('get', `/projects/public?search=none${i}`));
    const points = pointsOf('list');
    expect(await repeat(points + 1, (i) => list(`2001:db8:7:7:${i}::1`, i))).toEqual({ 200: points, 429: 1 });
    await list('2001:db8:7:8::1', 0).expect(200);
    await list('10.0.2.2', 0).expect(200);
  });

  it('is consumed by answers from the cache, too', async () => {
    // Conditional requests are answered by other code, and cost as much.
    const list = (i: number) => {
      const call = at('10.0.3.2', studio.call('get', '/projects/public'));
      return i % 2 ? call.set('if-none-match', 'W/"older"') : call;
    };
    expect(await repeat(pointsOf('list') + 1, list)).toEqual({ 200: pointsOf('list'), 429: 1 });
  });
});

describe('the budget of a network', () => {
  it('is one for all its accounts and invalid tokens; health checks are answered in any case', async () => {
    const gone = await personAt('10.0.4.1');
    await at('10.0.4.2', studio.call('post', '/auth/logout', gone)).expect(204);
    const me = () => at('10.0.4.3', studio.call('get', '/auth/me', gone));
    expect(await repeat(pointsOf('network') + 1, me)).toEqual({ 401: pointsOf('network'), 429: 1 });
    await at('10.0.4.3', studio.call('get', '/studio')).expect(429);
    await at('10.0.4.3', studio.call('get', '/health/live')).expect(200);
    await at('10.0.4.3', studio.call('get', '/health/ready')).expect(200);
    await at('10.0.4.4', studio.call('get', '/studio')).expect(200);
  });
});

describe('H51: the budget of sockets', () => {
  it('is one for all events of an account: more are refused in their acknowledgement, others go on', async () => {
    const [greedy, other] = [await personAt('10.0.5.1'), await personAt('10.0.5.2')];
    const [first, second] = [await tabs.open(greedy), await tabs.open(greedy)];
    const responses: object[] = [];
    for (let i = 0; i < pointsOf('socketEvent'); i += 1)
      responses.push(await (i % 2 ? first : second).send('browse:watch', { projectIds: [] }));
    expect(responses.at(-1)).toEqual({
      ok: false,
      error: expect.stringContaining('too many requests at once'),
    });
    expect(responses[0]).toEqual({ ok: true, data: [] });
    expect(first.socket.connected).toBe(true);
    await tabs.open(other);
  });

  it('is the network’s as well, however many accounts send from it', async () => {
    const from = (address: string) => ({ extraHeaders: { 'x-forwarded-for': address } });
    const perAccount = pointsOf('socketEvent') - 1;
    // Each account also uses a point to connect, and one for an event once it is connected.
    const accounts = Math.ceil(pointsOf('network') / (perAccount + 2));
    const outcomes: object[] = [];
    for (let account = 0; account < accounts; account += 1) {
      const { send } = await tabs.open(await personAt(`10.0.10.${account}`), from('10.0.9.1'));
      for (let i = 0; i < perAccount; i += 1) outcomes.push(await send('browse:watch', { projectIds: [] }));
    }
    const refused = accounts * (perAccount + 2) - pointsOf('network');
    expect(outcomes.filter((outcome) => 'error' in outcome)).toHaveLength(refused);
    const elsewhere = await tabs.open(await personAt('10.0.11.1'), from('10.0.11.1'));
    expect(await elsewhere.send('browse:watch', { projectIds: [] })).toEqual({ ok: true, data: [] });
  });

  it('bounds how often an account or a network connects', async () => {
    const restless = await personAt('10.0.6.1');
    const connect = async (address: string, token?: string) => {
      const line = new WebSocket(`${studio.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, {
        headers: { 'x-forwarded-for': address },
      });
      const closed = once(line, 'close').then(() => 'closed');
      const opened = once(line, 'message').then(() => 'opened');
      if ((await Promise.race([closed, opened])) === 'closed') return 'closed';
      line.send(`40${token ? JSON.stringify({ token }) : ''}`);
      const answered = once(line, 'message').then(([{ data }]) =>
        String(data).startsWith('40') ? 'connected' : data,
      );
      const outcome = await Promise.race([closed, answered]);
      line.close();
      return outcome;
    };
    const token = restless.access_token;
    // Each from another network, so that only the account's budget counts.
    const own: string[] = [];
    for (let i = 0; i <= pointsOf('socket'); i += 1) own.push(await connect(`10.0.7.${i}`, token));
    expect(own.slice(0, -1)).toEqual(Array(pointsOf('socket')).fill('connected'));
    expect(own.at(-1)).toBe('44{"message":"unavailable"}');
    const ofNetwork: string[] = [];
    for (let i = 0; i <= pointsOf('socket'); i += 1) ofNetwork.push(await connect('10.0.8.1'));
    expect(ofNetwork.at(-2)).toBe('connected');
    expect(ofNetwork.at(-1)).toBe('closed');
    expect(await connect('10.0.8.2')).toBe('connected');
  });
});
