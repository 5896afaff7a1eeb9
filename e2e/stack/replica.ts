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
/** A start takes seconds; on a machine with much else to do, a minute. */
const readyWithinMs = 150_000;

/** One of several processes of the built server, on ports that it keeps. */
export interface Replica {
  /** Its app, past the proxy. */
  url: string;
  /** Ports on 127.0.0.1. */
  app: number;
  sandbox: number;
  /** What it has printed since its last start. */
  said(): string;
  /** Starts it and resolves when it is ready. It keeps its variables until it is given others. */
  start(variables?: Record<string, string>): Promise<void>;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** SIGSTOP: it takes connections and never answers. `resume` wakes it. */
  freeze(): void;
  resume(): void;
  /** SIGTERM. Resolves with its exit code, null where it had to be killed, and how long it took. */
  stop(): Promise<{ code: number | null; seconds: number }>;
  /** Kills it where it still runs, and throws its folder away. */
  dispose(): Promise<void>;
}

/** A replica that is not started yet. */
export async function makeReplica(): Promise<Replica> {
  const [app, sandbox] = [await freePort(), await freePort()];
  const dataDir = mkdtempSync(join(tmpdir(), 'studio-replica-'));
  const url = `http://localhost:${app}`;
  let child: ChildProcess | null = null;
  let given: Record<string, string> = {};
  let said = '';

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
    said: () => said,
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
      said = '';
      const started = spawn(process.execPath, [entry], { env, stdio: ['ignore', 'pipe', 'pipe'] });
      child = started;
      for (const stream of [started.stdout, started.stderr])
        stream.on('data', (chunk: Buffer) => {
          said += chunk.toString();
        });
      const deadline = Date.now() + readyWithinMs;
      while (!(await isReady(url))) {
        if (started.exitCode !== null || started.signalCode !== null || Date.now() > deadline)
          throw new Error(`A replica did not become ready:\n${said}`);
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
