import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MikroORM } from '@mikro-orm/postgresql';
import type { Asset } from '@studio/contract/http/assets';
import { emptyStorage } from '../../../../test/support/faults/empty-storage.js';
import { type TestLibrary, testLibrary } from '../../../../test/support/requests/test-library.js';
import { runAdmin, sameData } from '../../../../test/support/studio/admin-process.js';
import {
  copyDatabase,
  type DatabaseCopy,
  emptyDatabase,
} from '../../../../test/support/studio/database-copy.js';
import {
  type Person,
  startTestStudio,
  type TestStudio,
} from '../../../../test/support/studio/test-studio.js';
import { until } from '../../../../test/support/until.js';
import { Database } from '../../../database/database.js';
import { databaseOptions } from '../../../database/database-options.js';
import { openDatabase } from '../../../database/open-database.js';
import { AssetStorage, StorageMismatch } from '../../../ports/asset-storage.js';
import { startStudio } from '../../../start-studio.js';
import { HousekeepingService } from '../../housekeeping/housekeeping.service.js';
import { AssetReconciliationService } from './asset-reconciliation.service.js';

let studio: TestStudio;
let library: TestLibrary;
let person: Person;
let asset: Asset;
/** The studio's own database, which names a file. */
let own: DatabaseCopy;
/** The database of another studio, which names files as well. */
let other: DatabaseCopy;
beforeAll(async () => {
  const another = await startTestStudio();
  await testLibrary(another).add(await another.person(), 'other.txt');
  await another.restart(async () => {
    other = await copyDatabase(another.config);
  });
  await another.stop();
  studio = await startTestStudio();
  library = testLibrary(studio);
  person = await studio.person();
  asset = await library.add(person, 'a.txt', 'not to be lost');
  await studio.restart(async () => {
    own = await copyDatabase(studio.config);
  });
});
afterAll(async () => {
  await studio.stop();
  await own.drop();
  await other.drop();
});

let before: string[];
beforeEach(async () => {
  // Jobs that a start runs in the background use the storage as well.
  await until(() => studio.studio.app.get(HousekeepingService).pending === 0);
  before = await library.stored();
});

const start = async () => startStudio(studio.config, await openDatabase(studio.config), () => undefined);
const command = (...args: string[]) => runAdmin(sameData(studio.config), args);

/** Runs a statement on the database of the stopped studio. */
async function ask(statement: string): Promise<{ name: string }[]> {
  const { location, close } = await openDatabase(studio.config);
  const orm = await MikroORM.init(databaseOptions(location));
  try {
    return await orm.em.getConnection().execute(statement);
  } finally {
    await orm.close();
    await close();
  }
}

/** The only line that a refused start prints. */
async function refusal(): Promise<string> {
  const error = await start().then(
    () => new Error('The start was not refused.'),
    (reason: Error) => reason,
  );
  expect(error).toBeInstanceOf(StorageMismatch);
  expect(error.message).not.toContain('\n');
  const { databaseUrl, s3, dataDir } = studio.config;
  for (const named of [databaseUrl ? new URL(databaseUrl).host : join(dataDir), s3 ? s3.bucket : 'assets'])
    expect(error.message).toContain(named);
  const password = databaseUrl ? new URL(databaseUrl).password : '';
  if (password) expect(error.message).not.toContain(`:${password}@`);
  return error.message;
}

async function expectAllThere(): Promise<void> {
  expect(await library.stored()).toEqual(before);
  expect((await library.serve(asset)).content.toString()).toBe('not to be lost');
}

describe('a start', () => {
  it('H76 on a new database beside a full storage is refused, makes no account, and removes no file', async () => {
    await studio.restart(async () => {
      await emptyDatabase(studio.config);
      expect(await refusal()).toContain('the database is new');
      // Nothing was changed, so a second start is refused in the same way.
      expect(await refusal()).toContain('the database is new');
      await own.restoreInto(studio.config);
    });
    await expectAllThere();
  });

  it('H76 on the database of another studio is refused, and removes no file', async () => {
    await studio.restart(async () => {
      await other.restoreInto(studio.config);
      expect(await refusal()).toContain('those of another installation');
      await own.restoreInto(studio.config);
    });
    await expectAllThere();
  });

  it('H76 of a newer version on the database of another studio is refused, and does not bring that up to date', async () => {
    const missing = '20261128-avatar-paths';
    await studio.restart(async () => {
      await other.restoreInto(studio.config);
      await ask(`delete from mikro_orm_migrations where name = '${missing}'`);
      expect(await refusal()).toContain('those of another installation');
      const names = (await ask('select name from mikro_orm_migrations')).map(({ name }) => name);
      expect(names.length).toBeGreaterThan(10);
      expect(names).not.toContain(missing);
      await own.restoreInto(studio.config);
    });
    await expectAllThere();
  });

  it('H76 is refused to the commands as well', async () => {
    await studio.restart(async () => {
      await other.restoreInto(studio.config);
      const { code, err } = await command('reconcile');
      expect({ code, err }).toEqual({
        code: 1,
        err: expect.stringMatching(/^[^\n]* do not belong together: [^\n]*\n$/),
      });
      await own.restoreInto(studio.config);
    });
    await expectAllThere();
  });

  it('H76 on last week’s database goes, and keeps the files that came since', async () => {
    const since = await library.add(person, 'since.txt', 'came after the backup');
    before = await library.stored();
    await studio.restart(() => own.restoreInto(studio.config));
    const inADay = new Date(Date.now() + 24 * 3_600_000);
    await studio.studio.app.get(AssetReconciliationService).reconcile(inADay, new AbortController().signal);
    await expectAllThere();
    expect((await library.serve(since)).status).toBe(404);
  });

  it('of a studio that is older than marks pairs it with the files that it names', async () => {
    const tables = () => studio.studio.app.get(Database).sql;
    await tables().updateTable('installation').set({ storage_paired_at: null }).execute();
    await studio.restart(() => emptyStorage(studio.config, 'assets/installation'));
    const installation = await tables().selectFrom('installation').selectAll().executeTakeFirstOrThrow();
    expect(installation.storage_paired_at).not.toBeNull();
    expect(await studio.studio.app.get(AssetStorage).owner()).toBe(installation.storage_id);
    await expectAllThere();
  });

  it('H76 of a studio that is older than marks is refused where the storage has files that it does not name', async () => {
    const tables = () => studio.studio.app.get(Database).sql;
    await tables().updateTable('installation').set({ storage_paired_at: null }).execute();
    await tables().deleteFrom('assets').execute();
    await tables().deleteFrom('stored_objects').execute();
    await studio.restart(async () => {
      await emptyStorage(studio.config, 'assets/installation');
      expect(await refusal()).toMatch(/the database knows no files, and there are \d/);
      await own.restoreInto(studio.config);
      expect(await command('pair-storage')).toMatchObject({ code: 0 });
    });
    await expectAllThere();
  });

  it('H76 on a storage that was emptied is refused, until an operator says that it is right', async () => {
    await studio.restart(async () => {
      await emptyStorage(studio.config);
      expect(await refusal()).toContain('these are not marked as its own');
      expect((await command('reconcile')).err).toContain('these are not marked as its own');
      const paired = await command('pair-storage');
      expect(paired).toMatchObject({
        code: 0,
        out: expect.stringMatching(/^Database and storage now belong together\. Of the \d+ files?/),
      });
      expect((await command('reconcile')).out).toContain('Lost or changed: ');
    });
    // The row stays, because somebody may still have the bytes.
    expect(await library.assets(person)).toEqual(expect.arrayContaining([asset]));
    expect((await library.serve(await library.add(person, 'b.txt', 'after it'))).status).toBe(200);
  });
});

describe('a storage that is emptied while the studio works', () => {
  it('H76 stops whatever would compare the two, and takes no upload any more', async () => {
    await emptyStorage(studio.config);
    const reconciler = studio.studio.app.get(AssetReconciliationService);
    await expect(reconciler.reconcile(new Date(), new AbortController().signal)).rejects.toThrow(
      StorageMismatch,
    );
    await library.upload(person, 'c.txt').expect(503);
    const ready = await studio.call('get', '/health/ready').expect(503);
    expect(ready.body.parts.storage).toBe('down');
  });
});
