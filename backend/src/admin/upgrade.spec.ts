import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';
import { runAdmin } from '../../test/support/studio/admin-process.js';
import { freshDatabase } from '../../test/support/studio/fresh-database.js';
import { freshBucket, signIn, startTestStudio } from '../../test/support/studio/test-studio.js';
import { Manifest } from './backup/manifest.js';

/** Backups of seeded studios: `2026-11-23` of the schema of that day, and one for each release. */
const releases = fileURLToPath(new URL('../../test/releases', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'studio-upgrade-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(readdirSync(releases))('a studio of %s', (release) => {
  it('is brought up to date by a start on its data, with all that it had', async () => {
    const backup = join(releases, release);
    const manifest = Manifest.parse(JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8')));
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
    } finally {
      await studio.studio.close();
      await database?.drop();
    }
  });
});

it('each version that was released has such a backup', () => {
  const changelog = readFileSync(new URL('../../../CHANGELOG.md', import.meta.url), 'utf8');
  const versions = [...changelog.matchAll(/^## \[(\d+\.\d+\.\d+)\]/gm)].map(([, version]) => version);
  expect(versions.filter((version) => !readdirSync(releases).includes(version ?? ''))).toEqual([]);
});
