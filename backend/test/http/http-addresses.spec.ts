import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ContractCall, contractCalls } from '../support/requests/contract-calls.js';
import { type Person, startTestStudio, type TestStudio } from '../support/studio/test-studio.js';

let studio: TestStudio;
let person: Person;
beforeAll(async () => {
  studio = await startTestStudio();
  person = await studio.person();
});
afterAll(() => studio.stop());

/** Sends exactly these bytes, which no client would. @returns status, body and the whole response. */
async function ask(method: string, target: string, headers: Record<string, string> = {}) {
  const socket = connect(studio.config.port, '127.0.0.1');
  const given = { Host: 'localhost', Connection: 'close', 'Content-Length': '0', ...headers };
  const lines = Object.entries(given).map(([name, value]) => `${name}: ${value}`);
  const parts: Buffer[] = [];
  socket.on('data', (part) => parts.push(part));
  socket.write(`${method} ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  await once(socket, 'close');
  const received = Buffer.concat(parts).toString();
  return {
    status: Number(received.split(' ')[1]),
    received,
    body: received.slice(received.indexOf('\r\n\r\n') + 4),
  };
}

/** Other spellings of an address, which a router might read differently from the guard. */
function spellings(address: string): string[] {
  const path = `/api${address}`;
  const last = path.slice(path.lastIndexOf('/') + 1);
  return [
    `${path}/`,
    `${path}//`,
    `/${path}`,
    path.replace('/api/', '/api//'),
    path.replace('/api/', '/api/./'),
    path.replace('/api/', '/api/x/../'),
    path.replace('/api/', '/api/x/%2e%2e/'),
    path.replace('/api/', '/api%2f'),
    path.replace('/api/', '/api\\'),
    path.replace('/api/', '/%61pi/'),
    path.toUpperCase(),
    path.replace(last, `%${last.charCodeAt(0).toString(16)}${last.slice(1)}`),
    `${path}%00`,
    `${path}%20`,
    `${path};a=b`,
    `${path}.json`,
    `${path}?access_token=x`,
    `${path}#x`,
    `http://localhost${path}`,
    `http://evil.example${path}`,
  ];
}

const guarded = contractCalls.filter(({ access }) => access === 'required' || access === 'admin');
const signedIn = () => ({ Authorization: `Bearer ${person.access_token}` });
const called = ({ method, address }: ContractCall) => `${method} ${address}`;

/** Whether a response refuses. The app's page counts: it is the same for everybody and all addresses without a call. */
function isRefusal({ status, body }: { status: number; body: string }, statuses: number[]): boolean {
  return statuses.includes(status) || (status === 200 && body.startsWith('<!doctype html>'));
}

describe('H72: an address', () => {
  it('is guarded the same in every spelling', async () => {
    for (const call of guarded)
      for (const target of spellings(call.address)) {
        const response = await ask(call.method, target);
        expect({ target, refused: isRefusal(response, [400, 401, 404]) }).toEqual({ target, refused: true });
      }
  });

  it('for admins is only for admins in every spelling', async () => {
    for (const call of guarded.filter(({ access }) => access === 'admin'))
      for (const target of spellings(call.address)) {
        const response = await ask(call.method, target, signedIn());
        expect({ target, refused: isRefusal(response, [400, 403, 404]) }).toEqual({ target, refused: true });
      }
  });

  it('that cannot be read is 400', async () => {
    for (const target of ['/api/projects/%ff', '/api/projects/%', '/api/%c0%ae%c0%ae/projects'])
      expect((await ask('GET', target)).status).toBe(400);
  });
});

describe('H72: a method', () => {
  it('that a header or the query names instead is ignored', async () => {
    const mine = await studio.project(person, { html: 'kept' });
    for (const [name, value] of [
      ['X-HTTP-Method-Override', 'DELETE'],
      ['X-HTTP-Method', 'DELETE'],
      ['X-Method-Override', 'DELETE'],
    ] as const) {
      await ask('POST', `/api/projects/${mine.id}`, { ...signedIn(), [name]: value });
      const read = await ask('GET', `/api/projects/${mine.id}?_method=DELETE`, {
        ...signedIn(),
        [name]: value,
      });
      expect(read.status).toBe(200);
      expect((await ask('GET', '/api/projects', { [name]: 'OPTIONS' })).status).toBe(401);
    }
    expect((await ask('GET', `/api/projects/${mine.id}`, signedIn())).received).toContain('kept');
  });

  it('outside of the contract reaches nothing, and its response echoes nothing', async () => {
    for (const method of ['TRACE', 'PROPFIND', 'SEARCH', 'LOCK', 'PURGE', 'CONNECT', 'OPTIONS', 'get'])
      for (const call of guarded) {
        const { status, received } = await ask(method, `/api${call.address}`, {
          ...signedIn(),
          'X-Secret': 'echoed-back',
        });
        const isHarmless = Number.isNaN(status) || status >= 400 || (method === 'OPTIONS' && status < 300);
        expect({ method, call: called(call), status, isHarmless }).toMatchObject({ isHarmless: true });
        expect(received).not.toContain('echoed-back');
      }
  });

  it('HEAD is guarded like GET, and has no body', async () => {
    for (const call of contractCalls.filter(({ method }) => method === 'GET')) {
      const [head, get] = [await ask('HEAD', `/api${call.address}`), await ask('GET', `/api${call.address}`)];
      expect({ call: called(call), status: head.status }).toEqual({ call: called(call), status: get.status });
      expect(head.body).toBe('');
    }
  });
});

describe('H25: another origin', () => {
  it.each([
    'https://evil.example',
    'null',
    'http://abcdefghij012345.localhost:3001',
    'http://localhost.evil.example',
    'http://evil.example/localhost',
    'file://',
  ])('gets no CORS header of any call, nor of its preflight: %s', async (origin) => {
    const evil = `Access-Control-Allow-Origin`;
    for (const call of contractCalls) {
      const response = await ask(call.method, `/api${call.address}`, { Origin: origin });
      const before = await ask('OPTIONS', `/api${call.address}`, {
        Origin: origin,
        'Access-Control-Request-Method': call.method,
        'Access-Control-Request-Headers': 'authorization, content-type',
      });
      for (const { received } of [response, before])
        expect({ call: called(call), allowed: received.toLowerCase().includes(evil.toLowerCase()) }).toEqual({
          call: called(call),
          allowed: false,
        });
    }
  });
});
