import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { durations } from '@studio/contract/durations';
import type { Asset } from '@studio/contract/http/assets';
import type { Project } from '@studio/contract/http/projects';
import { limits } from '@studio/contract/limits';
import { type TestLibrary, testLibrary } from '../../../test/support/requests/test-library.js';
import { runJobs } from '../../../test/support/studio/run-jobs.js';
import { type Person, startTestStudio, type TestStudio } from '../../../test/support/studio/test-studio.js';
import { Database } from '../../database/database.js';
import { AssetReconciliationService } from './reconciliation/asset-reconciliation.service.js';

let studio: TestStudio;
let library: TestLibrary;
let owner: Person;
let forker: Person;
beforeAll(async () => {
  studio = await startTestStudio();
  library = testLibrary(studio);
});
afterAll(() => studio.stop());

const tables = () => studio.studio.app.get(Database).sql;
const reconcile = () =>
  studio.studio.app.get(AssetReconciliationService).reconcile(new Date(), new AbortController().signal);
const published = (who: Person, code: Partial<Project>) => studio.project(who, { ...code, isPublic: true });
const fork = async (who: Person, { id }: Project): Promise<Project> =>
  (await studio.call('post', `/projects/${id}/fork`, who).expect(201)).body;
const statusOf = async (asset: Asset) => (await library.serve(asset)).status;

/** Deletes a project, and ends its 30 days in the trash. */
async function deletePermanently(who: Person, { id }: Project): Promise<void> {
  await studio.call('delete', `/projects/${id}`, who).expect(204);
  await tables()
    .updateTable('projects')
    .set({ deleted_at: new Date(Date.now() - durations.trash) })
    .where('id', '=', id)
    .execute();
  await runJobs(studio, 'trash');
}

/** Waits until the asset is no longer served; it is cached for a second. */
async function gone(asset: Asset): Promise<void> {
  const { url } = asset;
  while ((await library.serve({ url })).status !== 404);
}

describe('a fork', () => {
  beforeAll(async () => {
    owner = await studio.resident();
    forker = await studio.person();
  });

  it('H68 keeps every asset that its code names, whatever their owner does; they are not the forker’s', async () => {
    const [inHtml, inCss, inJs, elsewhere] = (await Promise.all(
      ['html.txt', 'css.txt', 'js.txt', 'elsewhere.txt'].map((name) => library.add(owner, name)),
    )) as [Asset, Asset, Asset, Asset];
    const source = await published(owner, {
      html: `<img src="${inHtml.url}">`,
      css: `a { background: url('${inCss.url}?x') }`,
      js: `const key = "${inJs.id}"; const other = "${'a'.repeat(16)}"; // x${elsewhere.id}x`,
    });
    const copy = await fork(forker, source);
    expect(copy).toMatchObject({ html: source.html, css: source.css, js: source.js });
    await deletePermanently(owner, source);
    for (const asset of [inHtml, inCss, inJs, elsewhere]) await library.remove(owner, asset).expect(204);
    await reconcile();
    await gone(elsewhere);
    for (const asset of [inHtml, inCss, inJs]) {
      const { status, content } = await library.serve(asset);
      expect({ status, content: content.toString() }).toEqual({
        status: 200,
        content: `content of ${asset.name}`,
      });
    }
    for (const who of [owner, forker])
      expect(await library.storage(who)).toMatchObject({ totalUsed: 0, assetCount: 0 });
    expect(await library.assets(forker)).toEqual([]);
    await library.remove(forker, inHtml).expect(404);
    await library.remove(owner, inHtml).expect(404);

    await deletePermanently(forker, copy);
    await reconcile();
    for (const asset of [inHtml, inCss, inJs]) await gone(asset);
  });

  it('H68 of a fork keeps assets that only that fork still keeps', async () => {
    const asset = await library.add(owner, 'a.txt');
    const source = await published(owner, { html: asset.url });
    const first = await fork(forker, source);
    await library.remove(owner, asset).expect(204);
    await studio.call('put', `/projects/${first.id}`, forker).send({ isPublic: true }).expect(200);
    const third = await studio.person();
    const second = await fork(third, first);
    await deletePermanently(forker, first);
    await reconcile();
    expect(await statusOf(asset)).toBe(200);
    await studio.call('delete', `/projects/${second.id}`, third).expect(204);
    await reconcile();
    expect(await statusOf(asset)).toBe(200);
    await studio.call('post', `/projects/${second.id}/restore`, third).expect(200);
    await deletePermanently(third, second);
    await reconcile();
    await gone(asset);
  });

  it('keeps nothing that its source only names: a file of somebody else who has no part in either', async () => {
    const [stranger, file] = [await studio.resident(), await library.add(owner, 'theirs.txt')];
    const source = await published(stranger, { html: file.url });
    await fork(stranger, source);
    await fork(forker, source);
    await studio.call('post', `/projects/${source.id}/duplicate`, stranger).expect(201);
    const kept = tables().selectFrom('asset_holds').selectAll().where('asset_id', '=', file.id);
    expect(await kept.execute()).toEqual([]);
    await library.remove(owner, file).expect(204);
    await gone(file);
  });

  it('keeps a name free that its owner wants to use again', async () => {
    const asset = await library.add(owner, 'again.txt', 'old');
    await fork(forker, await published(owner, { html: asset.url }));
    await library.remove(owner, asset).expect(204);
    const newer = await library.add(owner, 'again.txt', 'new');
    expect(newer.name).toBe('again.txt');
    expect((await library.serve(asset)).content.toString()).toBe('old');
    expect((await library.serve(newer)).content.toString()).toBe('new');
  });

  it('names nothing that is not there', async () => {
    const copy = await fork(forker, await published(owner, { html: '0123456789abcdef '.repeat(1_000) }));
    expect(copy.html).toContain('0123456789abcdef');
  });
});

describe('a fork in the trash', () => {
  it('H34 comes back with its assets, text and configuration, though their owner has deleted them meanwhile', async () => {
    const [author, heir] = [await studio.person(), await studio.person()];
    const asset = await library.add(author, 'a.txt', 'outlives the trash');
    const framework = {
      framework: 'vue',
      cssFramework: 'bulma',
      typescript: true,
      buildTool: 'vite',
      frameworkVersion: 18,
      vueSfc: true,
    } as const;
    const source = await published(author, { html: asset.url, css: 'b {}', frameworkConfig: framework });
    const copy = await fork(heir, source);
    await studio.call('put', `/projects/${copy.id}`, heir).send({ html: 'without it' }).expect(200);
    await studio.call('delete', `/projects/${copy.id}`, heir).expect(204);
    await deletePermanently(author, source);
    await library.remove(author, asset).expect(204);
    await reconcile();
    await studio.call('post', `/projects/${copy.id}/restore`, heir).expect(200);
    const back = await studio
      .call('post', `/projects/${copy.id}/revisions/1/restore`, heir)
      .send({ version: 1 })
      .expect(200);
    expect(back.body).toMatchObject({ html: asset.url, css: 'b {}', frameworkConfig: copy.frameworkConfig });
    expect((await library.serve(asset)).content.toString()).toBe('outlives the trash');
  });
});

describe('a fork of one’s own project, while one publishes it', () => {
  it('is made, and the project saved: neither waits for the other forever', async () => {
    const author = await studio.resident();
    const asset = await library.add(author, 'a.txt', 'named by my own');
    const source = await published(author, { html: asset.url });
    for (let round = 0; round < 10; round++) {
      const [made, saved] = await Promise.all([
        studio.call('post', `/projects/${source.id}/fork`, author),
        studio.call('put', `/projects/${source.id}`, author).send({ isPublic: true }),
      ]);
      expect([made.status, saved.status]).toEqual([201, 200]);
    }
  });
});

describe('inherited bytes', () => {
  it('H68 may be 1 GiB of distinct assets in all; beyond, nothing is forked and nothing counted', async () => {
    const [author, heir] = [await studio.person(), await studio.person()];
    await library.fill(author, 1_000);
    const [big] = (await library.assets(author)) as [Asset];
    const small = await library.add(author, 'small.txt', 'x'.repeat(1_000));
    const source = await published(author, { html: `${big.url} ${small.url}` });
    await fork(heir, source);
    const again = await fork(heir, source);
    expect((await library.storage(heir)).totalUsed).toBe(0);

    const third = await studio.person();
    const straw = await library.add(third, 'straw.txt', 'x');
    const last = await published(third, { js: straw.url });
    const { body } = await studio.call('post', `/projects/${last.id}/fork`, heir).expect(413);
    expect(body.code).toBe('quota_exceeded');
    expect((await studio.call('get', `/projects/${last.id}`, third).expect(200)).body.forkCount).toBe(0);
    expect((await studio.call('get', '/projects', heir).expect(200)).body.total).toBe(2);

    const own = await library.add(heir, 'own.txt', 'x'.repeat(1_000));
    expect((await library.storage(heir)).totalUsed).toBe(own.size);
    expect(limits.storageBytes).toBe(big.size + small.size);
    await deletePermanently(heir, again);
    await studio.call('post', `/projects/${last.id}/fork`, heir).expect(413);
  });

  it('H68 are not passed by forks made at the same time', async () => {
    const [author, heir] = [await studio.person(), await studio.person()];
    await library.fill(author, 0);
    const second = await studio.person();
    await library.fill(second, 0);
    const sources = [];
    for (const who of [author, second]) {
      const [{ url }] = (await library.assets(who)) as [Asset];
      sources.push(await published(who, { css: url }));
    }
    const responses = await Promise.all(
      sources.map(({ id }) => studio.call('post', `/projects/${id}/fork`, heir)),
    );
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 413]);
  });
});

describe('a fork and a deletion at the same time', () => {
  it('H68 end with the asset kept, or the fork without it; nothing in between', async () => {
    const author = await studio.resident();
    for (let round = 0; round < 15; round++) {
      const asset = await library.add(author, 'a.txt', `round ${round}`);
      const source = await published(author, { html: asset.url });
      const heir = await studio.person();
      const [copy] = await Promise.all([fork(heir, source), library.remove(author, asset).expect(204)]);
      await reconcile();
      const held = await tables()
        .selectFrom('asset_holds')
        .selectAll()
        .where('project_id', '=', copy.id)
        .execute();
      if (held.length === 0) await gone(asset);
      else expect(await statusOf(asset)).toBe(200);
    }
  });
});
