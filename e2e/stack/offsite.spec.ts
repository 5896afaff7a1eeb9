import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';
import { makeOffsiteMachine, provisionRestic } from './offsite.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const name = '2026-11-23T02-30-00';
const refusal = provisionRestic();
if (refusal) console.warn(`Copies in another place cannot be made here: ${refusal}.`);

/** Copying and fetching. Failures are in the nightly spec. */
(refusal ? describe.skip : describe)('copies of backups in another place', () => {
  const place = mkdtempSync(join(tmpdir(), 'studio-place-'));
  const secrets = { password: 'what the copies are encrypted with' };
  const machine = makeOffsiteMachine({ OFFSITE_REPOSITORY: place }, secrets);
  afterAll(() => {
    machine.remove();
    rmSync(place, { recursive: true, force: true });
  });

  it('are made of the newest backup, once, encrypted, and written down for Prometheus', () => {
    expect(machine.run('copy')).toMatchObject({ status: 1, stderr: 'There is no backup to copy.\n' });
    expect(existsSync(machine.figures)).toBe(false);
    machine.addBackup('2026-11-22T02-30-00');
    machine.addBackup(name);
    for (const time of ['first', 'second'])
      expect([time, machine.run('copy')]).toEqual([
        time,
        expect.objectContaining({ status: 0, stdout: expect.stringContaining(`${name} is in ${place}`) }),
      ]);
    expect(readFileSync(machine.figures, 'utf8')).toMatch(
      /^studio_offsite_copy_last_success_timestamp_seconds \d{10}\n$/,
    );
    expect(machine.copies()).toEqual([name]);
    const start = readFileSync(join(machine.backups, name, 'manifest.json')).subarray(0, 40);
    const stored = globSync(`${place}/data/*/*`);
    expect(stored.length).toBeGreaterThan(0);
    for (const file of stored) expect(readFileSync(file).includes(start)).toBe(false);
  }, 60_000);

  it('are brought back on another machine that has their secrets, and are whole', () => {
    const other = makeOffsiteMachine({ OFFSITE_REPOSITORY: place }, secrets);
    expect(other.run('fetch', name)).toMatchObject({ status: 0 });
    const folder = join(other.backups, name);
    const filesIn = (path: string) => readdirSync(path, { recursive: true, encoding: 'utf8' }).toSorted();
    expect(filesIn(folder)).toEqual(filesIn(join(machine.backups, name)));
    const verified = spawnSync('node', ['backend/dist/admin/main.js', 'verify-backup', '--from', folder], {
      cwd: root,
      env: { PATH: other.env['PATH'], NODE_ENV: 'production' },
      encoding: 'utf8',
    });
    expect(verified).toMatchObject({ status: 0, stdout: expect.stringContaining(' is whole: ') });
    expect(other.run('fetch', name)).toMatchObject({ status: 1, stderr: `${folder} is there already.\n` });
    other.remove();
  }, 60_000);
});
