import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../stack/ports.ts';
import { isReady, type Studio } from '../stack/studio.ts';
import type { Row } from './row.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** `npm start` on a built tree and existing data → ready, and what a studio that has worked for a while holds. */
export async function measureStartup(worked: Studio): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'studio-bench-'));
  await secondsToReady(dataDir);
  const seconds = await secondsToReady(dataDir);
  rmSync(dataDir, { recursive: true, force: true });
  const megabytes = residentMegabytes(worked.pid());
  return [
    {
      what: '`npm start` on a built tree → ready, s',
      measured: seconds.toFixed(1),
      goal: '≤ 3',
      met: seconds <= 3,
    },
    {
      what: 'Resident memory after this bench, MB',
      measured: String(megabytes),
      goal: '< 400',
      met: megabytes < 400,
    },
  ];
}

async function secondsToReady(dataDir: string): Promise<number> {
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const startedAt = performance.now();
  const npm = spawn('npm', ['start', '--silent'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), SANDBOX_PORT: String(sandboxPort), DATA_DIR: dataDir },
    stdio: 'ignore',
    detached: true,
  });
  while (!(await isReady(`http://localhost:${port}`))) await pause(10);
  const seconds = (performance.now() - startedAt) / 1_000;
  if (npm.pid === undefined) throw new Error('npm did not start');
  process.kill(-npm.pid, 'SIGTERM');
  await once(npm, 'exit');
  return seconds;
}

function residentMegabytes(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kilobytes) / 1_024);
}
