import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { testLibrary } from '../../test/support/requests/test-library.js';
import { sameData, spawnAdmin } from '../../test/support/studio/admin-process.js';
import { runJobs } from '../../test/support/studio/run-jobs.js';
import { startTestStudio, type TestStudio } from '../../test/support/studio/test-studio.js';
import { Database } from '../database/database.js';

const folder = mkdtempSync(join(tmpdir(), 'studio-evicted-'));
let studio: TestStudio;
beforeAll(async () => {
  studio = await startTestStudio({ S3_ENDPOINT: '' });
});
afterAll(async () => {
  await studio.stop();
  rmSync(folder, { recursive: true, force: true });
});

// The embedded database has one process, and Windows no such pipes.
const itWithServer = process.env['DATABASE_URL'] && process.platform !== 'win32' ? it : it.skip;
itWithServer(
  'a package that is deleted while a backup copies files is none that the storage has lost',
  async () => {
    const { sql: database } = studio.studio.app.get(Database);
    const person = await studio.person();
    await testLibrary(studio).add(person, 'a.txt', 'bytes that take long');
    const [asset] = await database.selectFrom('stored_objects').select('storage_key').execute();
    const key = asset?.storage_key ?? '';
    // The copy of this file waits for a writer, so the backup has its rows and is copying files.
    const pipe = join(studio.config.dataDir, 'assets', key.slice(0, 2), key.slice(2, 4), key);
    rmSync(pipe);
    execFileSync('mkfifo', [pipe]);
    const hash = 'a'.repeat(64);
    await sql`insert into stored_packages (name, version, license, description, size, source, dependencies, evicted_at)
    values ('unused', '1.0.0', '', '', 1, 'registry', '{}', now() - interval '25 hours')`.execute(database);
    await sql`insert into package_objects (storage_key, package_name, package_version, part, hash, size)
    values ('0123456789abcdef', 'unused', '1.0.0', 'files', ${hash}, 1)`.execute(database);

    const to = join(folder, 'backup');
    const child = spawnAdmin(sameData(studio.config), ['backup', '--to', to]);
    const ended = once(child, 'close');
    let wasRead = false;
    await writeFile(
      pipe,
      (async function* () {
        wasRead = true;
        await runJobs(studio, 'packages');
        yield 'bytes that take long';
      })(),
    );
    expect(wasRead).toBe(true);
    expect(await ended).toEqual([0, null]);
    expect(JSON.parse(readFileSync(join(to, 'manifest.json'), 'utf8'))).toMatchObject({ missing: [hash] });
    expect(existsSync(join(to, 'objects'))).toBe(true);
  },
);
