import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Asset, assetExtensions, categoryOf } from '@studio/contract/http/assets';
import { limits } from '@studio/contract/limits';
import { sampleFiles } from '../../../test/support/requests/sample-files.js';
import { type TestLibrary, testLibrary } from '../../../test/support/requests/test-library.js';
import { type Person, startTestStudio, type TestStudio } from '../../../test/support/studio/test-studio.js';

let studio: TestStudio;
let library: TestLibrary;
beforeAll(async () => {
  studio = await startTestStudio();
  library = testLibrary(studio);
});
afterAll(() => studio.stop());

const namesOf = (assets: Asset[]) => assets.map(({ name }) => name);

describe('the library', () => {
  it('takes every documented type, and each counts in its category', async () => {
    const person = await studio.person();
    const extensions = Object.values(assetExtensions).flat();
    expect(Object.keys(sampleFiles)).toEqual(extensions.map((extension) => `a.${extension}`));
    for (const [name, content] of Object.entries(sampleFiles)) {
      const asset = await library.add(person, name, content);
      expect(asset).toMatchObject({ name, size: content.length, category: categoryOf(name) });
      expect((await library.serve(asset)).content).toEqual(content);
    }
    const storage = await library.storage(person);
    expect(storage).toMatchObject({
      totalUsed: Object.values(sampleFiles).reduce((sum, { length }) => sum + length, 0),
      totalLimit: limits.storageBytes,
      assetCount: extensions.length,
    });
    for (const [category, of] of Object.entries(assetExtensions))
      expect(storage.byCategory[category as keyof typeof assetExtensions].count).toBe(of.length);
  });

  it('is empty for a new account, with all seven categories', async () => {
    const person = await studio.person();
    expect(await library.assets(person)).toEqual([]);
    const nothing = { count: 0, size: 0 };
    expect(await library.storage(person)).toEqual({
      totalUsed: 0,
      totalLimit: 1_073_741_824,
      assetCount: 0,
      byCategory: {
        images: nothing,
        json: nothing,
        css: nothing,
        js: nothing,
        fonts: nothing,
        docs: nothing,
        media: nothing,
      },
    });
  });

  it('lists all, newest first, or a page; search is a literal part of the name, in any case', async () => {
    const person = await studio.person();
    for (const name of ['One_1.txt', 'two.css', 'ONE%.txt', 'Über.md']) await library.add(person, name);
    expect(namesOf(await library.assets(person))).toEqual(['Über.md', 'ONE%.txt', 'two.css', 'One_1.txt']);
    const { body: page } = await studio.call('get', '/assets?page=2&limit=3', person).expect(200);
    expect({ ...page, data: namesOf(page.data) }).toEqual({
      data: ['One_1.txt'],
      total: 4,
      page: 2,
      limit: 3,
      totalPages: 2,
    });
    expect(namesOf(await library.assets(person, '?search=one'))).toEqual(['ONE%.txt', 'One_1.txt']);
    expect(namesOf(await library.assets(person, '?search=_'))).toEqual(['One_1.txt']);
    expect(namesOf(await library.assets(person, `?search=${encodeURIComponent('?')}`))).toEqual([]);
    expect(namesOf(await library.assets(person, `?search=${encodeURIComponent('\\')}`))).toEqual([]);
    expect(namesOf(await library.assets(person, '?search=%25'))).toEqual(['ONE%.txt']);
    expect(namesOf(await library.assets(person, `?search=${encodeURIComponent('ÜBER')}`))).toEqual([
      'Über.md',
    ]);
    for (const query of ['limit=0', 'limit=101', 'page=0', 'limit=x', 'page=1&page=2'])
      await studio.call('get', `/assets?${query}`, person).expect(400);
  });

  it('shows nothing of where and how bytes are stored', async () => {
    const person = await studio.person();
    const uploaded = await library.add(person, 'a.png', sampleFiles['a.png']);
    const [listed] = await library.assets(person);
    expect(listed).toEqual(uploaded);
    expect(Object.keys(uploaded).toSorted()).toEqual(Object.keys(Asset.def.shape).toSorted());
    expect(uploaded.url).toBe(`${studio.config.assetsUrl}/assets/${uploaded.id}/a.png`);
    expect(uploaded.thumbnailUrl).toBe(`${studio.config.assetsUrl}/thumbnails/${uploaded.id}.webp`);
  });
});

describe('H60: a name', () => {
  const cases: [sent: string, kept: string][] = [
    ['../../etc/evil.txt', 'evil.txt'],
    ['C:\\Users\\me\\photo.txt', 'photo.txt'],
    ['a/b\\c.txt', 'c.txt'],
    ['  spaced out .txt  ', 'spaced out .txt'],
    ['e\u0301te\u0301.txt', 'été.txt'],
    ['%2e%2e%2f%00.txt', '%2e%2e%2f%00.txt'],
    ['👨‍👩‍👧.txt', '👨‍👩‍👧.txt'],
    ['<img src=x onerror=alert(1)>.txt', '<img src=x onerror=alert(1)>.txt'],
    ['photo.jpg.TXT', 'photo.jpg.TXT'],
    ['.txt', 'file.txt'],
    [`${'n'.repeat(196)}.txt`, `${'n'.repeat(196)}.txt`],
  ];
  it.each(cases)('is the last part of what was sent, composed and trimmed (%#)', async (sent, kept) => {
    const person = await studio.person();
    const asset = await library.add(person, sent);
    expect(asset.name).toBe(kept);
    expect(asset.url.endsWith(`/${encodeURIComponent(kept)}`)).toBe(true);
    expect((await library.serve(asset)).status).toBe(200);
    // The server creates every key, whatever the file's name.
    expect(asset.id).toMatch(/^[0-9a-z]{16}$/);
    for (const key of await library.stored()) expect(key).toMatch(/^[0-9a-z]{16}$/);
  });

  it.each([
    ['', 400],
    ['   ', 400],
    ['folder/', 400],
    ['tab\t.txt', 400],
    ['nul\0.txt', 400],
    ['del\x7f.txt', 400],
    ['gpj\u202e.txt', 400],
    ['mark\u200f.txt', 400],
    ['\u200b\u3164.txt', 400],
    ['line\u2028.txt', 400],
    [`${'n'.repeat(197)}.txt`, 400],
    [`${'n'.repeat(5_000)}.txt`, 400],
    ['..', 415],
    ['noextension', 415],
    ['page.html', 415],
    ['photo.png.exe', 415],
    ['photo.png.', 415],
  ])('that cannot be kept is refused in a sentence that says what to do (%#)', async (sent, status) => {
    const person = await studio.person();
    const response = await library.upload(person, sent);
    expect(response.status).toBe(status);
    expect(response.body.detail).toMatch(/^[A-Z].*\.$/);
    expect(await library.storage(person)).toMatchObject({ totalUsed: 0, assetCount: 0 });
  });

  it('that its owner has already gets a number, whatever its case; another’s does not matter', async () => {
    const [person, other] = [await studio.person(), await studio.person()];
    await library.add(other, 'logo.txt');
    const uploads = ['logo.txt', 'LOGO.txt', 'logo.txt', 'logo (2).txt', 'a.b.txt', 'a.b.txt', '.md', '.md'];
    const kept = [];
    for (const name of uploads) kept.push((await library.add(person, name)).name);
    expect(kept).toEqual([
      'logo.txt',
      'LOGO (2).txt',
      'logo (3).txt',
      'logo (2) (2).txt',
      'a.b.txt',
      'a.b (2).txt',
      'file.md',
      'file (2).md',
    ]);
    const [second] = await library.assets(person, '?search=LOGO%20(2).txt');
    await library.remove(person, second as Asset).expect(204);
    expect((await library.add(person, 'logo.txt')).name).toBe('logo (2).txt');
  });

  it('is unique also among uploads at the same time', async () => {
    const person = await studio.person();
    const added = await Promise.all(Array.from({ length: 12 }, () => library.add(person, 'same.txt')));
    expect(new Set(namesOf(added)).size).toBe(12);
  });
});

describe('another’s asset', () => {
  it('is a 404 like none at all, and stays as it was', async () => {
    const [owner, other] = [await studio.person(), await studio.person()];
    const asset = await library.add(owner, 'mine.txt');
    const unknown = '0'.repeat(16);
    for (const path of [`/assets/${asset.id}/projects`, `/assets/${unknown}/projects`]) {
      const { body } = await studio.call('get', path, other).expect(404);
      expect(body.code).toBe('not_found');
    }
    await library.remove(other, asset).expect(404);
    await library.remove(other, { ...asset, id: unknown }).expect(404);
    await studio.call('delete', '/assets/UPPER', other).expect(404);
    for (const call of [
      studio.call('get', '/assets'),
      studio.call('get', '/assets/storage'),
      studio.call('delete', `/assets/${asset.id}`),
      studio.call('get', `/assets/${asset.id}/projects`),
      studio.call('post', '/assets/upload').attach('file', Buffer.from('x'), 'x.txt'),
    ])
      await call.expect(401);
    expect(await library.assets(owner)).toEqual([asset]);
    expect(await library.assets(other)).toEqual([]);
    expect((await library.serve(asset)).status).toBe(200);
  });
});

describe('deleting', () => {
  it('gives its room back at once, and a second time is 404', async () => {
    const person = await studio.person();
    const asset = await library.add(person, 'a.txt', 'x'.repeat(1_000));
    expect((await library.storage(person)).totalUsed).toBe(1_000);
    await library.remove(person, asset).expect(204);
    await library.remove(person, asset).expect(404);
    expect(await library.storage(person)).toMatchObject({ totalUsed: 0, assetCount: 0 });
  });

  it('is warned of by the projects of one’s own that name it', async () => {
    const [person, other] = [await studio.person(), await studio.person()];
    const asset = await library.add(person, 'a.txt');
    const html = await studio.project(person, { title: 'In HTML', html: `<a href="${asset.url}">` });
    const css = await studio.project(person, { title: 'In CSS', css: `a { background: url(${asset.url}) }` });
    const js = await studio.project(person, { title: 'In JS', js: `fetch('${asset.url}')` });
    await studio.project(person, { title: 'Elsewhere', html: 'nothing' });
    await studio.project(other, { title: 'Another’s', html: asset.url, isPublic: true });
    const trashed = await studio.project(person, { title: 'In the trash', html: asset.url });
    await studio.call('delete', `/projects/${trashed.id}`, person).expect(204);
    const { body } = await studio.call('get', `/assets/${asset.id}/projects`, person).expect(200);
    expect(body.data).toEqual([js, css, html].map(({ id, title }) => ({ id, title })));
  });
});

describe('equal bytes', () => {
  it('are stored once, and each asset of them counts in full and lives for itself', async () => {
    const [person, other] = [await studio.person(), await studio.person()];
    const content = `the same ${'bytes '.repeat(100)}`;
    const before = (await library.stored()).length;
    const { objects } = await library.rows();
    const assets: [Person, Asset][] = [];
    for (const [who, name] of [
      [person, 'one.txt'],
      [person, 'two.md'],
      [other, 'one.txt'],
    ] as const)
      assets.push([who, await library.add(who, name, content)]);
    expect(await library.stored()).toHaveLength(before + 1);
    expect((await library.rows()).objects).toBe(objects + 1);
    expect(await library.storage(person)).toMatchObject({ totalUsed: 2 * content.length, assetCount: 2 });
    const [[, first] = [], [, second] = [], [, third] = []] = assets;
    await library.remove(person, first as Asset).expect(204);
    for (const asset of [second, third])
      expect((await library.serve(asset as Asset)).content.toString()).toBe(content);
  });
});
