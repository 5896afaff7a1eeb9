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

/** The account that is always admin (specification: Roles). */
export const firstAdmin = { email: 'admin@studio.local', password: 'a password for the tests' };

/** A real studio process with its own data and ports. */
export interface Studio {
  /** The app's origin. */
  url: string;
  /** The origin of a project's user code. */
  sandboxUrl(projectId: string): string;
  /** The id of the current process. */
  pid(): number;
  /** Sends SIGKILL, as a crash would end the process. */
  kill(): Promise<void>;
  /** Starts it again after `kill`, with the same data and ports. */
  restart(): Promise<void>;
  /** Kills it and deletes its data. */
  dispose(): Promise<void>;
}

/** Starts the built product, or another entry file, and waits until it is ready. @throws if it is not within 60 s */
export async function startStudio(env: Record<string, string> = {}, entry = product): Promise<Studio> {
  const dataDir = mkdtempSync(join(tmpdir(), 'studio-e2e-'));
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const url = `http://localhost:${port}`;
  const boot = () =>
    bootProcess(entry, url, {
      ...process.env,
      // As `npm start` sets them.
      MALLOC_TRIM_THRESHOLD_: '1000000',
      MALLOC_MMAP_THRESHOLD_: '1000000',
      // Vite's build sets NODE_ENV=production in its process, and the child would inherit it.
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
      // The process that builds packages ends a moment later and may still write.
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

async function bootProcess(entry: string, url: string, env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = spawn(process.execPath, [entry], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const deadline = Date.now() + readyWithinMs;
  while (!(await isReady(url))) {
    if (child.exitCode !== null) throw new Error(`The studio ended with code ${child.exitCode}:\n${output}`);
    if (Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`The studio was not ready within ${readyWithinMs} ms:\n${output}`);
    }
    await pause(25);
  }
  return child;
}

/** Whether `GET /api/health/ready` answers 200 (specification: Operation). */
export async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/api/health/ready`)).ok;
  } catch {
    return false;
  }
}
