import { mkdirSync, renameSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Asset } from '@studio/contract/http/assets';
import type { Project } from '@studio/contract/http/projects';
import { limits } from '@studio/contract/limits';
import { sql } from 'kysely';
import { bodyEnd, partHead } from '../../../test/support/requests/multipart.js';
import { openUpload } from '../../../test/support/requests/open-upload.js';
import { type TestLibrary, testLibrary } from '../../../test/support/requests/test-library.js';
import { firstAdmin } from '../../../test/support/studio/admin-actions.js';
import { runJobs } from '../../../test/support/studio/run-jobs.js';
import { type Person, startTestStudio, type TestStudio } from '../../../test/support/studio/test-studio.js';
import { until } from '../../../test/support/until.js';
import { Database } from '../../database/database.js';
import { AssetReconciliationService } from './reconciliation/asset-reconciliation.service.js';
import { UnsearchedFiles } from './reconciliation/unsearched-files.js';

let studio: TestStudio;
let library: TestLibrary;
let owner: Person;
let other: Person;
beforeAll(async () => {
  studio = await startTestStudio();
  library = testLibrary(studio);
  owner = await studio.resident();
  other = await studio.resident();
});
afterAll(() => studio.stop());

const tables = () => studio.studio.app.get(Database).sql;
const published = (who: Person, html: string) => studio.project(who, { html, isPublic: true });
const fork = (who: Person, { id }: Project) => studio.call('post', `/projects/${id}/fork`, who);
const pathOf = ({ url }: Asset) => new URL(url).pathname;
const servedAs = (asset: Asset, status: number) =>
  until(async () => (await library.serve(asset)).status === status);
const usesOf = async (who: Person, { id }: Asset): Promise<string[]> => {
  const { body } = await studio.call('get', `/assets/${id}/projects`, who).expect(200);
  return body.data.map(({ title }: { title: string }) => title);
};
const heldBy = async ({ id }: Project): Promise<string[]> => {
  const rows = await tables()
    .selectFrom('asset_holds')
    .select('asset_id')
    .where('project_id', '=', id)
    .execute();
  return rows.map(({ asset_id }) => asset_id);
};

async function remove(who: Person, ...assets: Asset[]): Promise<void> {
  for (const asset of assets) await library.remove(who, asset).expect(204);
  await studio.studio.app.get(AssetReconciliationService).reconcile(new Date(), new AbortController().signal);
}

/** A script that imports two others, which both show one picture: `top`, then these, then the picture. */
async function library4(who: Person): Promise<[Asset, Asset, Asset, Asset]> {
  const picture = await library.add(who, 'picture.txt');
  const left = await library.add(who, 'left.css', `a { background: url(${pathOf(picture)}) }`);
  const right = await library.add(who, 'right.json', `{ "picture": "../${picture.id}/${picture.name}" }`);
  const top = await library.add(who, 'top.js', `fetch("${left.url}"); import '${pathOf(right)}';`);
  return [top, left, right, picture];
}

/** Adds some of as many files as an account may have, of which each names 50 others. */
async function nameEachOther({ user }: Person, first: number, count: number): Promise<void> {
  const numbers = sql`generate_series(${first}::int, ${first + count - 1}::int) n`;
  await sql`insert into stored_objects (hash, storage_key, size, refs, named_assets)
    select lpad(n::text, 64, 'e'), lpad(n::text, 16, 'q'), 9000, 1, array(
      select lpad(((n + m * 7) % ${limits.filesPerAccount}::int)::text, 16, 'q') from generate_series(1, 50) m)
    from ${numbers}`.execute(tables());
  await sql`insert into assets (id, user_id, name, category, size, object_hash)
    select lpad(n::text, 16, 'q'), ${user.id}, n || '.js', 'js', 9000, lpad(n::text, 64, 'e')
    from ${numbers}`.execute(tables());
}

describe('files that files name', () => {
  it('H68 are kept by a fork, however many lead to them', async () => {
    const files = await library4(owner);
    const { body } = await fork(other, await published(owner, pathOf(files[0]))).expect(201);
    expect((await heldBy(body)).toSorted()).toEqual(files.map(({ id }) => id).toSorted());
    await remove(owner, ...files);
    for (const file of files) expect((await library.serve(file)).status).toBe(200);
  });

  it('are kept by a published version', async () => {
    const files = await library4(owner);
    const project = await published(owner, files[0].url);
    await studio
      .call('post', `/projects/${project.id}/revisions/1/publish`, owner)
      .send({ name: 'First', version: project.version })
      .expect(200);
    await remove(owner, ...files);
    for (const file of files) expect((await library.serve(file)).status).toBe(200);
  });

  it('H68 are not kept where they are somebody else’s', async () => {
    const stranger = await studio.resident();
    const theirs = await library.add(stranger, 'theirs.txt');
    const mine = await library.add(owner, 'mine.js', `import '${pathOf(theirs)}'`);
    const { body } = await fork(other, await published(owner, mine.url)).expect(201);
    expect(await heldBy(body)).toEqual([mine.id]);
    await remove(stranger, theirs);
    await servedAs(theirs, 404);
  });

  it('say which projects use them, each once', async () => {
    const person = await studio.person();
    const [top, left, , picture] = await library4(person);
    await studio.project(person, { title: 'through a file', html: top.url, css: left.url });
    await studio.project(other, { title: 'not mine', html: top.url });
    expect(await usesOf(person, picture)).toEqual(['through a file']);
    expect(await usesOf(person, top)).toEqual(['through a file']);
    await remove(person, top, left);
    expect(await usesOf(person, picture)).toEqual([]);
  });

  it('are blocked by a takedown, where they are the owner’s', async () => {
    const [files, theirs] = [await library4(owner), await library.add(other, 'theirs.txt')];
    const top = await library.add(owner, 'all.js', `import '${pathOf(files[0])}'; '${pathOf(theirs)}'`);
    const project = await published(owner, top.url);
    const report = studio.call('post', `/projects/${project.id}/report`, other).send({ reason: 'malware' });
    const { body } = await report.expect(201);
    await studio
      .call('post', `/admin/reports/${body.id}/resolve`, await firstAdmin(studio))
      .send({ action: 'remove', note: 'It steals.' })
      .expect(200);
    for (const file of [top, ...files]) await servedAs(file, 404);
    expect((await library.serve(theirs)).status).toBe(200);
  });

  it('are found where a key is in two chunks, and where equal bytes were stored before they were searched', async () => {
    const file = await library.add(owner, 'named.txt');
    const path = pathOf(file);
    const texts = [`import '${path}'; // ${file.id}`, `"${path.replaceAll('/', '\\/')}"`];
    const named = async (hash = '') => {
      const rows = tables().selectFrom('stored_objects').select(['hash', 'named_assets']);
      return (await rows.execute()).find((row) => row.hash !== hash && row.named_assets?.includes(file.id));
    };
    for (const [cut, text] of texts.entries()) {
      const upload = openUpload(studio, owner);
      await upload.send(partHead('split.js') + text.slice(0, text.indexOf(file.id) + 3 + cut));
      await upload.send(text.slice(text.indexOf(file.id) + 3 + cut));
      upload.call.end(bodyEnd);
      expect((await upload.response).status).toBe(201);
      expect((await named())?.named_assets).toEqual([file.id]);
      await tables().updateTable('stored_objects').set({ named_assets: null }).execute();
    }
  });

  it('are found in files that were stored before files were searched', async () => {
    const files = await library4(owner);
    await tables().updateTable('stored_objects').set({ named_assets: null }).execute();
    const project = await published(owner, files[0].url);
    const before = await fork(other, project).expect(201);
    expect(await heldBy(before.body)).toEqual([files[0].id]);
    await runJobs(studio, 'unsearched-files');
    const after = await fork(other, project).expect(201);
    expect((await heldBy(after.body)).toSorted()).toEqual(files.map(({ id }) => id).toSorted());
    const unsearched = tables().selectFrom('stored_objects').select('hash').where('named_assets', 'is', null);
    expect(await unsearched.where('refs', '>', 0).execute()).toEqual([]);
  });

  const itOnDisk = process.env['S3_ENDPOINT'] ? it.skip : it;
  itOnDisk('are found in the files behind one that cannot be read', async () => {
    // Of the four, the picture is no file that is searched.
    const ids = (await library4(owner)).slice(0, 3).map(({ id }) => id);
    const objects = () =>
      tables()
        .selectFrom('assets')
        .innerJoin('stored_objects', 'hash', 'object_hash')
        .where('assets.id', 'in', ids);
    const rows = await objects().select(['hash', 'storage_key as key']).orderBy('hash').execute();
    const hashes = rows.map(({ hash }) => hash);
    await tables()
      .updateTable('stored_objects')
      .set({ named_assets: null })
      .where('hash', 'in', hashes)
      .execute();
    const unsearched = async () =>
      (await objects().select('hash').where('named_assets', 'is', null).execute()).map(({ hash }) => hash);
    const key = rows[0]?.key ?? '';
    const path = join(studio.config.dataDir, 'assets', key.slice(0, 2), key.slice(2, 4), key);
    renameSync(path, `${path}.aside`);
    // Not even root can read this like a file.
    mkdirSync(path);
    const searching = studio.studio.app.get(UnsearchedFiles).search(new AbortController().signal);
    await expect(searching).rejects.toThrow('1 file could not be searched: ');
    expect(await unsearched()).toEqual(hashes.slice(0, 1));
    rmdirSync(path);
    renameSync(`${path}.aside`, path);
    await runJobs(studio, 'unsearched-files');
    expect(await unsearched()).toEqual([]);
  });

  it('H77 10,000 of them that all lead to each other are followed a bounded way, by forks and by publications', async () => {
    const hostile = await studio.resident();
    for (let first = 0; first < limits.filesPerAccount; first += 500)
      await nameEachOther(hostile, first, 500);
    const project = await published(hostile, `/assets/${'1'.padStart(16, 'q')}/1.js`);
    const forked = await fork(other, project).expect(201);
    await studio
      .call('post', `/projects/${project.id}/revisions/1/publish`, hostile)
      .send({ name: 'First', version: project.version })
      .expect(200);
    // Each step leads to 50 files more, and each call takes at most ten.
    for (const kept of [await heldBy(forked.body), await heldBy(project)]) {
      expect(kept.length).toBeGreaterThan(50);
      expect(kept.length).toBeLessThanOrEqual(501);
    }
    await studio.call('get', `/assets/${'2'.padStart(16, 'q')}/projects`, hostile).expect(200);
  });
});
