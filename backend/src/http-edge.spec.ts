import http from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ErrorBody } from '@studio/contract/errors';
import { limits } from '@studio/contract/limits';
import { type Person, startTestStudio, type TestStudio } from './testing/studio.js';

let studio: TestStudio;
let person: Person;
beforeAll(async () => {
  studio = await startTestStudio();
  person = await studio.person();
});
afterAll(() => studio.stop());

/** Sends bytes as they are. */
function send(
  path: string,
  body: Buffer,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: ErrorBody }> {
  return new Promise((answered, failed) => {
    const call = http.request(`${studio.url}/api${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${person.access_token}`,
        ...headers,
      },
    });
    call.on('error', failed).on('response', (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        answered({ status: response.statusCode ?? 0, body: JSON.parse(Buffer.concat(parts).toString()) }),
      );
    });
    call.end(body);
  });
}

const json = (value: unknown) => Buffer.from(JSON.stringify(value));

describe('an answer of a few kilobytes', () => {
  it.each(['br', 'gzip'])('comes as %s to whoever takes that, whole', async (encoding) => {
    const html = 'a line of text\n'.repeat(1_000);
    const project = await studio.project(person, { html });
    const read = studio.call('get', `/projects/${project.id}`, person);
    const { headers, body } = await read.set('accept-encoding', encoding).expect(200);
    expect(headers).toMatchObject({
      'content-encoding': encoding,
      vary: expect.stringContaining('Accept-Encoding'),
    });
    expect(Number(headers['content-length'])).toBeLessThan(html.length / 10);
    expect(body).toMatchObject({ html });
  });
});

describe('an error', () => {
  it('always has the contract’s body, with an id that the answer’s header carries too', async () => {
    const answers = [
      await studio.call('get', '/no-such-call').expect(404),
      await studio.call('get', '/projects/0000000000000000').expect(404),
      await studio.call('get', '/projects').expect(401),
      await studio.call('post', '/projects', person).send({ title: 1 }).expect(400),
      await studio.call('post', '/auth/login').send({ email: 'a@example.org', password: 'x' }).expect(401),
      await studio.call('post', '/auth/login').type('json').send('{').expect(400),
    ];
    for (const { body, headers, status } of answers) {
      expect(ErrorBody.parse(body)).toEqual(body);
      expect(body).toMatchObject({
        statusCode: status,
        detail: body.message,
        requestId: headers['x-request-id'],
      });
    }
  });
});

describe('a body', () => {
  it('that is not JSON, or not in UTF-8, is 400', async () => {
    for (const body of ['{', '{"title":}', 'null', '"text"', '1']) {
      const answer = await send('/projects', Buffer.from(body));
      expect({ body, status: answer.status }).toEqual({ body, status: 400 });
    }
    const broken = Buffer.concat([Buffer.from('{"title":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]);
    expect((await send('/projects', broken)).status).toBe(400);
  });

  it('of another type, charset or encoding is 415', async () => {
    const title = json({ title: 'x' });
    expect((await send('/projects', title, { 'content-type': 'text/plain' })).status).toBe(415);
    expect(
      (await send('/projects', title, { 'content-type': 'application/x-www-form-urlencoded' })).status,
    ).toBe(415);
    expect(
      (await send('/projects', title, { 'content-type': 'application/json; charset=utf-16' })).status,
    ).toBe(415);
    const bomb = gzipSync(json({ title: 'x'.repeat(50_000_000) }));
    expect((await send('/projects', bomb, { 'content-encoding': 'gzip' })).status).toBe(415);
  });

  it('may be 8 MiB for a project and 256 KiB elsewhere, one byte more is 413, chunked as well', async () => {
    const filled = (bytes: number) => {
      const wrapping = json({ unknown: '' }).length;
      return json({ unknown: 'x'.repeat(bytes - wrapping) });
    };
    expect((await send('/projects', filled(limits.projectBodyBytes))).status).toBe(201);
    const chunked = { 'transfer-encoding': 'chunked' };
    for (const headers of [{}, chunked]) {
      const large = await send('/projects', filled(limits.projectBodyBytes + 1), headers);
      expect(large).toMatchObject({ status: 413, body: { code: 'payload_too_large' } });
      expect((await send('/auth/password', filled(limits.bodyBytes + 1), headers)).status).toBe(413);
    }
    expect((await send('/auth/password', filled(limits.bodyBytes))).status).toBe(400);
  });
});

describe('a path', () => {
  it('is guarded the same in every spelling', async () => {
    for (const path of [
      '/api/projects',
      '/api/projects/',
      '/API/Projects',
      '/api//projects',
      '/api/./projects',
    ]) {
      const { status } = await fetch(`${studio.url}${path}`);
      expect({ path, refused: status === 401 || status === 404 }).toEqual({ path, refused: true });
    }
    const overridden = await studio
      .call('get', '/projects/0000000000000000')
      .set('x-http-method-override', 'DELETE')
      .expect(404);
    expect(overridden.body.code).toBe('not_found');
    expect((await fetch(`${studio.url}/api/projects/%ff`)).status).toBe(400);
  });
});

describe('another origin', () => {
  it.each(['https://evil.example', 'null', 'http://abcdefghij012345.localhost:3001'])(
    'gets no CORS header: %s',
    async (origin) => {
      const read = await studio.call('get', '/projects/public').set('origin', origin).expect(200);
      expect(read.headers).not.toHaveProperty('access-control-allow-origin');
      const asked = await fetch(`${studio.url}/api/projects`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'PUT' },
      });
      expect(asked.headers.get('access-control-allow-origin')).toBeNull();
    },
  );
});
