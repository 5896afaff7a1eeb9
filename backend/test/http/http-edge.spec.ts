import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ErrorBody } from '@studio/contract/errors';
import { type Person, startTestStudio, type TestStudio } from '../support/studio/test-studio.js';

let studio: TestStudio;
let person: Person;
beforeAll(async () => {
  studio = await startTestStudio();
  person = await studio.person();
});
afterAll(() => studio.stop());

describe('a response of a few kilobytes', () => {
  it.each([
    ['gzip', 'gzip'],
    ['gzip, br;q=0', 'gzip'],
    ['br', 'br'],
    // The header of Chromium, Firefox and Safari.
    ['gzip, deflate, br, zstd', 'br'],
  ])('comes to whoever takes %s as %s, whole', async (accepted, encoding) => {
    const html = 'a line of text\n'.repeat(1_000);
    const project = await studio.project(person, { html });
    const read = studio.call('get', `/projects/${project.id}`, person);
    const { headers, body } = await read.set('accept-encoding', accepted).expect(200);
    expect(headers).toMatchObject({
      'content-encoding': encoding,
      vary: expect.stringContaining('Accept-Encoding'),
    });
    expect(Number(headers['content-length'])).toBeLessThan(html.length / 10);
    expect(body).toMatchObject({ html });
  });

  it('has the same ETag in every encoding, and a request with that ETag gets 304', async () => {
    const { id } = await studio.project(person, { html: 'a line of text\n'.repeat(1_000), isPublic: true });
    for (const who of [person, undefined]) {
      const read = (encoding: string) =>
        studio.call('get', `/projects/${id}`, who).set('accept-encoding', encoding);
      const plain = await read('identity').expect(200);
      const etag = String(plain.headers['etag']);
      expect(plain.headers).not.toHaveProperty('content-encoding');
      expect((await read('br').expect(200)).headers).toMatchObject({ etag, 'content-encoding': 'br' });
      const unchanged = await read('br').set('If-None-Match', etag).expect(304);
      expect(unchanged.headers).toMatchObject({ etag });
      expect(unchanged.headers).not.toHaveProperty('content-encoding');
    }
  });

  it('is not compressed if that would save nothing', async () => {
    const { id } = await studio.project(person, {});
    const { headers } = await studio.call('get', `/projects/${id}`, person).set('accept-encoding', 'br');
    expect(Number(headers['content-length'])).toBeLessThan(1_024);
    expect(headers).not.toHaveProperty('content-encoding');
  });
});

describe('an error', () => {
  it('always has the contract’s body, with the id that is also in the header', async () => {
    const responses = [
      await studio.call('get', '/no-such-call').expect(404),
      await studio.call('get', '/projects/0000000000000000').expect(404),
      await studio.call('get', '/projects').expect(401),
      await studio.call('post', '/projects', person).send({ title: 1 }).expect(400),
      await studio.call('post', '/auth/login').send({ email: 'a@example.org', password: 'x' }).expect(401),
      await studio.call('post', '/auth/login').type('json').send('{').expect(400),
    ];
    for (const { body, headers, status } of responses) {
      expect(ErrorBody.parse(body)).toEqual(body);
      expect(body).toMatchObject({
        statusCode: status,
        detail: body.message,
        requestId: headers['x-request-id'],
      });
    }
  });
});
