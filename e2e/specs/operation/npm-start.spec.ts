import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '../../fixtures/test.ts';
import { npmStart } from '../../stack/npm-start.ts';

// `npm start` lays the build anew beneath whoever runs on it: nobody else may.
const alone = { tag: ['@solo', '@smoke'] };

test(
  'npm start: a signal to its process group drains, ends with 0 and lets go of the data',
  alone,
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'studio-start-'));
    // Each but the first starts on what the one before it has let go of.
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGTERM'] as const) {
      const studio = await npmStart(dataDir);
      expect(await studio.signal(signal)).toBe(0);
    }
    rmSync(dataDir, { recursive: true });
  },
);
