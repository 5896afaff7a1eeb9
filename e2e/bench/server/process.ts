import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npmStart } from '../../stack/npm-start.ts';
import type { Studio } from '../../stack/studio.ts';
import { type Row, readingRow } from '../row.ts';
import { residentMegabytes } from './resident-memory.ts';

/** Seconds from `npm start` on a built tree with existing data until the studio is ready. */
export async function measureStart(): Promise<Row> {
  const dataDir = mkdtempSync(join(tmpdir(), 'studio-bench-'));
  const first = await npmStart(dataDir);
  await first.signal('SIGTERM');
  const { secondsToReady, signal } = await npmStart(dataDir);
  await signal('SIGTERM');
  rmSync(dataDir, { recursive: true, force: true });
  return readingRow(
    '`npm start` on a built tree → ready',
    { value: secondsToReady, unit: 's', digits: 1 },
    { atMost: 3 },
  );
}

/** Memory of a studio that has worked for a while. */
export function measureMemory(studio: Studio): Row {
  return readingRow(
    'Resident memory after the rows above',
    { value: residentMegabytes(studio.pid()), unit: 'MB' },
    { atMost: 400 },
  );
}
