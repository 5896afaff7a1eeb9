import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Uploads } from '../../../test/support/faults/failing-uploads.js';
import { startTestStudio, type TestStudio } from '../../../test/support/studio/test-studio.js';
import { ownerMarker } from '../../ports/asset-storage.js';

let studio: TestStudio;
let uploads: Uploads;
let folder: string;
beforeAll(async () => {
  studio = await startTestStudio();
  uploads = new Uploads(studio, await studio.person());
  folder = join(studio.config.dataDir, 'assets');
});
afterAll(() => studio.stop());

describe('a disk', () => {
  it('that cannot be written to is 503 and not ready, and leaves nothing behind', async () => {
    const aside = `${folder}-aside`;
    renameSync(folder, aside);
    writeFileSync(folder, 'in the way');
    await uploads.expectNone();
    const ready = await studio.call('get', '/health/ready').expect(503);
    expect(ready.body.parts).toEqual({ database: 'up', storage: 'down' });
    rmSync(folder);
    renameSync(aside, folder);
    await uploads.expectNothingLeft();
    await uploads.expectToWork();
  });

  /** Only root may mount a small disk. */
  const itAsRoot = process.getuid?.() === 0 && process.platform === 'linux' ? it : it.skip;
  itAsRoot('that is full is 503 and says so, and leaves nothing behind', async () => {
    const mark = readFileSync(join(folder, ownerMarker));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'studio-test', folder]);
    try {
      // Without the marker, the housekeeping jobs take the storage for another installation's.
      writeFileSync(join(folder, ownerMarker), mark);
      const filler = join(folder, 'filler');
      expect(() => writeFileSync(filler, Buffer.alloc(65_536))).toThrow('ENOSPC');
      await uploads.expectNone(/^The server is out of disk space/);
      rmSync(filler);
      await uploads.expectNothingLeft();
      await uploads.expectToWork();
    } finally {
      execFileSync('umount', ['-l', folder]);
    }
  });

  it('that was full when the studio made its signing key leaves no empty one in use', async () => {
    const file = join(studio.config.dataDir, 'jwt-secret');
    expect(readFileSync(file, 'utf8')).toHaveLength(64);
    await studio.restart(async () => writeFileSync(file, ''));
    expect(await studio.person()).toMatchObject({ access_token: expect.any(String) });
    expect(readFileSync(file, 'utf8')).toHaveLength(64);
    expect(readdirSync(studio.config.dataDir).filter((name) => name.startsWith('jwt-secret'))).toHaveLength(
      1,
    );
  });
});
