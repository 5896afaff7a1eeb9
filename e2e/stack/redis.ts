import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../backend/test/support/free-port.ts';
import { findProgram, installPackages } from './installed.ts';
import type { Certificate } from './network/certificate.ts';

const program = 'redis-server';
const readyWithinMs = 10_000;
/** One for each studio of a test run. */
const databases = 4_096;

/** A Redis server on which each test takes a database of its own. */
interface GivenRedis {
  /** For REDIS_URL. */
  url: string;
  /** Ends it, if it is our own, and throws its data away. */
  stop(): Promise<void>;
}

/** A Redis server of our own, on loopback, in a folder of its own. */
export interface RedisServer extends GivenRedis {
  /** SIGSTOP: it takes connections and never answers. `resume` wakes it. */
  freeze(): void;
  resume(): void;
  /** SIGKILL; what it stored stays. */
  kill(): Promise<void>;
  /** Starts it again, after `kill`, with what it had stored. */
  restart(): Promise<void>;
}

/** Sees to it that there is a server to test on. Says why not, or undefined. */
export function provisionRedis(): string | undefined {
  return process.env['TEST_REDIS_URL'] ? undefined : provisionOwnRedis();
}

/** The server of TEST_REDIS_URL, else an empty one of our own. */
export async function startRedis(): Promise<GivenRedis> {
  const url = process.env['TEST_REDIS_URL'];
  return url ? { url, stop: async () => undefined } : startOwnRedis();
}

/** Sees to it that Redis is installed. Says why not, or undefined. */
export function provisionOwnRedis(): string | undefined {
  if (findProgram([program])) return undefined;
  const refusal = installPackages(program);
  return findProgram([program]) ? undefined : (refusal ?? 'the installed Redis cannot be found');
}

/**
 * Starts an empty server, which keeps what it is told as one in production does; it is gone after `stop`. With a
 * certificate it is to be reached over TLS.
 */
export async function startOwnRedis({ tls }: { tls?: Certificate } = {}): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'studio-redis-'));
  const port = await freePort();
  const settings = {
    port,
    bind: '127.0.0.1',
    dir: folder,
    save: '',
    appendonly: 'yes',
    databases,
    maxmemory: '512mb',
  };
  const tlsPort = tls && (await freePort());
  const secure = tls && {
    'tls-port': tlsPort,
    'tls-cert-file': tls.certificate,
    'tls-key-file': tls.key,
    'tls-auth-clients': 'no',
  };
  const flags = Object.entries({ ...settings, ...secure }).flatMap(([name, value]) => [
    `--${name}`,
    String(value),
  ]);
  const start = async () => {
    const started = spawn(program, flags, { cwd: folder, stdio: 'ignore' });
    await untilAnswering(port, started);
    return started;
  };
  const end = async (server: ChildProcess) => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const exited = once(server, 'exit');
    server.kill('SIGKILL');
    await exited;
  };
  let server = await start();
  return {
    url: tlsPort ? `rediss://127.0.0.1:${tlsPort}` : `redis://127.0.0.1:${port}`,
    freeze: () => void server.kill('SIGSTOP'),
    resume: () => void server.kill('SIGCONT'),
    kill: () => end(server),
    async restart() {
      server = await start();
    },
    async stop() {
      await end(server);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilAnswering(port: number, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + readyWithinMs;
  while (Date.now() < deadline && server.exitCode === null) {
    if ((await answerToPing(port)).startsWith('+PONG')) return;
    await pause(20);
  }
  server.kill('SIGKILL');
  throw new Error('Redis did not start.');
}

/** What it says to a PING: another word while it still reads what it had stored, and nothing while it is not there. */
export function answerToPing(port: number): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = createConnection({ port, host: '127.0.0.1' }, () => socket.write('PING\r\n'));
  socket.once('data', (answer) => resolve(answer.toString())).once('error', () => resolve(''));
  return promise.finally(() => socket.destroy());
}
