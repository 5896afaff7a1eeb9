import { once } from 'node:events';
import {
  Agent,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { exposeGarbageCollector } from '../../src/common/garbage-collection.js';
import { bodyMemory } from '../../src/common/http/body-memory.js';
import { newId } from '../../src/common/ids.js';
import { type Person, startTestStudio, type TestStudio } from '../support/studio/test-studio.js';
import { until } from '../support/until.js';

let studio: TestStudio;
let person: Person;
beforeAll(async () => {
  studio = await startTestStudio();
  person = await studio.person();
});
afterAll(() => studio.stop());

const collect = exposeGarbageCollector();
const mebibyte = 1_048_576;

/** The bytes in use. The first collection finds the garbage, the second gives it back. */
function bytesInUse(): number {
  for (let time = 0; time < 2; time += 1) collect({ type: 'major' });
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

describe('H74: anonymous bodies of 7 MiB', () => {
  const size = 7 * mebibyte;
  const head = `POST /api/projects HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${size}\r\n\r\n`;
  const body = Buffer.alloc(size, ' ');

  /** Sends a body and waits for the response; the connection stays open. */
  async function post(): Promise<Socket> {
    const socket = connect(studio.config.port, '127.0.0.1');
    const answered = once(socket, 'data');
    socket.write(head);
    await new Promise((sent) => socket.write(body, sent));
    expect(String((await answered)[0])).toMatch(/^HTTP\/1.1 401 /);
    return socket;
  }

  it('are 401, never in memory, and leave connections that can be used again', async () => {
    (await post()).destroy();
    const before = bytesInUse();
    const idle = await Promise.all(Array.from({ length: 30 }, post));
    expect(bodyMemory.bytes).toBe(0);
    expect(bytesInUse() - before).toBeLessThan(8 * mebibyte);
    const answered = once(idle[0] as Socket, 'data');
    idle[0]?.write('GET /api/health/live HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(String((await answered)[0])).toMatch(/^HTTP\/1.1 200 /);
    for (const socket of idle) socket.destroy();
  });
});

describe('H74: a connection that idles', () => {
  const agent = new Agent({ keepAlive: true });
  afterAll(() => agent.destroy());

  /** A call on a connection that stays open. @returns its status. */
  function call(method: string, path: string, body?: object): Promise<number> {
    return new Promise((answered, failed) => {
      const asked = httpRequest(`${studio.url}${path}`, {
        agent,
        method,
        headers: { authorization: `Bearer ${person.access_token}`, 'content-type': 'application/json' },
      });
      asked.on('error', failed).on('response', (response) => {
        response.on('end', () => answered(response.statusCode ?? 0)).resume();
      });
      asked.end(body && JSON.stringify(body));
    });
  }

  it('keeps neither its last request, nor its response, nor its body in memory', async () => {
    const project = await studio.project(person, { isEmbeddable: true });
    const seen: Record<string, WeakRef<object>[]> = { request: [], response: [], body: [] };
    const server: Server = studio.studio.app.getHttpServer();
    const watch = (request: IncomingMessage & { body?: object }, response: ServerResponse) => {
      seen['request']?.push(new WeakRef(request));
      seen['response']?.push(new WeakRef(response));
      response.once('finish', () => request.body && seen['body']?.push(new WeakRef(request.body)));
    };
    server.prependListener('request', watch);
    const source = 'x'.repeat(300_000);
    const statuses = await Promise.all([
      call('PUT', `/api/projects/${project.id}`, { html: source }),
      call('PUT', `/api/projects/${project.id}`, { css: source }),
      call('GET', `/api/projects/${project.id}`),
      call('GET', `/embed/${project.id}`),
      call('GET', '/'),
      call('POST', '/api/auth/login', { email: 'nobody@example.org', password: 'x'.repeat(9) }),
    ]);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 401]);
    server.off('request', watch);
    expect(Object.values(agent.freeSockets).flat()).toHaveLength(6);
    expect(seen['body']).toHaveLength(3);
    await until(() => {
      collect({ type: 'major' });
      return Object.values(seen).every((refs) => refs.every((ref) => ref.deref() === undefined));
    });
    expect(Object.values(agent.freeSockets).flat()).toHaveLength(6);
  }, 10_000);
});

describe('H74: one large embed under many addresses', () => {
  it('is kept in memory once, as its response', async () => {
    const source = () => `<p>${newId()}</p>`.repeat(40_000);
    const large = await studio.project(person, {
      html: source(),
      css: source(),
      js: source(),
      isEmbeddable: true,
    });
    const ask = async (query: string) => {
      const response = await fetch(`${studio.url}/embed/${large.id}${query}`);
      return (await response.text()).length;
    };
    expect(await ask('?tabs=html,css,js')).toBeGreaterThan(mebibyte / 2);
    const before = bytesInUse();
    // Within the second for which the cache keeps it.
    const lengths = await Promise.all(
      Array.from({ length: 100 }, (_, i) => ask(`?tabs=html,css,js&anything=${i}`)),
    );
    expect(new Set(lengths).size).toBe(1);
    expect(bytesInUse() - before).toBeLessThan(16 * mebibyte);
  });

  it('is one response for all spellings of the same options, and another for other options', async () => {
    const { id } = await studio.project(person, { isEmbeddable: true });
    const tag = async (query: string) =>
      (await fetch(`${studio.url}/embed/${id}${query}`)).headers.get('etag');
    const plain = await tag('');
    for (const query of ['?x=1', '?tabs=', '?theme=auto', '?tabs=nothing&theme=purple&run=now'])
      expect(await tag(query)).toBe(plain);
    expect(await tag('?tabs=html')).not.toBe(plain);
    expect(await tag('?tabs=html,html')).toBe(await tag('?y&tabs=html'));
  });
});
