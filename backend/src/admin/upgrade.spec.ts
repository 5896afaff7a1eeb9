import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';
import { MikroORM } from '@mikro-orm/postgresql';
import { Client } from 'pg';
import { itAtNight } from '../../test/support/nightly.js';
import { runAdmin } from '../../test/support/studio/admin-process.js';
import { freshDatabase, runOn } from '../../test/support/studio/fresh-database.js';
import {
  endProcess,
  type StudioProcess,
  spawnStudio,
  startStudioProcess,
} from '../../test/support/studio/studio-process.js';
import { freshBucket, signIn, startTestStudio } from '../../test/support/studio/test-studio.js';
import { until } from '../../test/support/until.js';
import { withMigrationLock } from '../database/advisory-locks.js';
import { databaseOptions } from '../database/database-options.js';
import { EmbeddedPostgres } from '../database/embedded/embedded-postgres.js';
import { BackupManifest } from './backup/manifest.js';

/** Backups of seeded studios: `2026-11-23` with the schema of that day, and one for each release. */
const releases = fileURLToPath(new URL('../../test/releases', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'studio-upgrade-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(readdirSync(releases))('a studio of %s', (release) => {
  it('is brought up to date by a start on its data, with all that it had', async () => {
    const backup = join(releases, release);
    const manifest = BackupManifest.parse(JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8')));
    const server = process.env['DATABASE_URL'];
    const database = server ? await freshDatabase(server) : undefined;
    const target = {
      ...(database ? { DATABASE_URL: database.url } : {}),
      ...(freshBucket() as Record<string, string>),
      DATA_DIR: join(folder, release),
    };
    expect(await runAdmin(target, ['restore', '--from', backup])).toMatchObject({ code: 0 });
    const studio = await startTestStudio(target);
    try {
      const person = await signIn(studio, 'admin@studio.local', 'fixture-password');
      const { body } = await studio.call('get', '/admin/projects?limit=1', person).expect(200);
      expect(body.total).toBe(manifest.tables['projects']);
      const { body: users } = await studio.call('get', '/admin/users?limit=1', person).expect(200);
      expect(users.total).toBe(manifest.tables['users']);
      expect(users.data[0].avatar).toMatch(
        new RegExp(`^${studio.config.assetsUrl}/avatars/initials/[^/]+[.]svg$`),
      );
    } finally {
      await studio.studio.close();
      await database?.drop();
    }
  });
});

it('a studio on the database of a newer one starts, and warns of what that has changed', async () => {
  const dataDir = join(folder, 'newer');
  const postgres = await EmbeddedPostgres.start(dataDir);
  const client = new Client({ host: postgres.socketDir, user: 'postgres', database: 'postgres' });
  await client.connect();
  await client.query(`insert into mikro_orm_migrations (name) values ('30000101-of-tomorrow')`);
  await client.end();
  await postgres.stop();
  const { child, said } = await startStudioProcess(dataDir);
  await until(() => said().includes('has changed the database'));
  expect(said()).toMatch(/"level":40,.*A newer studio has changed the database \(30000101-of-tomorrow\)/);
  await endProcess(child, 'SIGKILL');
});

it('a backup is made by the version that has brought the database up to date, and changes nothing there', async () => {
  const dataDir = join(folder, 'backed-up');
  const to = join(folder, 'of-another-version');
  await endProcess((await startStudioProcess(dataDir)).child, 'SIGTERM');
  const query = async (statement: string) => {
    const postgres = await EmbeddedPostgres.start(dataDir);
    const client = new Client({ host: postgres.socketDir, user: 'postgres', database: 'postgres' });
    await client.connect();
    const { rows } = await client.query(statement);
    await client.end();
    await postgres.stop();
    return rows as { name: string }[];
  };
  const names = async () =>
    (await query('select name from mikro_orm_migrations order by id')).map(({ name }) => name);
  const last = (await names()).at(-1) ?? '';

  await query(`insert into mikro_orm_migrations (name) values ('30000101-of-tomorrow')`);
  expect(await runAdmin({ DATA_DIR: dataDir }, ['backup', '--to', to])).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^A newer studio has changed the database \(30000101-of-tomorrow\).*\n$/),
  });
  await query(`delete from mikro_orm_migrations where name in ('30000101-of-tomorrow', '${last}')`);
  expect(await runAdmin({ DATA_DIR: dataDir }, ['backup', '--to', to])).toMatchObject({
    code: 1,
    err: expect.stringMatching(
      new RegExp(`^The database is that of an older studio \\(it lacks ${last}\\).*\\n$`),
    ),
  });
  expect(existsSync(to)).toBe(false);
  expect(await names()).not.toContain(last);
});

itAtNight(
  'an upgrade of the embedded database may take longer than a call',
  async () => {
    const studio = await startTestStudio({ DATABASE_URL: '' });
    await studio.restart(async () => {
      const postgres = await EmbeddedPostgres.start(studio.config.dataDir);
      const client = new Client({ host: postgres.socketDir, user: 'postgres', database: 'postgres' });
      await client.connect();
      // The migration updates users.
      await client.query(`
        delete from mikro_orm_migrations where name = '20261128-avatar-paths';
        create function wait() returns trigger language plpgsql as 'begin perform pg_sleep(20); return null; end';
        create trigger slow before update on users execute function wait()`);
      await client.end();
      await postgres.stop();
    });
    await studio.call('get', '/health/ready').expect(200);
    await studio.stop();
  },
  60_000,
);

const server = process.env['DATABASE_URL'];
(server ? it : it.skip)(
  'of several upgrades at once one brings the database up to date; the others wait, and all serve',
  async () => {
    const database = await freshDatabase(server ?? '');
    const older = await MikroORM.init(databaseOptions({ url: database.url, withoutTimeouts: true }));
    const [first] = await older.migrator.getPending();
    await older.migrator.up({ to: first?.name ?? '' });
    await older.close();
    const started: StudioProcess[] = [];
    const haveLogged = (words: string) => until(() => started.every(({ said }) => said().includes(words)));
    try {
      await withMigrationLock(
        { url: database.url },
        () => undefined,
        async () => {
          for (let i = 0; i < 3; i++)
            started.push(
              spawnStudio(join(folder, 'upgrades'), {
                DATABASE_URL: database.url,
                PORT: '0',
                SANDBOX_PORT: '0',
              }),
            );
          await haveLogged('Another replica is bringing the database up to date');
        },
      );
      await haveLogged('CodeStudio is ready');
      const names = 'select name from mikro_orm_migrations order by id';
      const migrations = (await runOn(database.url, names)).map((row) => (row as { name: string }).name);
      expect(migrations).toEqual([...new Set(migrations)]);
      expect(migrations.length).toBeGreaterThan(1);
      expect(await runOn(database.url, 'select count(*)::int as count from installation')).toEqual([
        { count: 1 },
      ]);
    } finally {
      for (const { child } of started) await endProcess(child, 'SIGKILL');
      await database.drop();
    }
  },
  120_000,
);

it('each version that was released has such a backup', () => {
  const changelog = readFileSync(new URL('../../../CHANGELOG.md', import.meta.url), 'utf8');
  const versions = [...changelog.matchAll(/^## \[(\d+\.\d+\.\d+)\]/gm)].map(([, version]) => version);
  expect(versions.filter((version) => !readdirSync(releases).includes(version ?? ''))).toEqual([]);
});
