import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type BackupManifest, writeBackupManifest } from './backup/manifest.js';
import { CommandError } from './command.js';
import { checkBackup, objectsOf } from './commands/restore.js';

/** A backup of an early studio, without hashes of the tables' files. */
const folder = mkdtempSync(join(tmpdir(), 'studio-damaged-'));
const manifest: BackupManifest = {
  format: 1,
  madeAt: '2026-11-21T12:00:00.000Z',
  studio: '0.1.0',
  node: '22.17.0',
  migrations: ['20261121-accounts-and-projects'],
  tables: { stored_objects: 1 },
  objects: { count: 1, bytes: 3 },
  missing: [],
};
const row = `${JSON.stringify({ hash: 'a'.repeat(64), storage_key: '0123456789abcdef', size: 3 })}\n`;
const rows = join(folder, 'tables/stored_objects.jsonl.gz');
beforeAll(() => mkdirSync(join(folder, 'tables')));
afterAll(() => rmSync(folder, { recursive: true }));

describe('a backup without hashes of its tables', () => {
  it.each([
    ['cut off', gzipSync(row).subarray(0, -12), 'unexpected end of file'],
    ['not packed', Buffer.from(row), 'incorrect header check'],
    ['no JSON', gzipSync(`${row}{"hash":\n`), 'line 2 is not a row'],
    ['no objects', gzipSync('null\n'), 'line 1 is not a row'],
    ['without a hash', gzipSync('{}\n'), 'line 1 is not a row'],
    ['files elsewhere', gzipSync(row.replace('0123', '../..')), 'line 1 is not a row'],
  ])('is damaged where its rows are %s', async (_what, bytes, why) => {
    writeFileSync(rows, bytes);
    await expect(objectsOf(folder, manifest)).rejects.toThrow(
      new CommandError(
        `The backup is damaged: the rows of stored_objects cannot be restored (${why}). Use another backup.`,
      ),
    );
  });

  it.each(['../../x', 'nonsense', 'sessions'])('is refused if it has a table %s', async (table) => {
    const other = mkdtempSync(join(folder, 'unknown-'));
    await writeBackupManifest(other, { ...manifest, tables: { [table]: 1 } });
    await expect(checkBackup(other)).rejects.toThrow(
      new CommandError(
        `${other} names a table that this studio does not restore: ${JSON.stringify(table)}. Where studio 0.1.0 is newer, update this one first; else the backup is damaged.`,
      ),
    );
  });
});
