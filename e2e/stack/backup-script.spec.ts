import { spawnSync } from 'node:child_process';
import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { assetRoutes } from '@studio/contract/http/assets';
import { type Studio, startStudio } from './studio.ts';
import { Writer } from './writer.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const dated = /^\d{4}-\d\d-\d\dT/;

describe('the daily backup', () => {
  const folder = mkdtempSync(join(tmpdir(), 'studio-daily-'));
  const data = join(folder, 'data');
  let studio: Studio;

  beforeAll(async () => {
    studio = await startStudio({ DATA_DIR: data });
    const { token } = await Writer.start(studio.url, 'saved');
    const form = new FormData();
    form.append('file', new Blob(['a file']), 'a.txt');
    const upload = { method: 'POST', headers: { Authorization: `Bearer ${token}` }, body: form };
    expect((await fetch(`${studio.url}/api${assetRoutes.uploadAsset.path}`, upload)).status).toBe(201);
    await studio.kill();
  }, 60_000);
  afterAll(async () => {
    await studio.dispose();
    rmSync(folder, { recursive: true });
  });

  /** Runs the script with a new volume for backups. */
  function backUp(backups = mkdtempSync(join(folder, 'backups-'))) {
    const env = { PATH: process.env['PATH'], DATA_DIR: data, BACKUPS: backups };
    const ran = spawnSync(join(root, 'infra/studio/backup.sh'), { cwd: root, env, encoding: 'utf8' });
    return { ran, backups, made: readdirSync(backups).toSorted() };
  }

  it('goes into a volume that is empty at first, and says when it went well to whoever reads the figures', () => {
    const { ran, backups, made } = backUp();
    expect(ran).toMatchObject({ status: 0 });
    expect(made).toEqual([expect.stringMatching(dated), 'metrics']);
    expect(readFileSync(join(backups, 'metrics/backup.prom'), 'utf8')).toMatch(
      /^studio_backup_\w+ \d{10}\n$/,
    );
    for (const path of ['metrics', 'metrics/backup.prom'])
      expect([path, statSync(join(backups, path)).mode & 0o004]).toEqual([path, 0o004]);
  }, 60_000);

  it('clears away what a drill and a backup that were killed have left, a day later', () => {
    const volume = mkdtempSync(join(folder, 'backups-'));
    const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000);
    for (const name of ['making-old', 'studio-scratch-old', 'studio-scratch-new'])
      mkdirSync(join(volume, name, 'postgres'), { recursive: true });
    for (const name of ['making-old', 'studio-scratch-old'])
      utimesSync(join(volume, name), twoDaysAgo, twoDaysAgo);
    const { ran, made } = backUp(volume);
    expect(ran).toMatchObject({ status: 0 });
    expect(made).toEqual([expect.stringMatching(dated), 'metrics', 'studio-scratch-new']);
  }, 60_000);

  it('leaves one alone that was renamed to be kept, and counts it for nothing', () => {
    const volume = mkdtempSync(join(folder, 'backups-'));
    const kept = '2999-01-01T02-30-00-before-upgrade';
    mkdirSync(join(volume, kept));
    // What would be refused as an earlier backup.
    writeFileSync(join(volume, kept, 'manifest.json'), '{}');
    const { ran, made } = backUp(volume);
    expect(ran).toMatchObject({ status: 0 });
    expect(made).toEqual([expect.stringMatching(dated), kept, 'metrics']);
  }, 60_000);

  it('that fails keeps nothing, so that a disk that it filled has room again', () => {
    const [file = ''] = globSync('assets/*/*/*', { cwd: data });
    // No file, and so not one that is lost either.
    renameSync(join(data, file), join(data, 'aside'));
    mkdirSync(join(data, file));
    const { ran, made } = backUp();
    rmdirSync(join(data, file));
    renameSync(join(data, 'aside'), join(data, file));
    expect(ran).toMatchObject({ status: 1, stderr: expect.stringContaining('The backup failed.') });
    expect(made).toEqual([]);
  }, 60_000);

  it('of a studio whose storage has lost a file is dated and makes room like any other, and still counts as none that went well', () => {
    const [file = ''] = globSync('assets/*/*/*', { cwd: data });
    rmSync(join(data, file));
    const { ran, backups, made } = backUp();
    expect(ran).toMatchObject({ status: 3, stderr: expect.stringContaining('has lost or changed 1 file:') });
    expect(made).toEqual([expect.stringMatching(dated)]);
    expect(JSON.parse(readFileSync(join(backups, made[0] ?? '', 'manifest.json'), 'utf8'))).toMatchObject({
      missing: [expect.any(String)],
    });
  }, 60_000);
});

it('a drill, of the newest backup or another, first clears away what one that was killed has left', () => {
  // A name like those of what is cleared away.
  const backups = mkdtempSync(join(tmpdir(), 'studio-drill-'));
  const env = { PATH: process.env['PATH'], BACKUPS: backups };
  const [earlier, newest] = ['2026-11-29T02-30-00', '2026-11-30T02-30-00'];
  const renamed = `${newest}-before-upgrade`;
  for (const [verified, ...given] of [[newest], [earlier, earlier]]) {
    // There may be no room twice.
    for (const name of [
      earlier,
      newest,
      renamed,
      'studio-scratch-killed/postgres',
      'studio-socket-killed',
      'studio-mine',
    ])
      mkdirSync(join(backups, name), { recursive: true });
    const ran = spawnSync(join(root, 'infra/studio/drill.sh'), given, { cwd: root, env, encoding: 'utf8' });
    const refusal = expect.stringContaining(`${verified} is not a complete backup`);
    expect(ran).toMatchObject({ status: 1, stderr: refusal });
    expect(readdirSync(backups)).toEqual(['.drill', earlier, newest, renamed, 'studio-mine']);
  }
  rmSync(backups, { recursive: true });
});
