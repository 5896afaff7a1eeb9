import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npmStart } from '../stack/npm-start.ts';
import type { Studio } from '../stack/studio.ts';
import type { Row } from './row.ts';

/** `npm start` on a built tree and existing data → ready, and what a studio that has worked for a while holds. */
export async function measureStartup(worked: Studio): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'studio-bench-'));
  const first = await npmStart(dataDir);
  await first.signal('SIGTERM');
  const second = await npmStart(dataDir);
  await second.signal('SIGTERM');
  rmSync(dataDir, { recursive: true, force: true });
  const megabytes = residentMegabytes(worked.pid());
  return [
    {
      what: '`npm start` on a built tree → ready, s',
      measured: second.secondsToReady.toFixed(1),
      goal: '≤ 3',
      met: second.secondsToReady <= 3,
    },
    {
      what: 'Resident memory after this bench, MB',
      measured: String(megabytes),
      goal: '< 400',
      met: megabytes < 400,
    },
  ];
}

function residentMegabytes(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kilobytes) / 1_024);
}
