import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '../fixtures/test.ts';
import { npmStart } from '../stack/npm-start.ts';

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`npm start: ${signal} to its process group drains, ends with 0 and lets go of the data`, async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'studio-start-'));
    for (const _time of ['first', 'again']) {
      const studio = await npmStart(dataDir);
      expect(await studio.signal(signal)).toBe(0);
    }
    rmSync(dataDir, { recursive: true });
  });
}
