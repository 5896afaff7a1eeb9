import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '../../fixtures/test.ts';
import { npmStart } from '../../stack/npm-start.ts';

// `npm start` may rebuild the product while other tests run on it, so this runs alone.
const alone = { tag: ['@solo', '@smoke'] };

test(
  'npm start: a signal to its process group drains, exits with 0 and releases the data',
  alone,
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'studio-start-'));
    // Each start after the first uses the data that the previous process has released.
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGTERM'] as const) {
      const studio = await npmStart(dataDir);
      expect(await studio.signal(signal)).toBe(0);
    }
    rmSync(dataDir, { recursive: true });
  },
);
