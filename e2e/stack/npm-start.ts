import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../backend/test/support/free-port.ts';
import { isReady } from './studio.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A studio that was started by `npm start`. */
export interface StartedByNpm {
  secondsToReady: number;
  /** Signals npm's whole process group, as a terminal does. Resolves with npm's exit code when all of it has ended. */
  signal(name: 'SIGTERM' | 'SIGINT'): Promise<number | null>;
}

/** Runs `npm start` on free ports and waits until it is ready. */
export async function npmStart(dataDir: string): Promise<StartedByNpm> {
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const startedAt = performance.now();
  const npm = spawn('npm', ['start', '--silent'], {
    cwd: root,
    env: {
      ...process.env,
      // Vite's build sets NODE_ENV=production in its process, and the child would inherit it.
      NODE_ENV: 'development',
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      DATA_DIR: dataDir,
    },
    stdio: 'ignore',
    detached: true,
  });
  while (!(await isReady(`http://localhost:${port}`))) {
    if (npm.exitCode !== null) throw new Error(`npm start ended with code ${npm.exitCode}`);
    await pause(10);
  }
  const secondsToReady = (performance.now() - startedAt) / 1_000;
  return {
    secondsToReady,
    async signal(name) {
      if (npm.pid === undefined) return null;
      process.kill(-npm.pid, name);
      while (npm.exitCode === null && npm.signalCode === null) await pause(20);
      while (isGroupAlive(npm.pid)) await pause(20);
      return npm.exitCode;
    },
  };
}

function isGroupAlive(group: number): boolean {
  try {
    return process.kill(-group, 0);
  } catch {
    return false;
  }
}
