import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http';
import { request } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectionsPerClient, type Proxy, provisionProxy, readyServers, startProxy } from './proxy.ts';

/** A stand-in for a replica that responds with the requests it receives. */
interface Witness {
  name: string;
  port: number;
  server: Server;
  /** Whether its readiness route answers 200. */
  ready: boolean;
  /** Methods of the requests that it received but did not answer. */
  brokenOff: string[];
}

interface Seen {
  replica: string;
  path: string;
  headers: IncomingHttpHeaders;
}

/** A request id as the proxy generates it. */
const madeId = expect.stringMatching(/^[\da-f-]{36}$/);

const refusal = provisionProxy();
if (refusal) console.warn(`Tests of the proxy cannot run here: ${refusal}.`);

(refusal ? describe.skip : describe)('the proxy of infra/', () => {
  let proxy: Proxy;
  let app: [Witness, Witness];
  let sandbox: Witness;

  beforeAll(async () => {
    app = [await startWitness('first'), await startWitness('second')];
    sandbox = await startWitness('sandbox');
    proxy = await startProxy({ replicas: app.map(({ port }) => ({ app: port, sandbox: sandbox.port })) });
    await until(async () => (await bothRespond()) && (await ask(`https://${sandboxHost()}/`)).status === 200);
  }, 30_000);

  afterAll(async () => {
    for (const { server } of [...app, sandbox]) server.close();
    await proxy.stop();
  });

  const sandboxHost = () => new URL(proxy.sandboxUrl('k3v9q2w8e7r1t5y0')).host;
  const bothRespond = async () => {
    const names = [await see('/socket.io/?EIO=4'), await see('/'), await see('/'), await see('/')];
    return new Set(names.map((seen) => seen?.replica)).size === 2;
  };
  const see = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${proxy.url}${path}`, { headers });
    return response.ok ? ((await response.json()) as Seen) : undefined;
  };

  it('sends HTTP on to HTTPS', async () => {
    const response = await fetch(`${proxy.plainUrl}/project/x?a=b`, { redirect: 'manual' });
    expect(response.status).toBe(308);
    expect(response.headers.get('location')).toMatch(/^https:\/\/localhost.*\/project\/x\?a=b$/);
  });

  it('H63 keeps browsers to HTTPS on every response, its own too, and leaves all other headers as they are', async () => {
    const { port } = new URL(proxy.url);
    const responses = [
      await ask(`${proxy.url}/`),
      await ask(`${proxy.url}/api/metrics`),
      await ask(`https://${sandboxHost()}/`),
      await ask(`https://evil.example:${port}/`),
    ];
    for (const { headers } of responses)
      expect(headers['strict-transport-security']).toEqual('max-age=31536000');
    expect(responses[0]?.headers).toMatchObject({
      'x-frame-options': 'DENY',
      'permissions-policy': 'camera=()',
    });
  });

  it('H47 sets the forwarding headers itself and ignores those of the request', async () => {
    const forged = {
      'X-Forwarded-For': '203.0.113.7',
      'X-Forwarded-Proto': 'http',
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Prefix': '/evil',
      'X-Real-IP': '203.0.113.7',
      'X-Request-Id': 'evil',
      Forwarded: 'for=203.0.113.7',
    };
    const headers = (await see('/api/auth/me', forged))?.headers ?? {};
    expect(headers).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': new URL(proxy.url).host,
      'x-request-id': madeId,
    });
    expect(JSON.stringify(headers)).not.toMatch(/203\.0\.113|evil/);
  });

  it.each(['/api/metrics', '/API/Metrics/', '/api/%6Detrics', '/api/metrics?a=b'])(
    'does not let anybody read the figures: %s',
    async (path) => {
      const response = await fetch(`${proxy.url}${path}`);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ statusCode: 404, code: 'not_found', requestId: madeId });
    },
  );

  it('leads the hosts of user code and users’ files to the sandbox listener, and no other host anywhere', async () => {
    const { port } = new URL(proxy.url);
    const replicaAt = async (host: string) =>
      (JSON.parse((await ask(`https://${host}:${port}/`)).body) as Seen).replica;
    expect(await replicaAt('k3v9q2w8e7r1t5y0.usercontent.localhost')).toBe('sandbox');
    expect(await replicaAt('K3V9Q2W8E7R1T5Y0.usercontent.localhost')).toBe('sandbox');
    expect(await replicaAt('assets.usercontent.localhost')).toBe('sandbox');
    expect(await replicaAt('localhost')).not.toBe('sandbox');
    for (const host of ['evil.example', 'evilusercontent.localhost', 'usercontent.localhost.evil.example'])
      expect((await ask(`https://${host}:${port}/`)).status).toBe(421);
  });

  it('keeps the requests of a polling socket on one replica, and spreads all others', async () => {
    await expectOneReplicaPerSocket();
    expect(await bothRespond()).toBe(true);
  });

  it('lets web sockets through', async () => {
    const upgrade = request({
      ...connection('localhost'),
      path: '/socket.io/?EIO=4&transport=websocket',
      headers: {
        Host: new URL(proxy.url).host,
        Connection: 'Upgrade',
        Upgrade: 'websocket',
        'Sec-WebSocket-Version': '13',
        'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==',
      },
    });
    upgrade.end();
    const [response, socket] = await once(upgrade, 'upgrade');
    expect(response.statusCode).toBe(101);
    socket.write('there and back');
    expect(String((await once(socket, 'data'))[0])).toBe('there and back');
    socket.destroy();
  });

  it('H54 limits the connections of one client and accepts those of others', async () => {
    const { port } = new URL(proxy.url);
    let refused = 0;
    const open = (localAddress: string) => {
      const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress });
      return socket.on('error', () => undefined).once('close', () => (refused += 1));
    };
    const greedy = Array.from({ length: connectionsPerClient + 10 }, () => open('127.0.0.9'));
    await until(async () => refused === 10);
    expect((await see('/'))?.path).toBe('/');
    for (const socket of greedy) socket.destroy();
  });

  it('finds a file of the page, or a library, that only one of five replicas has, as while a new release is rolled out', async () => {
    const replicas = await Promise.all(['one', 'two', 'three', 'four', 'five'].map(startWitness));
    const rolling = await startProxy({
      replicas: replicas.map(({ port }) => ({ app: port, sandbox: port })),
    });
    const folders = {
      'page-files': `${rolling.url}/assets`,
      libraries: `${rolling.sandboxUrl('k3v9q2w8e7r1t5y0')}/lib`,
    };
    for (const [backend, folder] of Object.entries(folders)) {
      await until(async () => (await readyServers(rolling, backend)) === replicas.length);
      // Those that are idle are not asked again and again.
      for (const { name } of replicas.slice(2)) await call(`${folder}/only-${name}.js?held`);
      for (const { name } of replicas) {
        const { body } = await ask(`${folder}/only-${name}.js`);
        expect(JSON.parse(body)).toMatchObject({ replica: name });
      }
      expect((await ask(`${folder}/only-nobody.js`)).status).toBe(404);
    }
    await rolling.stop();
    for (const { server } of replicas) server.close().closeAllConnections();
  });

  it('asks another replica for a read that broke off, and never sends a write twice', async () => {
    app[0].brokenOff = [];
    app[1].brokenOff = [];
    const brokenOff = () => app.flatMap((replica) => replica.brokenOff);
    expect((await fetch(`${proxy.url}/break-off-once`)).status).toBe(200);
    expect(brokenOff()).toEqual(['GET']);
    const write = await fetch(`${proxy.url}/break-off-once`, { method: 'PUT', body: 'text' });
    expect(write.status).toBe(502);
    expect(await write.json()).toMatchObject({ statusCode: 502, code: 'bad_gateway', requestId: madeId });
    expect(brokenOff()).toEqual(['GET', 'PUT']);
  });

  it('H70 H85 logs of what fails neither query, header nor body, and no address of a file or a link', async () => {
    const token = 'a-token-that-nobody-may-read';
    const failing = {
      method: 'PUT',
      headers: { Authorization: `Bearer ${token}`, Cookie: token },
      body: token,
    };
    expect((await fetch(`${proxy.url}/break-off/now?token=${token}`, failing)).status).toBe(502);
    const { port } = new URL(proxy.url);
    expect((await ask(`https://assets.usercontent.localhost:${port}/break-off/${token}`, 'PUT')).status).toBe(
      502,
    );
    // In any spelling of a link's address.
    for (const path of ['/s/', '/S/', '//s/', '/%73/', '/s%2F', '/s//'])
      expect((await fetch(`${proxy.url}${path}break-off-${token}`, { method: 'PUT' })).status).toBe(502);
    const broken = connectTls({ ...connection('localhost'), port: Number(port) });
    broken.end(`GET /?token=${token} ${token} HTTP/1.1\r\n${token}\r\n\r\n`);
    await once(broken.resume(), 'close');
    const isLogged = (what: RegExp) => until(async () => what.test(proxy.output()));
    await isLogged(/ PUT \/break-off\/now 502 /);
    await isLogged(/ PUT \S+ 502 sandbox\//);
    await isLogged(/ PUT \/s\/ 502 /);
    expect(proxy.output()).not.toContain(token);
  });

  it('H40 leaves a replica alone that is not ready, while the other one answers', async () => {
    app[0].ready = false;
    await until(async () => !(await bothRespond()));
    expect((await see('/'))?.replica).toBe('second');
    app[0].ready = true;
    await until(bothRespond);
  });

  it('H37 sends requests to a replica although none is ready, so that the studio answers itself', async () => {
    for (const replica of app) replica.ready = false;
    await until(
      async () => (await readyServers(proxy, 'app')) + (await readyServers(proxy, 'sockets')) === 0,
    );
    expect((await fetch(`${proxy.url}/api/health/ready`)).status).toBe(503);
    await until(async () => (await see('/project/x')) !== undefined);
    await expectOneReplicaPerSocket();
    for (const replica of app) replica.ready = true;
    await until(bothRespond);
  });

  it('answers in the API’s error format when no replica is there', async () => {
    for (const { server } of app) {
      server.close();
      server.closeAllConnections();
    }
    const response = await fetch(`${proxy.url}/api/auth/me`);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ statusCode: 503, code: 'unavailable', requestId: madeId });
  });

  /** Polls of one socket meet one replica, by its cookie. */
  async function expectOneReplicaPerSocket() {
    const first = await fetch(`${proxy.url}/socket.io/?EIO=4&transport=polling`);
    expect(first.status).toBe(200);
    const { replica } = (await first.json()) as Seen;
    const [cookie = ''] = first.headers.getSetCookie();
    expect(cookie).toMatch(/^studio-replica=[^;]+; path=\/; HttpOnly; Secure; SameSite=Lax$/);
    const headers = { Cookie: cookie.split(';')[0] ?? '' };
    for (let poll = 0; poll < 6; poll += 1) {
      const seen = await see('/socket.io/?EIO=4&transport=polling', headers);
      expect(seen?.replica).toBe(replica);
      expect(seen?.headers.cookie).toBeUndefined();
    }
  }

  function connection(servername: string) {
    return {
      host: '127.0.0.1',
      port: new URL(proxy.url).port,
      servername,
      rejectUnauthorized: false,
      agent: false,
    };
  }

  /** Sends a request to a host that only browsers can resolve, and resolves when the response begins. */
  async function call(address: string, method = 'GET'): Promise<IncomingMessage> {
    const { host, hostname, port, pathname, search } = new URL(address);
    const path = pathname + search;
    const sent = request({ ...connection(hostname), port, method, path, headers: { Host: host } }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return response;
  }

  async function ask(address: string, method = 'GET') {
    const response = await call(address, method);
    const { statusCode: status, headers } = response;
    return { status, headers, body: await text(response) };
  }
});

/** Some of the studio's response headers. */
const sentHeaders = new Map([
  ['Strict-Transport-Security', 'max-age=31536000'],
  ['X-Frame-Options', 'DENY'],
  ['Permissions-Policy', 'camera=()'],
]);

/** The fixed GUID of the WebSocket handshake (RFC 6455, 1.3). */
const webSocketId = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/** Methods whose first request for `/break-off-once` has already had its connection destroyed. */
const brokenOffMethods = new Set<string>();

async function startWitness(name: string): Promise<Witness> {
  const server = createServer((incoming, response) => {
    incoming.resume().on('end', () => {
      const { method = '', url: path = '', headers } = incoming;
      if (/\/break-off\/|break-off-a/.test(path)) incoming.socket.destroy();
      if (path === '/break-off-once' && !brokenOffMethods.has(method)) {
        brokenOffMethods.add(method);
        witness.brokenOff.push(method);
        incoming.socket.destroy();
        return;
      }
      const [, owner = name] = /\/only-(\w+)\.js/.exec(path) ?? [];
      if (owner !== name) response.statusCode = 404;
      else response.statusCode = path === '/api/health/ready' && !witness.ready ? 503 : 200;
      response.setHeaders(sentHeaders);
      if (owner === name && path.endsWith('?held')) response.flushHeaders();
      else response.end(JSON.stringify({ replica: name, path, headers } satisfies Seen));
    });
  });
  server.on('upgrade', ({ headers }, socket) => {
    const accepted = createHash('sha1')
      .update(`${headers['sec-websocket-key']}${webSocketId}`)
      .digest('base64');
    const lines = ['HTTP/1.1 101 Switching Protocols', 'Connection: Upgrade', 'Upgrade: websocket'];
    socket.write(`${lines.join('\r\n')}\r\nSec-WebSocket-Accept: ${accepted}\r\n\r\n`);
    socket.pipe(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const witness: Witness = {
    name,
    port: (server.address() as AddressInfo).port,
    server,
    ready: true,
    brokenOff: [],
  };
  return witness;
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 15_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error('It did not come to hold within 15 s.');
    await pause(50);
  }
}
