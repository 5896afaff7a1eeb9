import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import jwt from 'jsonwebtoken';
import sharp from 'sharp';
import request from 'supertest';
import { longestStall } from '../../../../test/support/longest-stall.js';
import {
  type Person,
  startTestStudio,
  type TestStudio,
} from '../../../../test/support/studio/test-studio.js';
import { until } from '../../../../test/support/until.js';
import { newId } from '../../../common/ids.js';
import { Database } from '../../../database/database.js';
import { drawShareImage, shareImageSize } from './draw-share-image.js';

const subject = { title: 'Orbit', author: 'ada', html: '<p>one</p>', css: 'p { color: red }', js: 'run();' };
const title = { left: 72, top: 170, width: 620, height: 310 };
const code = { left: 750, top: 40, width: 450, height: 560 };

/** The share of a part of a picture that differs from the background: 0 to 1. */
async function ink(image: Buffer, part = { left: 0, top: 0, ...shareImageSize }): Promise<number> {
  const { data } = await sharp(image).extract(part).greyscale().raw().toBuffer({ resolveWithObject: true });
  return data.filter((pixel) => pixel > 60).length / data.length;
}

describe('a share image', () => {
  it('is 1200 × 630 and draws what it is given: a wide title takes more than a narrow one of as many letters', async () => {
    const image = await drawShareImage(subject);
    expect(await sharp(image).metadata()).toMatchObject({ format: 'png', ...shareImageSize });
    const [narrow, wide] = await Promise.all(
      ['iiiiiiii', 'WWWWWWWW'].map((text) => drawShareImage({ ...subject, title: text })),
    );
    expect(await ink(narrow as Buffer, title)).toBeGreaterThan(0.002);
    expect(await ink(wide as Buffer, title)).toBeGreaterThan(2 * (await ink(narrow as Buffer, title)));
    expect(await ink(image, code)).toBeGreaterThan(0.002);
    expect(await ink(await drawShareImage({ ...subject, html: '', css: '', js: '\n' }), code)).toBe(0);
  });

  it.each([
    ['nothing', ''],
    ['a word without end', 'W'.repeat(120)],
    ['markup', '<span size="999999">&lt;&amp;</b>&#0;'],
    [
      'emoji, Chinese, Hebrew and a heap of accents',
      `😀👩‍👩‍👧 你好 שלום ${'a\u0301\u0302\u0303'.repeat(30)}`,
    ],
    ['control characters', 'a\u0001\u202e\u0000b'],
    ['blanks of Braille', '\u2800\u2800'],
  ])('takes a title of %s', async (_what, text) => {
    const image = await drawShareImage({ title: text, author: text, html: text, css: text, js: text });
    expect(await sharp(image).metadata()).toMatchObject(shareImageSize);
    expect(await ink(image, { left: 72, top: 482, width: 620, height: 40 })).toBe(0);
  });

  it('holds nobody up while it is drawn', async () => {
    const started = process.cpuUsage();
    const stall = await longestStall(Promise.all([1, 2, 3].map(() => drawShareImage(subject))));
    const { user, system } = process.cpuUsage(started);
    expect(stall).toBeLessThan((user + system) / 1_000 / 2);
  });

  it('needs no font of the machine: on one without any its letters are letters', () => {
    const folder = mkdtempSync(join(tmpdir(), 'no-fonts-'));
    writeFileSync(join(folder, 'fonts.conf'), `<fontconfig><cachedir>${folder}</cachedir></fontconfig>`);
    const script = `import { drawText } from '${import.meta.resolve('./draw-text.ts')}';
      const widths = [];
      for (const family of ['Inter', 'JetBrains Mono', 'No Such Font'])
        for (const text of ['iiii', 'WWWW'])
          widths.push((await drawText(text, { family, size: 40, weight: 400, colour: '#fff' })).width);
      console.log(JSON.stringify(widths));`;
    const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      env: { ...process.env, FONTCONFIG_FILE: join(folder, 'fonts.conf') },
    });
    rmSync(folder, { recursive: true });
    const [narrow, wide, narrowCode, wideCode] = JSON.parse(printed.toString()) as number[];
    expect(wide).toBeGreaterThan(3 * Number(narrow));
    expect(Math.abs(Number(wideCode) - Number(narrowCode))).toBeLessThan(20);
  });
});

describe('its address', () => {
  const secret = 'what the forum and the studio share';
  let studio: TestStudio;
  let owner: Person;
  beforeAll(async () => {
    studio = await startTestStudio({ TRUSTED_PROXIES: '127.0.0.1', FORUM_SECRET: secret });
    owner = await studio.person();
  });
  afterAll(() => studio.stop());

  const get = (path: string) => request(studio.url).get(path).responseType('blob');

  it('answers with PNG that any page may show, anew after a save, and never for private work', async () => {
    const project = await studio.project(owner, { ...subject, isPublic: true });
    const path = `/project/${project.id}/card.png`;
    const { headers, body } = await get(path).expect(200);
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'no-cache',
      'cross-origin-resource-policy': 'cross-origin',
    });
    await get(path).set('If-None-Match', String(headers['etag'])).expect(304);
    const save = (fields: object) =>
      studio.call('put', `/projects/${project.id}`, owner).send(fields).expect(200);
    await save({ title: 'Another' });
    expect(Buffer.compare((await get(path).expect(200)).body as Buffer, body as Buffer)).not.toBe(0);
    await save({ isPublic: false });
    await get(path).expect(404);
    await get('/project/nothing/card.png').expect(404);
  });

  it('is there for whoever asks while another replica saves the project', async () => {
    const { id } = await studio.project(owner, { ...subject, isPublic: true });
    // This replica knows the version of before for a second.
    await request(studio.url).get(`/project/${id}`).expect(200);
    const { sql } = studio.studio.app.get(Database);
    await sql
      .updateTable('projects')
      .set(({ eb }) => ({ html: '<p>two</p>', version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute();
    await get(`/project/${id}/card.png`).expect(200);
  });

  it('is another one after the forum has renamed the author, with the new name on the picture', async () => {
    const sub = newId();
    const signOn = async (username: string): Promise<Person> => {
      const claims = { sub, username, email: 'a@forum.example', aud: 'studio', jti: newId() };
      const token = jwt.sign(claims, secret, { expiresIn: 60 });
      const { body } = await studio.call('post', '/auth/discourse-login').send({ token }).expect(200);
      return { ...body, password: '' };
    };
    const { id } = await studio.project(await signOn('early'), { ...subject, isPublic: true });
    const address = async () => {
      const { text } = await request(studio.url).get(`/project/${id}`).expect(200);
      return /card\.png\?v=[\w-]+/.exec(text)?.[0];
    };
    const before = { address: await address(), image: await get(`/project/${id}/card.png`).expect(200) };
    await signOn('renamed');
    await until(async () => (await address()) !== before.address);
    const etag = String(before.image.headers['etag']);
    const after = await get(`/project/${id}/card.png`).set('If-None-Match', etag).expect(200);
    expect(Buffer.compare(after.body as Buffer, before.image.body as Buffer)).not.toBe(0);
  });

  it('H75 that one network asks for, however many, keeps no other network waiting', async () => {
    const makers = await Promise.all([studio.person(), studio.person(), studio.person()]);
    const made = makers.flatMap((maker) =>
      [1, 2, 3, 4].map((n) => studio.project(maker, { ...subject, title: `Number ${n}`, isPublic: true })),
    );
    const projects = await Promise.all(made);
    const { id } = await studio.project(owner, { ...subject, isPublic: true });
    const ask = (project: string, network: string) =>
      get(`/project/${project}/card.png`).set('x-forwarded-for', network).expect(200);
    let answered = 0;
    const many = projects.map((project) => ask(project.id, '10.0.0.1').then(() => (answered += 1)));
    // What somebody else wants may wait in the long line already.
    await Promise.all([ask(id, '10.0.0.2'), ask(projects.at(-1)?.id ?? '', '10.0.0.2')]);
    expect(answered).toBeLessThan(8);
    await Promise.all(many);
    expect(answered).toBe(12);
  });
});
