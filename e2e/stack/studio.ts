import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../backend/test/support/free-port.ts';

const product = fileURLToPath(new URL('../../backend/dist/main.js', import.meta.url));
const readyWithinMs = 60_000;

/** Of the account that is always admin (specification: Roles). */
export const firstAdmin = { email: 'admin@studio.local', password: 'a password for the tests' };

/** A real studio process with data and ports of its own. */
export interface Studio {
  /** The app's origin. */
  url: string;
  /** The origin of a project's user code. */
  sandboxUrl(projectId: string): string;
  /** The process that runs now. */
  pid(): number;
  /** SIGKILL: what a crash or a power switch does to the process. */
  kill(): Promise<void>;
  /** Starts it again on the same data and ports, after `kill`. */
  restart(): Promise<void>;
  /** Ends it and throws its data away. */
  dispose(): Promise<void>;
}

/** Starts the built product, or another entry to it, and waits until it says that it is ready. */
export async function startStudio(env: Record<string, string> = {}, entry = product): Promise<Studio> {
  const dataDir = mkdtempSync(join(tmpdir(), 'studio-e2e-'));
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const url = `http://localhost:${port}`;
  const boot = () =>
    bootProcess(entry, url, {
      ...process.env,
      // As by `npm start`.
      MALLOC_TRIM_THRESHOLD_: '1000000',
      MALLOC_MMAP_THRESHOLD_: '1000000',
      // Vite's own build makes a process one of production.
      NODE_ENV: 'development',
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: firstAdmin.password,
      ...env,
    });
  let child = await boot();

  async function kill() {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  return {
    url,
    sandboxUrl: (projectId) => `http://${projectId}.localhost:${sandboxPort}`,
    pid: () => child.pid ?? 0,
    kill,
    async restart() {
      child = await boot();
    },
    async dispose() {
      await kill();
      // A package that is being built is a process of its own, which ends a moment later.
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

async function bootProcess(entry: string, url: string, env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = spawn(process.execPath, [entry], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const deadline = Date.now() + readyWithinMs;
  while (!(await isReady(url))) {
    if (child.exitCode !== null) throw new Error(`The studio ended with code ${child.exitCode}:\n${said}`);
    if (Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`The studio was not ready within ${readyWithinMs} ms:\n${said}`);
    }
    await pause(25);
  }
  return child;
}

/** The studio is ready when `GET /api/health/ready` answers 200 (specification: Operation). */
export async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/api/health/ready`)).ok;
  } catch {
    return false;
  }
}
