import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { limits } from '@studio/contract/limits';
import { type AdminRun, runAdmin, sameData } from '../../test/support/studio/admin-process.js';
import { freshDatabase } from '../../test/support/studio/fresh-database.js';
import {
  freshBucket,
  signIn,
  startTestStudio,
  type TestStudio,
} from '../../test/support/studio/test-studio.js';

const folder = mkdtempSync(join(tmpdir(), 'studio-large-'));
let studio: TestStudio;
beforeAll(async () => {
  studio = await startTestStudio();
});
afterAll(async () => {
  await studio.stop();
  rmSync(folder, { recursive: true, force: true });
});

const titles = Array.from({ length: 4 }, (_, i) => ({ title: `Title ${i}` }));

it('a backup of the largest possible rows needs the memory of only a few of them, and so does restoring it', async () => {
  const mallory = await studio.person('mallory');
  const { id } = await studio.project(mallory, { html: '' });
  // JSON writes this character with six bytes.
  const text = '\u0001'.repeat(limits.sourceBytes);
  for (const change of [{ html: text }, { css: text }, { js: text }, ...titles])
    await studio.call('put', `/projects/${id}`, mallory).send(change).expect(200);

  // Too little memory for half of the rows at once.
  const narrow = { NODE_OPTIONS: '--max-old-space-size=100' };
  const backup = join(folder, 'backup');
  let made: AdminRun | undefined;
  await studio.restart(async () => {
    made = await runAdmin({ ...sameData(studio.config), ...narrow }, ['backup', '--to', backup]);
  });
  expect(made).toMatchObject({ code: 0 });

  const server = process.env['DATABASE_URL'];
  const database = server ? await freshDatabase(server) : null;
  const fresh = { DATA_DIR: join(folder, 'data'), DATABASE_URL: database?.url ?? '', ...freshBucket() };
  const restored = await runAdmin({ ...fresh, ...narrow }, ['restore', '--from', backup]);
  expect(restored).toMatchObject({ code: 0 });
  const back = await startTestStudio(fresh);
  try {
    const again = await signIn(back, mallory.user.email, mallory.password);
    const { body } = await back.call('get', `/projects/${id}`, again).expect(200);
    expect([body.html, body.css, body.js].map((source) => source === text)).toEqual([true, true, true]);
    const revisions = await back.call('get', `/projects/${id}/revisions`, again).expect(200);
    expect(revisions.body.total).toBeGreaterThanOrEqual(titles.length);
  } finally {
    await back.studio.close();
    await database?.drop();
  }
}, 120_000);
