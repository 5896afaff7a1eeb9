import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../backend/test/support/free-port.ts';
import { findProgram, installMissing } from './installed.ts';
import type { Certificate } from './network/certificate.ts';

const program = 'redis-server';
const readyWithinMs = 10_000;
/** Each test of a run uses another database. */
const databases = 4_096;

/** A Redis server on which each test uses its own database. */
interface GivenRedis {
  /** The value of REDIS_URL. */
  url: string;
  /** Stops the server and deletes its data; does nothing to a given server. */
  stop(): Promise<void>;
}

/** A Redis server that the tests start, on loopback, in a folder of its own. */
export interface RedisServer extends GivenRedis {
  /** Sends SIGSTOP: it accepts connections but never answers, until `resume`. */
  freeze(): void;
  resume(): void;
  /** Sends SIGKILL. Stored data remains. */
  kill(): Promise<void>;
  /** Starts it again after `kill`, with its stored data. */
  restart(): Promise<void>;
}

/** Installs Redis unless TEST_REDIS_URL names a server. @returns why that failed, or undefined */
export function provisionRedis(): string | undefined {
  return process.env['TEST_REDIS_URL'] ? undefined : provisionOwnRedis();
}

/** The server that TEST_REDIS_URL names, else a new empty one. */
export async function startRedis(): Promise<GivenRedis> {
  const url = process.env['TEST_REDIS_URL'];
  return url ? { url, stop: async () => undefined } : startOwnRedis();
}

/** Installs Redis if it is missing. @returns why that failed, or undefined */
export function provisionOwnRedis(): string | undefined {
  return installMissing(() => (findProgram([program]) ? undefined : program), program);
}

/**
 * Starts an empty server with an append-only file, as in production. `stop` removes it. With `tls` its address
 * uses TLS.
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
    await untilResponding(port, started);
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

async function untilResponding(port: number, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + readyWithinMs;
  while (Date.now() < deadline && server.exitCode === null) {
    if ((await responseToPing(port)).startsWith('+PONG')) return;
    await pause(20);
  }
  server.kill('SIGKILL');
  throw new Error('Redis did not start.');
}

/** The response to a PING: `+PONG`, an error while Redis loads its data, or empty if there is no server. */
export function responseToPing(port: number): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = createConnection({ port, host: '127.0.0.1' }, () => socket.write('PING\r\n'));
  socket.once('data', (response) => resolve(response.toString())).once('error', () => resolve(''));
  return promise.finally(() => socket.destroy());
}
