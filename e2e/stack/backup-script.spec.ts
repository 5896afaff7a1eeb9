import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { assetRoutes } from '@studio/contract/http/assets';
import { type Studio, startStudio } from './studio.ts';
import { Writer } from './writer.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe('the daily backup of a studio whose storage has lost a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'studio-daily-'));
  const [data, backups] = ['data', 'backups'].map((name) => join(folder, name)) as [string, string];
  let studio: Studio;

  beforeAll(async () => {
    mkdirSync(join(backups, 'metrics'), { recursive: true });
    studio = await startStudio({ DATA_DIR: data });
    const { token } = await Writer.start(studio.url, 'saved');
    const form = new FormData();
    form.append('file', new Blob(['a file']), 'a.txt');
    const upload = { method: 'POST', headers: { Authorization: `Bearer ${token}` }, body: form };
    expect((await fetch(`${studio.url}/api${assetRoutes.uploadAsset.path}`, upload)).status).toBe(201);
    await studio.kill();
    const [file = ''] = globSync('assets/*/*/*', { cwd: data });
    rmSync(join(data, file));
  }, 60_000);
  afterAll(async () => {
    await studio.dispose();
    rmSync(folder, { recursive: true });
  });

  it('is dated and makes room like any other, and still counts as none that went well', () => {
    const env = { PATH: process.env['PATH'], DATA_DIR: data, BACKUPS: backups };
    const ran = spawnSync(join(root, 'infra/studio/backup.sh'), { cwd: root, env, encoding: 'utf8' });
    expect(ran).toMatchObject({ status: 3, stderr: expect.stringContaining('has lost or changed 1 file:') });
    const [dated = '', ...others] = readdirSync(backups);
    expect([dated, others]).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\dT/), ['metrics']]);
    expect(JSON.parse(readFileSync(join(backups, dated, 'manifest.json'), 'utf8'))).toMatchObject({
      missing: [expect.any(String)],
    });
    expect(existsSync(join(backups, 'metrics/backup.prom'))).toBe(false);
  }, 60_000);
});
