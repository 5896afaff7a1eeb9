import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../backend/test/support/free-port.ts';
import { isReady } from './studio.ts';

const entry = fileURLToPath(new URL('../../backend/dist/main.js', import.meta.url));
/** A start takes seconds, but a minute on a busy machine. */
const readyWithinMs = 150_000;

/** One of several processes of the built server. Its ports do not change. */
export interface Replica {
  /** The app's origin, without the proxy. */
  url: string;
  /** Ports on 127.0.0.1. */
  app: number;
  sandbox: number;
  /** What the process has printed since its last start. */
  output(): string;
  /** Starts it and resolves when it is ready. Without `variables`, the previous ones are used again. */
  start(variables?: Record<string, string>): Promise<void>;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
  /** Sends SIGSTOP: it accepts connections but never answers, until `resume`. */
  freeze(): void;
  resume(): void;
  /** Sends SIGTERM. Resolves with the exit code, null if a signal ended it, and the seconds that it took. */
  stop(): Promise<{ code: number | null; seconds: number }>;
  /** Kills it if it still runs, and deletes its folder. */
  dispose(): Promise<void>;
}

/** Creates a replica without starting it. */
export async function makeReplica(): Promise<Replica> {
  const [app, sandbox] = [await freePort(), await freePort()];
  const dataDir = mkdtempSync(join(tmpdir(), 'studio-replica-'));
  const url = `http://localhost:${app}`;
  let child: ChildProcess | null = null;
  let given: Record<string, string> = {};
  let output = '';

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
    return child.exitCode;
  }

  return {
    url,
    app,
    sandbox,
    output: () => output,
    async start(variables = given) {
      given = variables;
      const env = {
        PATH: process.env['PATH'] ?? '',
        NODE_ENV: 'production',
        HOST: '127.0.0.1',
        PORT: String(app),
        SANDBOX_PORT: String(sandbox),
        DATA_DIR: dataDir,
        ...variables,
      };
      output = '';
      const started = spawn(process.execPath, [entry], { env, stdio: ['ignore', 'pipe', 'pipe'] });
      child = started;
      for (const stream of [started.stdout, started.stderr])
        stream.on('data', (chunk: Buffer) => {
          output += chunk.toString();
        });
      const deadline = Date.now() + readyWithinMs;
      while (!(await isReady(url))) {
        if (started.exitCode !== null || started.signalCode !== null || Date.now() > deadline)
          throw new Error(`A replica did not become ready:\n${output}`);
        await pause(25);
      }
    },
    async kill() {
      await end('SIGKILL');
    },
    freeze: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    async stop() {
      const since = performance.now();
      const code = await end('SIGTERM');
      return { code, seconds: (performance.now() - since) / 1_000 };
    },
    async dispose() {
      await end('SIGKILL');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
