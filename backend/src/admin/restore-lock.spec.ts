import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { spawnAdmin } from '../../test/support/studio/admin-process.js';
import { freshDatabase, runOn } from '../../test/support/studio/fresh-database.js';
import { freshBucket } from '../../test/support/studio/test-studio.js';
import { until } from '../../test/support/until.js';
import { withMigrationLock } from '../database/advisory-locks.js';

const backup = fileURLToPath(new URL('../../test/releases/2026-11-23', import.meta.url));

/** Nobody else uses the embedded database. */
const server = process.env['DATABASE_URL'];
(server ? it : it.skip)(
  'a backup is restored while no studio starts on that database, and says what it waits for',
  async () => {
    const database = await freshDatabase(server ?? '');
    const dataDir = mkdtempSync(join(tmpdir(), 'studio-restore-'));
    const target = {
      ...(freshBucket() as Record<string, string>),
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
    };
    try {
      const { restoring } = await withMigrationLock(
        { url: database.url },
        () => undefined,
        async () => {
          const child = spawnAdmin(target, ['restore', '--from', backup]);
          let said = '';
          child.stderr.on('data', (chunk: Buffer) => {
            said += chunk.toString();
          });
          await until(() => said.includes('A studio is starting on this database. Waiting for it.'));
          expect(await runOn(database.url, `select to_regclass('users') as users`)).toEqual([
            { users: null },
          ]);
          return { restoring: child };
        },
      );
      await once(restoring, 'close');
      expect(restoring.exitCode).toBe(0);
    } finally {
      await database.drop();
      rmSync(dataDir, { recursive: true });
    }
  },
  60_000,
);
