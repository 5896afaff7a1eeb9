import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { limits } from '@studio/contract/limits';
import { type Person, startTestStudio, type TestStudio } from '../../../test/support/studio/test-studio.js';
import { readConfig } from '../../config/read-config.js';
import { configErrorFromSystem } from '../../config/unusable-settings.js';
import { openDatabase } from '../open-database.js';

/** Only root may mount a small disk. */
const describeAsRoot = process.getuid?.() === 0 && process.platform === 'linux' ? describe : describe.skip;

describeAsRoot('a full disk under the embedded database', () => {
  let folder: string;
  let studio: TestStudio;
  let person: Person;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'studio-full-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'studio-test', folder]);
    studio = await startTestStudio({ DATA_DIR: join(folder, 'data') });
    person = await studio.person();
  });
  afterAll(async () => {
    await studio.stop();
    execFileSync('umount', ['-l', folder]);
    rmdirSync(folder);
  });

  it('answers saves with 503 and the reason, still answers reads, and takes saves again once there is room', async () => {
    const project = await studio.project(person, { html: 'kept' });
    const save = (html: string) => studio.call('put', `/projects/${project.id}`, person).send({ html });
    const filler = join(folder, 'filler');
    fill(filler);
    let stored = 'kept';
    let refused = await save(stored);
    // Pages that the database has already allocated take some more saves.
    for (let seed = 1; refused.status === 200; seed++) {
      stored = refused.body.html;
      refused = await save(largeText(seed));
    }
    expect(refused.status).toBe(503);
    expect(refused.body).toMatchObject({ code: 'service_unavailable' });
    expect(refused.body.message).toMatch(/^The server is out of disk space/);
    const read = await studio.call('get', `/projects/${project.id}`, person).expect(200);
    expect(read.body.html).toBe(stored);
    rmSync(filler);
    await save('after').expect(200);
  });
});

describeAsRoot('a start on a full disk', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'studio-full-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'studio-test', folder]);
  });
  afterAll(() => {
    execFileSync('umount', ['-l', folder]);
    rmdirSync(folder);
  });

  it.each([
    ['a new database', () => undefined],
    ['the lock', () => fill(join(folder, 'filler'))],
  ])('without room for %s ends with one line that names DATA_DIR', async (_what, prepare) => {
    prepare();
    const dataDir = join(folder, 'data');
    const config = await readConfig({ DATA_DIR: dataDir });
    const error = await openDatabase(config).then(
      () => new Error('it was opened'),
      (refusal: Error) => refusal,
    );
    expect(configErrorFromSystem(error, config)?.message).toBe(
      `DATA_DIR: expected a folder on a disk with free space (ENOSPC), got "${dataDir}".`,
    );
    expect(readdirSync(dataDir)).toEqual([]);
  });
});

/** Writes until there is no room left. */
function fill(file: string): void {
  for (;;) {
    try {
      writeFileSync(file, Buffer.alloc(4_096), { flag: 'a' });
    } catch {
      return;
    }
  }
}

/** Text that does not compress well, always the same for a seed. */
function largeText(seed: number): string {
  let state = seed;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return String.fromCharCode(0x4e00 + ((state >> 12) % 20_000));
  };
  return Array.from({ length: Math.floor(limits.sourceBytes / 4) }, next).join('');
}
