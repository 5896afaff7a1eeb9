import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Client } from 'pg';
import { until } from '../../../test/support/until.js';
import { migrations } from '../migrations/migrations.js';
import { DataDirInUse } from './data-dir-lock.js';
import { EmbeddedPostgres, embeddedFolder } from './embedded-postgres.js';

let dataDir: string;
let postgres: EmbeddedPostgres;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'studio-postgres-'));
  postgres = await EmbeddedPostgres.start(dataDir);
});
afterEach(async () => {
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function query(statement: string): Promise<unknown[]> {
  const client = new Client({ host: postgres.socketDir, user: 'postgres', database: 'postgres' });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Repeats the query until the database answers. */
async function queryWithRetries(statement: string): Promise<unknown[]> {
  for (;;) {
    try {
      return await query(statement);
    } catch (error) {
      expect((error as NodeJS.ErrnoException).code).toMatch(/^(ENOENT|ECONNREFUSED|ECONNRESET)$/);
    }
  }
}

describe('the embedded database', () => {
  it('keeps what was stored through a stop and a start', async () => {
    await query('create table kept as select 7 as it');
    await postgres.stop();
    postgres = await EmbeddedPostgres.start(dataDir);
    expect(await query('select it from kept')).toEqual([{ it: 7 }]);
  });

  it('of another major version is refused in one line, and left as it is', async () => {
    const file = join(embeddedFolder(dataDir), 'PG_VERSION');
    await postgres.stop();
    writeFileSync(file, '17\n');
    await expect(EmbeddedPostgres.start(dataDir)).rejects.toThrow(
      `DATA_DIR: expected a folder with a database of PostgreSQL 18, not of "17": bring it over with backup, by the version of the studio that made it, and restore, got "${dataDir}".`,
    );
    expect(readFileSync(file, 'utf8')).toBe('17\n');
    writeFileSync(file, '18\n');
    postgres = await EmbeddedPostgres.start(dataDir);
  });

  it('begins with today’s schema and without an installation id, so that no two studios share one', async () => {
    expect(await query('select from mikro_orm_migrations')).toHaveLength(migrations.length);
    expect(await query('select from installation')).toEqual([]);
  });

  it('whose thread dies comes back by itself, with all that was stored', async () => {
    await query('create table kept as select 7 as it');
    await (Reflect.get(postgres, 'worker') as Worker).terminate();
    expect(await queryWithRetries('select it from kept')).toEqual([{ it: 7 }]);
  });

  it('that cannot come back says why, and comes back once it can', async () => {
    await query('create table kept as select 7 as it');
    const folder = embeddedFolder(dataDir);
    const said = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    renameSync(folder, `${folder}-aside`);
    writeFileSync(folder, 'no folder');
    await (Reflect.get(postgres, 'worker') as Worker).terminate();
    await until(async () => said.mock.calls.length > 0);
    rmSync(folder);
    renameSync(`${folder}-aside`, folder);
    expect(await queryWithRetries('select it from kept')).toEqual([{ it: 7 }]);
    expect(said.mock.calls).toEqual([
      [expect.stringMatching(/^The embedded database cannot restart, and is tried again: \S/)],
    ]);
    said.mockRestore();
  });

  it('opens its folder once', async () => {
    await expect(EmbeddedPostgres.start(dataDir)).rejects.toThrow(DataDirInUse);
    expect(await query('select 1 as it')).toEqual([{ it: 1 }]);
  });
});
