import { createHash } from 'node:crypto';
import { mkdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { bodyEnd, partHead } from '../../../../test/support/requests/multipart.js';
import { openUpload } from '../../../../test/support/requests/open-upload.js';
import { type TestLibrary, testLibrary } from '../../../../test/support/requests/test-library.js';
import {
  type Person,
  startTestStudio,
  type TestStudio,
} from '../../../../test/support/studio/test-studio.js';
import { until } from '../../../../test/support/until.js';
import { newId } from '../../../common/ids.js';
import { Database } from '../../../database/database.js';
import { AssetStorage } from '../../../ports/asset-storage.js';
import { AssetReconciliationService } from './asset-reconciliation.service.js';

let studio: TestStudio;
let library: TestLibrary;
let person: Person;
beforeAll(async () => {
  studio = await startTestStudio();
  library = testLibrary(studio);
});
beforeEach(async () => {
  person = await studio.person();
});
afterAll(() => studio.stop());

const tables = () => studio.studio.app.get(Database).sql;
const storage = () => studio.studio.app.get(AssetStorage);
const hour = 3_600_000;
const reconcileIn = (ms: number, { howeverMany = false } = {}) =>
  studio.studio.app
    .get(AssetReconciliationService)
    .reconcile(new Date(Date.now() + ms), new AbortController().signal, { howeverMany });
const hashOf = (content: string) => createHash('sha256').update(content).digest('hex');
const objectOf = (content: string) =>
  tables().selectFrom('stored_objects').selectAll().where('hash', '=', hashOf(content)).executeTakeFirst();
const put = (key: string, content: string) =>
  storage().put(key, Readable.from([Buffer.from(content)]), new AbortController().signal);

describe('bytes that no asset has any more', () => {
  it('stay for 24 hours, then go', async () => {
    const asset = await library.add(person, 'a.txt', 'short-lived');
    const key = (await objectOf('short-lived'))?.storage_key ?? '';
    await library.remove(person, asset).expect(204);
    await reconcileIn(23.9 * hour);
    expect(await library.stored()).toContain(key);
    await reconcileIn(24.1 * hour);
    expect(await library.stored()).not.toContain(key);
    expect(await objectOf('short-lived')).toBeUndefined();
  });

  it('are used again when they come again within that time', async () => {
    const asset = await library.add(person, 'a.txt', 'comes back');
    const object = await objectOf('comes back');
    await library.remove(person, asset).expect(204);
    expect(await objectOf('comes back')).toMatchObject({ refs: 0, unused_since: expect.anything() });
    const before = (await library.stored()).length;
    const again = await library.add(person, 'b.txt', 'comes back');
    expect(await library.stored()).toHaveLength(before);
    expect(await objectOf('comes back')).toEqual(object);
    await reconcileIn(48 * hour);
    expect((await library.serve(again)).content.toString()).toBe('comes back');
  });

  it('stay while any asset has them', async () => {
    const [one] = [
      await library.add(person, 'a.txt', 'shared'),
      await library.add(person, 'b.txt', 'shared'),
    ];
    await library.remove(person, one).expect(204);
    await reconcileIn(48 * hour);
    expect(await objectOf('shared')).toMatchObject({ refs: 1, unused_since: null });
  });
});

describe('an upload whose process is gone', () => {
  it('holds its room until its lease is over, then row and bytes go', async () => {
    const id = newId();
    await tables()
      .insertInto('asset_uploads')
      .values({
        id,
        user_id: person.user.id,
        reserved: 1_073_741_824,
        lease_until: new Date(Date.now() + 60_000),
      })
      .execute();
    await put(id, 'half of it');
    await library.upload(person, 'a.txt').expect(413);
    await reconcileIn(0);
    expect(await library.stored()).toContain(id);
    await reconcileIn(61_000);
    expect(await library.stored()).not.toContain(id);
    expect((await library.rows()).uploads).toBe(0);
    await library.add(person, 'a.txt');
  });

  it('no longer counts once its lease is over, before anybody cleans up', async () => {
    await tables()
      .insertInto('asset_uploads')
      .values({ id: newId(), user_id: person.user.id, reserved: 1_073_741_824, lease_until: new Date() })
      .execute();
    await library.add(person, 'a.txt');
    await reconcileIn(0);
  });
});

describe('an upload under way at one replica, while another brings database and storage together', () => {
  const megabytes = 'a line of the file\n'.repeat(360_000);
  /** An upload of which half is already stored; on an S3 server the first of several parts. */
  async function half() {
    const upload = openUpload(studio, person);
    await upload.send(partHead('a.txt'));
    await upload.send(megabytes);
    let id = '';
    await until(async () => {
      const begun = await tables().selectFrom('asset_uploads').select('id').executeTakeFirst();
      id = begun?.id ?? '';
      return begun !== undefined;
    });
    await until(async () => (await library.stored()).includes(id));
    const finish = () => {
      upload.call.end(`${megabytes}${bodyEnd}`);
      return upload.response;
    };
    return { id, finish };
  }
  const leaseFor = (ms: number) =>
    tables()
      .updateTable('asset_uploads')
      .set({ lease_until: new Date(Date.now() + ms) })
      .execute();

  it('is left alone while its lease is kept, however long it takes', async () => {
    const { finish } = await half();
    await leaseFor(3 * hour);
    await reconcileIn(2 * hour);
    const { status, body } = await finish();
    expect(status).toBe(201);
    await reconcileIn(2 * hour);
    expect((await library.serve(body)).content.equals(Buffer.from(megabytes.repeat(2)))).toBe(true);
  });

  it('is 503 once its lease has passed, with nothing charged and nothing left of it', async () => {
    const { id, finish } = await half();
    await reconcileIn(0.1 * hour);
    const { status, body } = await finish();
    expect([status, body.code]).toEqual([503, 'service_unavailable']);
    expect(await library.storage(person)).toMatchObject({ totalUsed: 0, assetCount: 0 });
    expect((await library.rows()).uploads).toBe(0);
    await reconcileIn(2 * hour);
    await reconcileIn(8 * 24 * hour);
    expect(await library.stored()).not.toContain(id);
  });
});

describe('stored files that no row knows', () => {
  /** Reconciles now, and again this much later. */
  async function foundAndLeft(days: number, { howeverMany = false } = {}) {
    await reconcileIn(1.1 * hour);
    return reconcileIn((1.2 + days * 24) * hour, { howeverMany });
  }

  it('H76 go a week after they were found; younger than an hour they may be on their way', async () => {
    const id = newId();
    await put(id, 'an orphan');
    expect(await reconcileIn(0.9 * hour)).toMatchObject({ orphans: 0 });
    expect(await foundAndLeft(6.9)).toMatchObject({ orphans: 1, deleted: 0 });
    expect(await library.stored()).toContain(id);
    expect(await foundAndLeft(7)).toMatchObject({ orphans: 1, deleted: 1 });
    expect(await library.stored()).not.toContain(id);
    expect(await reconcileIn(200 * hour)).toMatchObject({ orphans: 0 });
  });

  it('H76 stay where a row knows them again, and their week begins anew where it does not', async () => {
    const asset = await library.add(person, 'a.txt', 'known again');
    const row = (await objectOf('known again')) as NonNullable<Awaited<ReturnType<typeof objectOf>>>;
    const assets = await tables().deleteFrom('assets').returningAll().execute();
    await tables().deleteFrom('stored_objects').execute();
    expect(await foundAndLeft(6)).toMatchObject({ orphans: expect.any(Number), deleted: 0 });
    await tables().insertInto('stored_objects').values(row).execute();
    await tables()
      .insertInto('assets')
      .values(assets.filter(({ id }) => id === asset.id))
      .execute();
    await reconcileIn(8 * 24 * hour);
    expect((await library.serve(asset)).content.toString()).toBe('known again');
  });

  it('H76 are kept where they are more than a tenth of all, until an operator has them deleted', async () => {
    const assets = [];
    for (let i = 0; i < 5; i++) assets.push(await library.add(person, `${i}.txt`, `kept ${i}`));
    const orphans = Array.from({ length: 110 }, newId);
    for (const id of orphans) await put(id, '');
    expect(await foundAndLeft(8)).toMatchObject({ deleted: 0, heldBack: expect.any(Number) });
    expect(await library.stored()).toEqual(expect.arrayContaining(orphans));
    const { text } = await studio.call('get', '/metrics').expect(200);
    expect(text).toMatch(/^studio_storage_files\{state="held_back"\} 1\d\d$/m);
    await foundAndLeft(8, { howeverMany: true });
    expect((await library.stored()).filter((name) => orphans.includes(name))).toEqual([]);
    for (const asset of assets) expect((await library.serve(asset)).status).toBe(200);
  });

  const itOnDisk = process.env['S3_ENDPOINT'] ? it.skip : it;
  itOnDisk(
    'go although one of them cannot be deleted, and lost files are reported all the same',
    async () => {
      const orphans = Array.from({ length: 10 }, newId);
      for (const id of orphans) await put(id, '');
      const [stuck = '', ...others] = orphans;
      // Not even root can delete this like a file.
      const obstacle = join(
        studio.config.dataDir,
        'assets',
        stuck.slice(0, 2),
        stuck.slice(2, 4),
        `${stuck}.part`,
      );
      mkdirSync(obstacle);
      await library.add(person, 'a.txt', 'lost meanwhile');
      await reconcileIn(1.1 * hour);
      await storage().remove((await objectOf('lost meanwhile'))?.storage_key ?? '');
      const missing = async () =>
        Number(
          /^studio_storage_files\{state="missing"\} (\d+)$/m.exec(
            (await studio.call('get', '/metrics')).text,
          )?.[1],
        );
      const before = await missing();
      expect(await reconcileIn(9 * 24 * hour)).toMatchObject({
        deleted: 9,
        failures: [{ code: 'ERR_FS_EISDIR' }],
      });
      expect((await library.stored()).filter((id) => others.includes(id))).toEqual([]);
      expect(await missing()).toBe(before + 1);
      rmdirSync(obstacle);
      expect(await reconcileIn(9 * 24 * hour)).toMatchObject({ failures: [] });
    },
  );

  it('H76 include bytes whose deletion or upload lease was due long ago, as after restoring an old database', async () => {
    const [unused, upload] = [newId(), newId()];
    await put(unused, 'used again since');
    await put(upload, 'settled since');
    const aWeekAgo = new Date(Date.now() - 7 * 24 * hour);
    await tables()
      .insertInto('stored_objects')
      .values({
        hash: hashOf('used again since'),
        storage_key: unused,
        size: 16,
        refs: 0,
        unused_since: aWeekAgo,
      })
      .execute();
    await tables()
      .insertInto('asset_uploads')
      .values({ id: upload, user_id: person.user.id, reserved: 1, lease_until: aWeekAgo })
      .execute();
    await reconcileIn(0);
    expect(await library.stored()).toEqual(expect.arrayContaining([unused, upload]));
    expect(await library.rows()).toMatchObject({ uploads: 0 });
  });
});

describe('rows whose bytes are missing', () => {
  it('are never deleted: restored bytes are served again', async () => {
    const asset = await library.add(person, 'a.txt', 'lost and found');
    const key = (await objectOf('lost and found'))?.storage_key ?? '';
    await storage().remove(key);
    await reconcileIn(48 * hour);
    expect(await library.assets(person)).toEqual([asset]);
    expect((await library.serve(asset)).status).toBeGreaterThanOrEqual(404);
    await put(key, 'lost and found');
    expect((await library.serve(asset)).content.toString()).toBe('lost and found');
  });

  it.each(['lost', 'cut off'])(
    'that are %s have them again once anybody uploads the same file',
    async (how) => {
      const content = `${how} and uploaded again`;
      const asset = await library.add(person, 'a.txt', content);
      const key = (await objectOf(content))?.storage_key ?? '';
      await storage().remove(key);
      if (how === 'cut off') await put(key, content.slice(1));
      const again = await library.add(await studio.person(), 'b.txt', content);
      for (const one of [asset, again]) expect((await library.serve(one)).content.toString()).toBe(content);
      await reconcileIn(0);
      expect((await library.serve(asset)).status).toBe(200);
    },
  );
});

describe('uses that were miscounted', () => {
  it('are counted anew, before anything is deleted by them', async () => {
    const asset = await library.add(person, 'a.txt', 'miscounted');
    await library.remove(person, await library.add(person, 'b.txt', 'unnoticed')).expect(204);
    await tables()
      .updateTable('stored_objects')
      .set({ refs: 0, unused_since: new Date(0) })
      .where('hash', '=', hashOf('miscounted'))
      .execute();
    await tables()
      .updateTable('stored_objects')
      .set({ refs: 7, unused_since: null })
      .where('hash', '=', hashOf('unnoticed'))
      .execute();
    await reconcileIn(0);
    expect(await objectOf('miscounted')).toMatchObject({ refs: 1, unused_since: null });
    expect(await objectOf('unnoticed')).toMatchObject({ refs: 0, unused_since: expect.anything() });
    expect((await library.serve(asset)).status).toBe(200);
  });
});

describe('an account that is gone', () => {
  it('leaves nothing but what forks keep', async () => {
    const heir = await studio.person();
    const kept = await library.add(person, 'kept.txt');
    const lost = await library.add(person, 'lost.txt');
    const source = await studio.project(person, { html: kept.url, isPublic: true });
    await studio.call('post', `/projects/${source.id}/fork`, heir).expect(201);
    await tables().deleteFrom('users').where('id', '=', person.user.id).execute();
    await reconcileIn(0);
    expect((await library.serve(kept)).status).toBe(200);
    await until(async () => (await library.serve(lost)).status === 404);
    await reconcileIn(25 * hour);
    expect(await objectOf('content of lost.txt')).toBeUndefined();
    expect(await objectOf('content of kept.txt')).toBeDefined();
  });
});

describe('everything at once', () => {
  it('is reconciled while people work, and nothing is lost', async () => {
    const work = Array.from({ length: 40 }, async (_, i) => {
      const asset = await library.add(person, `${i}.txt`, `at the same time ${i % 7}`);
      if (i % 3 === 0) await library.remove(person, asset).expect(204);
      return i % 3 === 0 ? null : asset;
    });
    const reconciled = Array.from({ length: 10 }, async () => {
      await tables()
        .updateTable('stored_objects')
        .set({ unused_since: new Date(0) })
        .where('unused_since', 'is not', null)
        .execute();
      await reconcileIn(0);
    });
    const kept = (await Promise.all(work)).filter((asset) => asset !== null);
    await Promise.all(reconciled);
    for (const asset of kept) expect((await library.serve(asset)).status).toBe(200);
    expect((await library.storage(person)).assetCount).toBe(kept.length);
  });
});
