import { once } from 'node:events';
import http from 'node:http';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ErrorBody } from '@studio/contract/errors';
import { ProjectInput } from '@studio/contract/http/projects';
import { limits } from '@studio/contract/limits';
import { exposeGarbageCollector } from '../../src/common/garbage-collection.js';
import { type ContractCall, contractCalls } from '../support/requests/contract-calls.js';
import { acceptedBodies, refusedBodies } from '../support/requests/slow-bodies.js';
import {
  adminPassword,
  type Person,
  signIn,
  startTestStudio,
  type TestStudio,
} from '../support/studio/test-studio.js';
import { until } from '../support/until.js';

let studio: TestStudio;
let person: Person;
let admin: Person;
beforeAll(async () => {
  studio = await startTestStudio();
  person = await studio.person();
  admin = await signIn(studio, studio.config.adminEmail, adminPassword);
});
afterAll(() => studio.stop());

interface Answer {
  status: number;
  body: ErrorBody;
}

/** Sends a body unchanged, and resolves with the first response. */
function send(
  path: string,
  body: Buffer,
  headers: Record<string, string> = {},
  method = 'POST',
): Promise<Answer> {
  return new Promise((answered, failed) => {
    const call = http.request(`${studio.url}/api${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${person.access_token}`,
        ...('transfer-encoding' in headers ? {} : { 'content-length': String(body.length) }),
        ...headers,
      },
    });
    call.on('error', failed).on('response', (response) => {
      const status = response.statusCode ?? 0;
      response.toArray().then((parts) => answered({ status, body: JSON.parse(parts.join('')) }), failed);
    });
    call.end(body);
  });
}

const json = (value: unknown) => Buffer.from(JSON.stringify(value));
const chunked = { 'transfer-encoding': 'chunked' };
const tooLong = (limit: number) => Buffer.alloc(limit + 1, ' ');

/** A body whose end the tests do not wait for. */
const endless = Buffer.alloc(64 * 1_048_576, ' ');

const limitOf = ({ body }: ContractCall) =>
  body === ProjectInput ? limits.projectBodyBytes : limits.bodyBytes;

describe('a body', () => {
  it('that is not JSON, or not in UTF-8, is 400', async () => {
    for (const body of ['{', '{"title":}', 'null', '"text"', '1']) {
      const response = await send('/projects', Buffer.from(body));
      expect({ body, status: response.status }).toEqual({ body, status: 400 });
    }
    const broken = Buffer.concat([Buffer.from('{"title":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]);
    expect((await send('/projects', broken)).status).toBe(400);
  });

  it('of another type, charset or encoding is 415', async () => {
    const title = json({ title: 'x' });
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/json; charset=utf-16',
      'application/json; charset=__proto__',
    ])
      expect((await send('/projects', title, { 'content-type': type })).status).toBe(415);
    for (const encoding of ['gzip', 'deflate', 'br', 'zstd', 'x', 'identity, gzip'])
      expect((await send('/projects', title, { 'content-encoding': encoding })).status).toBe(415);
  });
});

describe('H19: a key that is a part of every object', () => {
  it('is ignored at any place, and changes nothing for later calls', async () => {
    const evil = '{"isAdmin":true,"polluted":1,"status":500,"toJSON":1}';
    const bodies = [
      `{"__proto__":${evil}}`,
      `{"constructor":{"prototype":${evil}}}`,
      `{"frameworkConfig":{"__proto__":${evil},"constructor":{"prototype":${evil}}}}`,
      `{"tags":{"__proto__":["a"]},"__proto__":${evil}}`,
      `{"title":"x","__proto__":{"html":"<b>","title":7}}`,
      `{"hasOwnProperty":1,"toString":1,"valueOf":1,"then":1}`,
    ];
    const made = await studio.project(person, { html: 'kept' });
    for (const call of contractCalls.filter(({ body }) => body !== undefined))
      for (const body of bodies) {
        const address = call.address.replace('0000000000000000', made.id);
        const { status } = await send(address, Buffer.from(body), {}, call.method);
        expect({ address, body, failed: status >= 500 }).toEqual({ address, body, failed: false });
      }
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    const { body: me } = await studio.call('get', '/auth/me', person).expect(200);
    expect(me).toMatchObject({ isAdmin: false });
    const { body: project } = await studio.call('get', `/projects/${made.id}`, person).expect(200);
    expect(project).toMatchObject({ html: 'kept', userId: person.user.id });
    expect(Object.keys(project).toSorted()).toEqual(Object.keys(made).toSorted());
  });
});

describe('H53: a body one byte beyond its limit', () => {
  it.each([
    ['/auth/login', limits.bodyBytes, 400],
    ['/projects', limits.projectBodyBytes, 201],
  ])('is the first that %s refuses', async (address, most, status) => {
    const largest = Buffer.from('{}'.padEnd(most));
    for (const headers of [{}, chunked]) expect((await send(address, largest, headers)).status).toBe(status);
  });

  it.each([
    ['/auth/login', 262_144, '256 KiB'],
    ['/projects', 8 * 1_048_576, '8 MiB'],
  ])('of %s is told its limit', async (address, most, limit) => {
    const authorization = `Bearer ${admin.access_token}`;
    const { body } = await send(address, tooLong(most), { authorization }, 'POST');
    expect(body.message).toBe(`The request is too large. The limit is ${limit}.`);
  });

  it('is 413 on every route, with Content-Length or in chunks', async () => {
    for (const call of contractCalls.filter(({ file }) => file === undefined)) {
      const { method, address } = call;
      for (const headers of [{}, chunked]) {
        // As an admin, who may call every route: only accepted callers get as far as the body.
        const authorization = `Bearer ${admin.access_token}`;
        const given = { ...headers, authorization };
        const { status, body } = await send(address, tooLong(limitOf(call)), given, method);
        expect({ method, address, status, code: body.code }).toEqual({
          method,
          address,
          status: 413,
          code: 'payload_too_large',
        });
      }
    }
  });

  it('takes less than 16 MB of memory, whatever its length', async () => {
    const used = bytesInUse();
    for (const headers of [{ 'content-length': String(endless.length + 1) }, chunked])
      for (const path of ['/api/projects', '/api/auth/login', '/api/assets/upload', '/new']) {
        const call = post(path, headers);
        call.write(endless);
        const socket = await nextConnection();
        await until(() => socket.destroyed || socket.bytesRead > endless.length);
        expect(bytesInUse() - used).toBeLessThan(16_000_000);
        call.destroy();
      }
  });
});

describe('H52: a body that is slow to parse', () => {
  it.each(Object.keys(refusedBodies))('is 400: %s', async (kind) => {
    const body = Buffer.from(refusedBodies[kind] ?? '');
    expect((await send('/projects', body)).status).toBe(400);
  });

  it.each(acceptedBodies)(
    'is refused; a large one that is quick to parse is not: %s',
    async (_kind, body) => {
      expect((await send('/projects', Buffer.from(body))).status).toBe(201);
    },
  );

  it('has no counterpart in a query, a header or a field of 256 kB', async () => {
    const long = 'a.'.repeat(limits.bodyBytes / 2 - 100);
    const attacks = [
      () => send('/auth/login', json({ email: `${long}@`, password: 'x' })),
      () => send('/auth/register', json({ email: 'a@b.c', username: long, password: long })),
      () => send('/auth/discourse-login', json({ token: long })),
      () => send(`/projects/public?${'a&'.repeat(7_000)}`, Buffer.alloc(0), {}, 'GET'),
      () => send(`/projects/public?tags=${'%2C'.repeat(4_000)}`, Buffer.alloc(0), {}, 'GET'),
      () => send('/auth/me', Buffer.alloc(0), { cookie: 'a=b;'.repeat(3_500) }, 'GET'),
      () => send('/projects', json({}), { 'idempotency-key': '"'.repeat(14_000) }),
    ];
    for (const attack of attacks) expect((await attack()).status).toBeLessThan(500);
  });
});

/** A call whose connection the server may close. */
function post(path: string, headers: Record<string, string>): http.ClientRequest {
  const call = http.request(studio.url + path, {
    method: 'POST',
    headers: {
      'content-type': path === '/new' ? 'application/x-www-form-urlencoded' : 'application/json',
      authorization: `Bearer ${person.access_token}`,
      ...headers,
    },
  });
  return call.on('error', () => call.destroy());
}

/** The server's socket of the next request. */
async function nextConnection(): Promise<Socket> {
  const server: http.Server = studio.studio.app.getHttpServer();
  const [request] = (await once(server, 'request')) as [http.IncomingMessage];
  return request.socket;
}

const collect = exposeGarbageCollector();

/** The bytes in use. The first collection finds the garbage, the second gives it back. */
function bytesInUse(): number {
  for (let time = 0; time < 2; time += 1) collect({ type: 'major' });
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
