import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { limits } from '@studio/contract/limits';
import type { NewProjectResult } from '@studio/contract/new-project';
import request from 'supertest';
import { leastStall } from '../../../test/support/longest-stall.js';
import { startTestStudio, type TestStudio } from '../../../test/support/studio/test-studio.js';

let studio: TestStudio;
beforeAll(async () => {
  studio = await startTestStudio();
});
afterAll(() => studio.stop());

const element = /<script type="application\/json" id="new-project">(.*?)<\/script>/s;

/** Posts a form from another site, and reads the result in the page. */
async function post(body: string | Record<string, string>, type = 'application/x-www-form-urlencoded') {
  const { status, headers, text } = await request(studio.url)
    .post('/new')
    .set({ 'content-type': type, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })
    .send(typeof body === 'string' ? body : new URLSearchParams(body).toString());
  const json = element.exec(text)?.[1];
  return { status, headers, text, result: JSON.parse(json ?? 'null') as NewProjectResult };
}

describe('a form that any page may post to /new', () => {
  it('H86 gets the page with its code as data, which is nobody else’s to read, keep or frame', async () => {
    const html = '</script><script>alert(1)</script><!-- ü +&=';
    const { status, result, headers, text } = await post({
      title: 'Pen',
      html,
      css: 'a {\r\n}',
      js: 'let a;',
      frameworkConfig: '{"cssFramework":"scss"}',
      other: 'ignored',
    });
    expect(status).toBe(200);
    expect(result).toMatchObject({
      ok: true,
      project: { title: 'Pen', html, css: 'a {\n}', js: 'let a;', frameworkConfig: { cssFramework: 'scss' } },
    });
    expect(text).not.toContain('<script>alert');
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-frame-options': 'DENY' });
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    expect(headers).not.toHaveProperty('set-cookie');
  });

  it.each([
    [
      400,
      'a framework that nobody knows',
      'frameworkConfig={"framework":"angular"}',
      /frameworkConfig\.framework/,
    ],
    [400, 'a configuration that is no JSON', 'frameworkConfig={', /not valid JSON/],
    [
      400,
      'a configuration nested a hundred thousand times',
      `frameworkConfig=${'['.repeat(100_000)}`,
      /too many values, or is nested too deeply/,
    ],
    [
      400,
      'a configuration of thirty thousand names',
      `frameworkConfig={"packages":{${'"a":0,'.repeat(30_000)}"b":0}}`,
      /too many values, or is nested too deeply/,
    ],
    [
      400,
      'a configuration over 256 KiB',
      `frameworkConfig="${'a'.repeat(limits.bodyBytes)}"`,
      /The frameworkConfig field is too large/,
    ],
    [400, 'escapes that are none', 'html=%4x', /UTF-8/],
    [400, 'escapes that are none in its last piece', `html=${'a'.repeat(200_000)}%4x`, /UTF-8/],
    [400, 'another encoding than UTF-8', 'html=%E9t%E9', /UTF-8/],
    [400, 'NUL', 'js=%00', /cannot be stored/],
    [400, 'a source over 1 MiB', `css=${'a'.repeat(limits.sourceBytes + 1)}`, /1 MiB/],
    [400, 'a thousand fields', 'a=1&'.repeat(1_000), /too many fields/],
    [413, 'a body over 8 MiB', `css=${'a'.repeat(limits.projectBodyBytes)}`, /too large/],
  ])('H86 is answered %i with the page, which says why, for %s', async (code, _what, body, reason) => {
    const { status, result } = await post(body);
    expect(status).toBe(code);
    expect(result).toEqual({ ok: false, message: expect.stringMatching(reason) });
  });

  it('H86 is refused where it is sent as something else', async () => {
    const { status, result } = await post('--x--', 'multipart/form-data; boundary=x');
    expect(status).toBe(415);
    expect(result).toMatchObject({ ok: false });
  });

  it('H86 is refused where it is compressed, and never inflated', async () => {
    const sent = request(studio.url)
      .post('/new')
      .set({ 'content-type': 'application/x-www-form-urlencoded', 'content-encoding': 'gzip' })
      .send(gzipSync('html=hello').toString('latin1'));
    const { status, text } = await sent;
    expect(status).toBe(415);
    expect(JSON.parse(element.exec(text)?.[1] ?? 'null')).toMatchObject({
      ok: false,
      message: expect.stringContaining('uncompressed'),
    });
  });

  it('opens a blank project where it has nothing', async () => {
    expect((await post('')).result).toMatchObject({ ok: true, project: { title: 'Untitled', html: '' } });
  });

  it('is read as it was written: raw UTF-8, a mark at its start, the last of two fields, names in escapes', async () => {
    expect((await post('html=%EF%BB%BFü&js=1&%6A%73=a%3D+%2B=b&css=%0d%0A%0A&x')).result).toMatchObject({
      ok: true,
      project: { html: '\uFEFFü', js: 'a= +=b', css: '\n\n' },
    });
  });

  it('H86 takes each source up to its limit, in any characters', async () => {
    const sources = {
      html: '\n'.repeat(limits.sourceBytes),
      css: '😀'.repeat(limits.sourceBytes / 4),
      js: '<',
    };
    const lineEnds = '%0D%0A'.repeat(limits.sourceBytes);
    const { result } = await post(`html=${lineEnds}&css=${sources.css}&js=%3C`);
    expect(result).toMatchObject({ ok: true });
    expect(result.ok && result.project).toEqual(expect.objectContaining(sources));
  });
});

/** Forms of eight megabytes, or whose response is longer than they are. */
const costlyForms: [string, string][] = [
  ['a source of spaces', `js=${'+'.repeat(limits.projectBodyBytes - 3)}`],
  ['a source of =', `js=${'='.repeat(limits.projectBodyBytes - 3)}`],
  ['nothing but &', '&'.repeat(limits.projectBodyBytes)],
  ['a long name', 'a'.repeat(limits.projectBodyBytes)],
  ['a long configuration', `frameworkConfig="${'%22'.repeat(2_500_000)}`],
  ['six megabytes of line ends', `html=${'%0D%0A'.repeat(limits.sourceBytes)}`],
  ['escapes', `js=${'%41'.repeat(limits.sourceBytes)}&html=${'%C3%BC'.repeat(500_000)}`],
  [
    'three panes of &lt;',
    ['html', 'css', 'js'].map((name) => `${name}=${'<'.repeat(limits.sourceBytes)}`).join('&'),
  ],
  [
    'three panes of control characters',
    ['html', 'css', 'js'].map((name) => `${name}=${'\x01'.repeat(limits.sourceBytes)}`).join('&'),
  ],
];

describe('a form that is made to cost', () => {
  it.each(['with its length', 'chunked'])('H73 H86 makes nobody wait, %s', async (how) => {
    const turns: [string, number][] = [];
    for (const [what, form] of costlyForms) {
      const body = Buffer.from(form);
      turns.push([what, await leastStall(() => send(body, how === 'chunked'))]);
    }
    expect(turns.filter(([, ms]) => ms > 60)).toEqual([]);
  });

  it.each([true, false])('H53 is refused beyond eight megabytes, chunked: %s', async (isChunked) => {
    expect(await send(Buffer.alloc(limits.projectBodyBytes + 1, 'a'), isChunked)).toBe(413);
  });

  it('is read to its end where its beginning is why it is refused, so that a browser gets the response', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const body = Buffer.alloc(7 * 1_048_576, 'a');
    body.write('html=%zz');
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': body.length };
    const sent = httpRequest(`${studio.url}/new`, { agent, method: 'POST', headers });
    const isSent = once(sent.end(body), 'finish');
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(400);
    await Promise.all([once(response.resume(), 'end'), isSent]);
    agent.destroy();
  });
});

/** Posts a form. @returns the status, once the response has been read */
async function send(body: Buffer, isChunked: boolean): Promise<number | undefined> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const sent = httpRequest(`${studio.url}/new`, {
    // Each on a connection of its own: the server may end an unused one while the next form is on its way.
    agent: false,
    method: 'POST',
    headers: isChunked ? headers : { ...headers, 'content-length': body.length },
  });
  // A refused form may still be under way when the connection ends.
  sent.on('error', () => {});
  sent.write(body);
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  await once(response.resume(), 'end');
  return response.statusCode;
}
