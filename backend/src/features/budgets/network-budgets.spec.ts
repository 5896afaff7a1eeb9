import { Agent, get, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type BudgetName, budgets } from '@studio/contract/budgets';
import type { Asset } from '@studio/contract/http/assets';
import { testLibrary } from '../../../test/support/requests/test-library.js';
import { startTestStudio, type TestStudio } from '../../../test/support/studio/test-studio.js';

const scale = 0.001;
const pointsOf = (name: BudgetName) => Math.ceil(budgets[name].points * scale);

/** Behind a trusted proxy, so that a test can use any network. */
let studio: TestStudio;
let projectId: string;
let secret: string;
let card: string;
let asset: Asset;
const agent = new Agent({ keepAlive: true });
beforeAll(async () => {
  studio = await startTestStudio({ RATE_LIMIT_SCALE: String(scale), TRUSTED_PROXIES: '127.0.0.1' });
  const owner = await studio.person('owner', '10.9.0.1');
  const project = await studio.project(owner, { html: '<p>here</p>', isPublic: true, isEmbeddable: true });
  projectId = project.id;
  const links = `/projects/${projectId}/links`;
  secret = (await studio.call('post', links, owner).send({ name: 'Friends' }).expect(201)).body.secret;
  asset = await testLibrary(studio).add(owner, 'notes.txt');
  card = (await studio.call('get', '/projects', owner).expect(200)).body.data[0].cardUrl;
});
afterAll(async () => {
  agent.destroy();
  await studio.stop();
});

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Sends a request from a network: to the app at a path, or to the sandbox at an address. */
function ask(address: string, network: string, headers: Record<string, string> = {}): Promise<Answer> {
  const url = new URL(address, studio.url);
  const host = url.host;
  url.hostname = '127.0.0.1';
  return new Promise((answered, failed) => {
    get(url, { agent, headers: { host, 'x-forwarded-for': network, ...headers } }, (response) => {
      response
        .toArray()
        .then(
          (parts) =>
            answered({ status: response.statusCode ?? 0, headers: response.headers, text: parts.join('') }),
          failed,
        );
    }).on('error', failed);
  });
}

/** Sends requests until the budget is exhausted, and one more. @returns the response to that one. */
async function spendAll(budget: BudgetName, address: string, network: string): Promise<Answer> {
  const statuses = new Set<number>();
  for (let asked = 0; asked < pointsOf(budget); asked += 1)
    statuses.add((await ask(address, network)).status);
  expect({ address, statuses: [...statuses].filter((status) => status === 429 || status >= 500) }).toEqual({
    address,
    statuses: [],
  });
  return ask(address, network);
}

const frame = { 'sec-fetch-dest': 'iframe' };
const sandbox = () => studio.config.sandboxUrl.replace('{id}', projectId);
const addresses: [string, BudgetName, () => string][] = [
  ['the app', 'page', () => '/'],
  ['a page that is not there', 'page', () => '/nowhere/at/all'],
  ['an embed', 'page', () => `/embed/${projectId}?tabs=html,result`],
  ['whether an embed may stay', 'read', () => `/embed/${projectId}/status`],
  ['whether an embed by link may stay', 'read', () => `/s/${secret}/embed/status`],
  ['the picture of a link', 'page', () => `/project/${projectId}/card.png?v=1`],
  ['a file of the app', 'file', () => '/assets/none.js'],
  ['an icon', 'file', () => '/favicon.svg'],
  ['the script of an embed', 'file', () => '/embed/live.js'],
  ['health', 'probe', () => '/api/health/live'],
  ['readiness', 'probe', () => '/api/health/ready'],
  ['metrics', 'probe', () => '/api/metrics'],
  ['the public list', 'list', () => '/api/projects/public'],
  ['a project', 'read', () => `/api/projects/${projectId}`],
  ['the API’s documents', 'network', () => '/api/docs/start.js'],
  ['a call that does not exist', 'network', () => '/api/nothing'],
  ['a handshake', 'socket', () => '/socket.io/?EIO=3&transport=polling'],
  ['a handshake with an empty id', 'socket', () => '/socket.io/?EIO=3&transport=polling&sid='],
  [
    'a handshake with an id before an empty one',
    'socket',
    () => '/socket.io/?EIO=3&transport=polling&sid=a&sid=',
  ],
  ['a handshake with an id in another value', 'socket', () => '/socket.io/?EIO=3&transport=polling&t=?sid=a'],
  ['a card', 'page', () => card],
  ['a rendered project', 'page', () => `${sandbox()}/rendered/${projectId}`],
  ['a rendered project in capitals', 'page', () => `${sandbox()}/RENDERED/${projectId}`],
  ['the shell', 'page', () => `${sandbox()}/`],
  ['a file that code asks its host for', 'file', () => `${sandbox()}/data.json`],
  ['a user’s file', 'file', () => asset.url],
  ['an avatar', 'file', () => `${studio.config.assetsUrl}/avatars/initials/ada.svg`],
  ['a library', 'file', () => `${studio.config.assetsUrl}/lib/none.js`],
];

describe('H75: 12,000 requests of one network in a minute', () => {
  it('are more than any budget of pages, files and probes has', () => {
    for (const name of ['page', 'file', 'probe', 'list', 'socket'] as const)
      expect(budgets[name]).toEqual({ points: expect.any(Number), windowMs: 60_000 });
    for (const name of ['page', 'file', 'probe', 'list', 'socket'] as const)
      expect(budgets[name].points).toBeLessThan(12_000);
  });

  it.each(addresses)(
    'are refused with the time to wait, and others served: %s',
    async (_what, budget, address) => {
      const network = `10.1.${addresses.findIndex(([what]) => what === _what)}`;
      const refused = await spendAll(budget, address(), `${network}.1`);
      expect(refused.status).toBe(429);
      const seconds = Number(refused.headers['retry-after']);
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(60);
      expect(refused.headers['cache-control']).toBe('no-store');
      expect(refused.headers['x-content-type-options']).toBe('nosniff');
      expect((await ask(address(), `${network}.2`, frame)).status).not.toBe(429);
    },
  );

  it('are refused in the format of what was requested', async () => {
    const page = await spendAll('page', `/embed/${projectId}`, '10.2.0.1');
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['x-frame-options']).toBeUndefined();
    expect(page.text).toMatch(
      /<h1>Too many requests<\/h1><p>That was too many requests at once\. Try again in /,
    );
    const file = await spendAll('file', '/favicon.svg', '10.2.0.1');
    expect(file.headers['content-type']).toBe('text/plain; charset=utf-8');
    const call = await spendAll('probe', '/api/health/live', '10.2.0.1');
    expect(JSON.parse(call.text)).toMatchObject({ statusCode: 429, code: 'too_many_requests' });
    expect(JSON.parse(call.text).requestId).toBe(call.headers['x-request-id']);
  });

  it('for files leave the budget of pages, and those of user code to its host leave that of the app', async () => {
    await spendAll('file', `${sandbox()}/data.json`, '10.2.1.1');
    await spendAll('page', `${sandbox()}/`, '10.2.1.1');
    expect((await ask('/favicon.svg', '10.2.1.1')).status).toBe(200);
    expect((await ask('/', '10.2.1.1')).status).toBe(200);
  });

  it('never use up the budget of health probes, even if strangers come through the same proxy', async () => {
    for (const [budget, address] of [
      ['page', '/'],
      ['file', '/favicon.svg'],
      ['network', '/api/nothing'],
    ] as const)
      expect((await spendAll(budget, address, '10.2.2.1')).status).toBe(429);
    expect((await ask('/api/health/ready', '10.2.2.1')).status).toBe(200);
    // Strangers request it, too: for them the proxy sends a forwarding header, for its own probes none.
    expect((await spendAll('probe', '/api/health/ready', '127.0.0.1')).status).toBe(429);
    const { port } = studio.config;
    const own = await fetch(`http://127.0.0.1:${port}/api/health/ready`);
    expect(own.status).toBe(200);
  });

  it('are counted with any Expect header, too', async () => {
    const expecting = { expect: 'anything' };
    for (const [number, [, budget, address]] of addresses.entries()) {
      const network = `10.4.${number}.1`;
      for (let asked = 0; asked < pointsOf(budget); asked += 1) await ask(address(), network, expecting);
      expect((await ask(address(), network, expecting)).status).toBe(429);
    }
  });

  it('count as pages when they are requested by an absolute address', async () => {
    const path = `http://${projectId}.localhost/rendered/${projectId}`;
    const status = () =>
      new Promise((answered, failed) => {
        const options = { host: '127.0.0.1', port: studio.config.sandboxPort, path, agent };
        get({ ...options, headers: { 'x-forwarded-for': '10.5.0.1' } }, (response) => {
          response.resume().on('end', () => answered(response.statusCode));
        }).on('error', failed);
      });
    for (let asked = 0; asked < pointsOf('page'); asked += 1) expect(await status()).not.toBe(429);
    expect(await status()).toBe(429);
  });

  it('are counted for all addresses of a /64 together', async () => {
    for (let asked = 0; asked < pointsOf('page'); asked += 1)
      await ask('/', `2001:db8:1:2::${asked.toString(16)}`);
    expect((await ask('/', '2001:db8:1:2:ffff::')).status).toBe(429);
    expect((await ask('/', '2001:db8:1:3::1')).status).toBe(200);
  });
});

describe('H75: sockets that are refused', () => {
  const upgrade = (network: string, origin: string): Promise<Answer> =>
    new Promise((answered, failed) => {
      const asked = httpRequest(`${studio.url}/socket.io/?EIO=4&transport=websocket`, {
        headers: {
          connection: 'Upgrade',
          upgrade: 'websocket',
          'sec-websocket-version': '13',
          'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
          'x-forwarded-for': network,
          origin,
        },
      });
      asked.on('error', failed).on('upgrade', (_response, socket) => {
        socket.destroy();
        answered({ status: 101, headers: {}, text: '' });
      });
      asked.on('response', (response) => {
        response.resume();
        answered({ status: response.statusCode ?? 0, headers: response.headers, text: '' });
      });
      asked.end();
    });

  it('are counted like those that are let in, and answered 429 beyond', async () => {
    for (let asked = 0; asked < pointsOf('socket'); asked += 1)
      expect((await upgrade('10.3.0.1', 'https://elsewhere.example')).status).toBe(400);
    const refused = await upgrade('10.3.0.1', studio.url);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await upgrade('10.3.0.2', studio.url)).status).toBe(101);
  });
});
