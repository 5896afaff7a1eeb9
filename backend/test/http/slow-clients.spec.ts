import { randomBytes } from 'node:crypto';
import { IncomingMessage } from 'node:http';
import { connect, Socket } from 'node:net';
import { mock } from 'node:test';
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { ProjectSummary } from '@studio/contract/http/projects';
import { bodyMemory, maxBodyBytesTotal } from '../../src/common/http/body-memory.js';
import { maxPipelinedRequests } from '../../src/common/http/listen.js';
import { maxBufferedPerClient } from '../../src/common/slow-clients/request-progress.js';
import { itAtNight } from '../support/nightly.js';
import { bodyEnd, partHead } from '../support/requests/multipart.js';
import { openUpload } from '../support/requests/open-upload.js';
import { sampleFiles } from '../support/requests/sample-files.js';
import { testLibrary } from '../support/requests/test-library.js';
import { type Person, startTestStudio, type TestStudio } from '../support/studio/test-studio.js';
import { until } from '../support/until.js';

let studio: TestStudio;
let person: Person;
beforeAll(async () => {
  // The server checks its connections once in each of these mocked seconds.
  mock.timers.enable({ apis: ['setInterval'] });
  studio = await startTestStudio();
  person = await studio.person();
});
afterAll(async () => {
  await studio.stop();
  mock.timers.reset();
});

/** Lets `seconds` pass for the server; before each, sent bytes arrive. */
async function pass(seconds: number, meanwhile: () => unknown = () => undefined): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    await meanwhile();
    await arrive(3);
    mock.timers.tick(1_000);
  }
}

/** Waits for turns of the event loop, in each of which the server reads up to 64 KiB per connection. */
async function arrive(turns: number): Promise<void> {
  for (let turned = 0; turned < turns; turned += 1) await turn();
}

interface RawLine {
  socket: Socket;
  received(): string;
  ended: boolean;
}

/** Opens a connection, sends these bytes and collects the response. */
function open(port: number, bytes: string): Promise<RawLine> {
  const parts: Buffer[] = [];
  const socket = connect(port, '127.0.0.1');
  const line: RawLine = { socket, received: () => Buffer.concat(parts).toString(), ended: false };
  socket.on('data', (part) => parts.push(part)).on('close', () => (line.ended = true));
  // The server may reset the connection.
  socket.on('error', () => undefined);
  return new Promise((opened) => socket.write(bytes, () => opened(line)));
}

const head = (method: string, path: string, headers = '', host = 'localhost') =>
  `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\n${headers}\r\n`;
const signedIn = (method: string, path: string, length: number) =>
  head(
    method,
    path,
    `Authorization: Bearer ${person.access_token}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n`,
  );

describe('H54: 2,000 clients that send a byte every ten seconds', () => {
  it('are answered 408 or closed', async () => {
    const { port } = studio.config;
    const bodies = await Promise.all(
      Array.from({ length: 1_000 }, () => open(port, `${signedIn('PATCH', '/api/auth/me', 1_000)}{`)),
    );
    const heads = await Promise.all(Array.from({ length: 1_000 }, () => open(port, 'GET /api/hea')));
    await until(() => bodyMemory.bytes === bodies.length);
    await pass(10);
    for (const { socket } of bodies) socket.write('"');
    await pass(25);
    await until(() => [...bodies, ...heads].every(({ ended }) => ended));
    for (const { received } of bodies)
      expect(received()).toMatch(/^HTTP\/1.1 408 [^]*"code":"request_timeout"/);
    for (const { received } of heads) expect(received()).toMatch(/^HTTP\/1.1 408 /);
  });
});

describe('H54: an upload on a slow line', () => {
  it('arrives, though it takes minutes', async () => {
    const upload = openUpload(studio, person);
    await upload.send(partHead('a.txt'));
    await pass(180, () => upload.send('x'.repeat(20_000)));
    upload.call.end(bodyEnd);
    const { status, body } = await upload.response;
    expect({ status, size: body.size }).toEqual({ status: 201, size: 180 * 20_000 });
  });

  it('that stops is 408, and leaves nothing', async () => {
    const library = testLibrary(studio);
    const before = await library.stored();
    const upload = openUpload(studio, person);
    await upload.send(partHead('b.txt'));
    await upload.send('x'.repeat(20_000));
    await until(async () => (await library.rows()).uploads === 1);
    await pass(40);
    const { status, body } = await upload.response;
    expect({ status, code: body.code }).toEqual({ status: 408, code: 'request_timeout' });
    await until(async () => (await library.rows()).uploads === 0);
    expect(await library.stored()).toEqual(before);
  });
});

/** A limit, in ms, that is shorter than the time after which idle connections are closed. */
const soonerMs = 60_000;

describe('H54, H73: a long response that is not read', () => {
  /** Every path whose response grows with a project's texts, and a film. Embeds show only the beginnings of texts. */
  async function longResponses(): Promise<{ what: string; port: number; ask: string }[]> {
    const source = 'x'.repeat(1_000_000);
    const project = await studio.project(person, {
      html: source,
      css: source,
      js: source,
      isPublic: true,
      isEmbeddable: true,
    });
    const { body: list } = await studio.call('get', '/projects', person).expect(200);
    const { cardUrl } = (list.data as ProjectSummary[]).find(({ id }) => id === project.id) as ProjectSummary;
    const film = Buffer.concat([sampleFiles['a.mp4'] ?? Buffer.alloc(0), Buffer.alloc(20_000_000)]);
    const file = new URL((await testLibrary(studio).add(person, 'film.mp4', film)).url);
    const card = new URL(cardUrl);
    const { port, sandboxPort } = studio.config;
    const frame = 'Sec-Fetch-Dest: iframe\r\n';
    const own = `Authorization: Bearer ${person.access_token}\r\n`;
    const revision = `/api/projects/${project.id}/revisions/${project.version}`;
    return [
      { what: 'a project', port, ask: head('GET', `/api/projects/${project.id}`) },
      { what: 'a revision', port, ask: head('GET', revision, own) },
      {
        what: 'a rendered page',
        port: sandboxPort,
        ask: head('GET', `/rendered/${project.id}`, frame, card.host),
      },
      {
        what: 'a card',
        port: sandboxPort,
        ask: head('GET', `${card.pathname}${card.search}`, frame, card.host),
      },
      { what: 'a film', port: sandboxPort, ask: head('GET', file.pathname, '', file.host) },
    ];
  }

  it(
    'is given up on every path',
    async () => {
      for (const { what, port, ask } of await longResponses()) {
        // The responses are larger than the buffers between client and server.
        const line = await open(port, ask.repeat(1 + maxPipelinedRequests));
        line.socket.once('data', () => line.socket.pause());
        await until(() => line.received() !== '');
        expect(`${what}: ${line.received()}`).toMatch(new RegExp(`^${what}: HTTP/1.1 200 `));
        // A client that does not read notices the end only when it writes.
        await until(async () => {
          await pass(10);
          line.socket.write('\r\n');
          return line.ended;
        });
      }
    },
    soonerMs,
  );
});

describe('H53: bodies that are never ended', () => {
  it('take no more memory of one client than it may have', async () => {
    const { port } = studio.config;
    const size = 7 * 1_048_576;
    const call = signedIn('POST', '/api/projects', size + 1);
    const lines = await Promise.all(Array.from({ length: 15 }, () => open(port, call + ' '.repeat(size))));
    await until(() => lines.every(({ socket }) => socket.writableLength === 0));
    // On a busy machine the server may not have received all bytes yet.
    await until(async () => {
      await pass(1, () => arrive(100));
      return lines.filter(({ ended }) => ended).length >= 15 - Math.floor(maxBufferedPerClient / size);
    });
    const refused = lines.filter(({ ended }) => ended);
    expect(refused).toHaveLength(15 - Math.floor(maxBufferedPerClient / size));
    for (const { received } of refused) expect(received()).toMatch(/^HTTP\/1.1 429 [^]*retry-after: 5/i);
    for (const { socket, ended } of lines) if (!ended) socket.write('}');
  });
});

describe('H74: the memory for bodies', () => {
  const source = '<'.repeat(1_048_576);
  /** What a form for /new holds while its page of 18 MiB is read: the sources, and no other field. */
  const formBytes = 3 * source.length;
  const others: IncomingMessage[] = [];
  afterEach(async () => {
    for (const request of others.splice(0)) bodyMemory.release(request);
    await until(() => bodyMemory.bytes === 0);
  });

  /** Posts a form for /new, and does not read the page. */
  async function postForm(): Promise<RawLine> {
    const form = `html=${source}&css=${source}&js=${source}&other=${'x'.repeat(100_000)}`;
    const headers = `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${form.length}\r\n`;
    const line = await open(studio.config.port, head('POST', '/new', headers) + form);
    line.socket.once('data', () => line.socket.pause());
    return line;
  }

  /** Fills the rest of the memory with equal bodies of this many other networks. */
  function fill(networks: number): void {
    const bytes = Math.floor((maxBodyBytesTotal - bodyMemory.bytes) / networks);
    for (let network = 0; network < networks; network += 1) {
      const request = new IncomingMessage(new Socket());
      others.push(request);
      bodyMemory.open(request, `network ${network}`, () => undefined);
      expect(bodyMemory.tryAdd(request, bytes)).toBe(true);
    }
  }
  const save = () => studio.call('post', '/projects', person).send({ html: 'x'.repeat(500_000) });

  it('is limited for each client, also while it reads its responses slowly', async () => {
    const lines = await Promise.all(Array.from({ length: 25 }, postForm));
    await until(() => bodyMemory.bytes === lines.length * formBytes);
    await pass(1);
    await until(() => bodyMemory.bytes <= maxBufferedPerClient);
    expect(bodyMemory.bytes).toBeGreaterThan(maxBufferedPerClient / 2);
    for (const { socket } of lines) socket.destroy();
  });

  it('has room for a call when it is full: the network that holds most loses its largest body', async () => {
    const line = await postForm();
    await until(() => bodyMemory.bytes === formBytes);
    fill(100);
    await save().expect(201);
    line.socket.resume();
    await until(() => line.ended);
  });

  it('has none for a body that is larger than what every network holds: 503 with Retry-After', async () => {
    fill(1_024);
    const refused = await save().expect(503);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.body.detail).toMatch(/busy with other requests/);
  });
});

/** Waits until the studio and this test, which share this process, have been idle for a while. */
async function untilIdle(): Promise<void> {
  let quiet = 0;
  await until(async () => {
    const before = process.cpuUsage();
    await pause(200);
    const { user, system } = process.cpuUsage(before);
    quiet = user + system < 30_000 ? quiet + 1 : 0;
    return quiet === 4;
  });
}

describe('H74: compressed responses that are not read', () => {
  itAtNight(
    'take no more memory of one client than it may have, and compress no more than there is room for',
    async () => {
      // The encoding whose compressor uses the most memory.
      const encoding = 'br';
      // Text that does not compress well.
      const source = () => randomBytes(750_000).toString('base64');
      const project = await studio.project(person, { html: source(), css: source(), js: source() });
      const own = `Authorization: Bearer ${person.access_token}\r\nAccept-Encoding: ${encoding}\r\n`;
      const ask = head('GET', `/api/projects/${project.id}`, own);
      const lines = await Promise.all(
        // The responses are larger than the buffers between client and server.
        Array.from({ length: 30 }, () => open(studio.config.port, ask.repeat(1 + maxPipelinedRequests))),
      );
      for (const { socket } of lines) socket.once('data', () => socket.pause());
      await untilIdle();
      const encodingNow = async () => {
        const call = studio.call('get', `/projects/${project.id}`, person);
        return (await call.set('Accept-Encoding', encoding).expect(200)).headers['content-encoding'];
      };
      expect(await encodingNow()).toBeUndefined();
      // A client that does not read notices the end only when it writes.
      await pass(5, async () => {
        for (const { socket } of lines) socket.write('\r\n');
        await pause(100);
      });
      const left = lines.filter(({ ended }) => !ended);
      expect(left.length).toBeLessThanOrEqual(Math.floor(maxBufferedPerClient / 3_000_000));
      for (const { socket } of lines) socket.destroy();
      await until(async () => (await encodingNow()) === encoding);
    },
    soonerMs,
  );
});
