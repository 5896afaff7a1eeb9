import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';
import { makeOffsiteMachine, type OffsiteMachine, provisionRestic } from './offsite.ts';
import { provisionOwnRadosgw, startOwnRadosgw } from './radosgw.ts';

const script = fileURLToPath(new URL('../../infra/offsite.sh', import.meta.url));
const [yesterday, today] = ['2026-11-22T02-30-00', '2026-11-23T02-30-00'];
const refusal = provisionRestic() ?? provisionOwnRadosgw();
if (refusal) console.warn(`Copies in another place cannot be made here: ${refusal}.`);

(refusal ? describe.skip : describe)('copies of backups in another place', () => {
  const place = mkdtempSync(join(tmpdir(), 'studio-place-'));
  const secrets = { password: 'what the copies are encrypted with' };
  const variables = { BACKUPS_DAILY: '1', BACKUPS_WEEKLY: '1', BACKUPS_MONTHLY: '1' };
  const machine = makeOffsiteMachine({ OFFSITE_REPOSITORY: place, ...variables }, secrets);
  afterAll(() => {
    machine.remove();
    rmSync(place, { recursive: true, force: true });
  });

  it('go when retention does not keep them', () => {
    for (const name of [yesterday, today]) {
      machine.addBackup(name);
      expect(machine.run('copy').status).toBe(0);
      expect(machine.copies()).toEqual([name]);
    }
    expect(machine.run('fetch', yesterday).status).not.toBe(0);
  }, 60_000);

  it('cannot be read without the password, and a wrong password changes nothing', () => {
    const inPlace = () => readdirSync(place, { recursive: true, encoding: 'utf8' }).length;
    const before = inPlace();
    const other = makeOffsiteMachine({ OFFSITE_REPOSITORY: place }, { password: 'another' });
    expect(other.run('fetch', today).status).not.toBe(0);
    other.addBackup(today);
    expect(other.run('copy').status).toBe(1);
    expect(inPlace()).toBe(before);
    other.remove();
  }, 60_000);

  it('that are damaged are noticed, and no success is written down', () => {
    writeFileSync(machine.figures, 'as before');
    const packs = globSync(`${place}/data/*/*`).toSorted((a, b) => statSync(b).size - statSync(a).size);
    for (const pack of packs) truncateSync(pack, statSync(pack).size - 1);
    expect(machine.run('verify').status).not.toBe(0);
    expect(machine.run('copy').status).toBe(1);
    expect(readFileSync(machine.figures, 'utf8')).toBe('as before');
  }, 60_000);

  /** Runs `watch` until its stderr contains `message`, then kills it. */
  async function watchUntil({ env }: OffsiteMachine, message: string, ...words: string[]): Promise<void> {
    const watching = spawn('sh', [script, ...words, 'watch'], { env, detached: true });
    let errors = '';
    watching.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    while (!errors.includes(message)) await pause(20);
    const ended = once(watching, 'exit');
    // With its child process.
    process.kill(-(watching.pid ?? 0), 'SIGKILL');
    await ended;
  }

  it('PostgreSQL’s archive is copied beside them, and is back on another machine as it was', async () => {
    const folderOf = (name: string) => mkdtempSync(join(tmpdir(), `studio-${name}-`));
    const [ARCHIVE, elsewhere] = [folderOf('archive'), folderOf('new-archive')];
    const beside = folderOf('beside');
    const here = makeOffsiteMachine({ OFFSITE_REPOSITORY: `${beside}/`, ARCHIVE }, secrets);
    const there = makeOffsiteMachine({ OFFSITE_REPOSITORY: beside, ARCHIVE: elsewhere }, secrets);
    await watchUntil(here, 'The copy failed; it is tried again.', 'archive');
    const figures = join(ARCHIVE, 'metrics/offsite_archive.prom');
    expect(readFileSync(figures, 'utf8')).toBe('studio_offsite_archive_last_success_timestamp_seconds 0\n');
    for (const [file, text] of [
      ['wal/000000010000000000000001', 'a segment'],
      ['wal/000000010000000000000002.part', 'a part of one'],
      ['base/2026-11-23T02-30-00/PG_VERSION', '17'],
      ['base/making/PG_VERSION', '17'],
    ] as const) {
      mkdirSync(dirname(join(ARCHIVE, file)), { recursive: true });
      writeFileSync(join(ARCHIVE, file), text);
    }
    for (const word of ['copy', 'copy', 'verify', 'list'])
      expect([word, here.run('archive', word).status]).toEqual([word, 0]);
    expect(readFileSync(figures, 'utf8')).toMatch(/ \d{10}\n$/);
    expect(there.run('archive', 'fetch')).toMatchObject({ status: 0 });
    const filesIn = (folder: string) =>
      globSync('{base,wal}/**/*', { cwd: folder, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
        .toSorted();
    expect(filesIn(join(elsewhere, 'fetched'))).toEqual(['000000010000000000000001', 'PG_VERSION']);
    expect(there.run('archive', 'fetch')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('is there already.'),
    });
    for (const one of [here, there]) one.remove();
    for (const folder of [ARCHIVE, elsewhere, beside]) rmSync(folder, { recursive: true });
  }, 60_000);

  it('that have never succeeded count as the oldest of all, so that an alert comes', async () => {
    const away = makeOffsiteMachine({ OFFSITE_REPOSITORY: '/proc/nowhere' }, secrets);
    away.addBackup(today);
    await watchUntil(away, 'The copy failed; it is tried again.');
    expect(readFileSync(away.figures, 'utf8')).toMatch(/ 0\n$/);
    away.remove();
  }, 60_000);

  it('are not missed where no place is set', async () => {
    const alone = makeOffsiteMachine({}, secrets);
    writeFileSync(alone.figures, 'of another time');
    await watchUntil(alone, 'OFFSITE_REPOSITORY is unset: backups stay on this machine.');
    expect(existsSync(alone.figures)).toBe(false);
    alone.remove();
  }, 60_000);

  it('on an S3 server are made in a new bucket and come back whole, with its keys alone', async () => {
    const s3 = await startOwnRadosgw();
    const { S3_ENDPOINT, S3_ACCESS_KEY = '', S3_SECRET_KEY = '' } = s3.variables;
    const keys = { ...secrets, accessKey: S3_ACCESS_KEY, secretKey: S3_SECRET_KEY };
    const inBucket = { OFFSITE_REPOSITORY: `s3:${S3_ENDPOINT}/offsite/backups` };
    const here = makeOffsiteMachine(inBucket, keys);
    const there = makeOffsiteMachine(inBucket, keys);
    const stranger = makeOffsiteMachine(inBucket, { ...keys, secretKey: 'wrong' });
    here.addBackup(today);
    for (const word of ['copy', 'verify']) expect([word, here.run(word).status]).toEqual([word, 0]);
    expect(there.run('fetch', today)).toMatchObject({ status: 0 });
    const filesOf = ({ backups }: OffsiteMachine) =>
      readdirSync(join(backups, today), { recursive: true, encoding: 'utf8' }).toSorted();
    expect(filesOf(there)).toEqual(filesOf(here));
    expect(stranger.run('list').status).not.toBe(0);
    for (const one of [here, there, stranger]) one.remove();
    await s3.stop();
  }, 300_000);
});
