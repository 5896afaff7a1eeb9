import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { limits } from '@studio/contract/limits';
import type { NewProjectResult } from '@studio/contract/new-project';
import request from 'supertest';
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
      'a configuration nested a million times',
      `frameworkConfig=${'['.repeat(1_000_000)}`,
      /too many values, or is nested too deeply/,
    ],
    [
      400,
      'a configuration of a million names',
      `frameworkConfig={"packages":{${'"a":0,'.repeat(1_000_000)}"b":0}}`,
      /too many values, or is nested too deeply/,
    ],
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

  it('H86 keeps nobody else waiting while eight megabytes of it are decoded', async () => {
    const started = performance.now();
    await post(`js=${'%41'.repeat(limits.sourceBytes)}&html=${'%C3%BC'.repeat(500_000)}`);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
