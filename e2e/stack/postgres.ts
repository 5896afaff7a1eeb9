import { execFileSync, spawnSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../backend/test/support/free-port.ts';
import { findProgram, installMissing } from './installed.ts';
import type { Certificate } from './network/certificate.ts';

/** A PostgreSQL server on which tests create databases. */
interface GivenPostgres {
  /** The value of DATABASE_URL. */
  url: string;
  /** Stops the server and deletes its data; does nothing to a given server. */
  stop(): void;
}

/** A PostgreSQL server that the tests start, on loopback, in a folder of its own. */
export interface PostgresServer extends GivenPostgres {
  /** Runs SQL statements directly on the server. */
  run(sql: string): void;
  /** Sends SIGSTOP to all its processes: it accepts connections but never answers, until `resume`. */
  freeze(): void;
  resume(): void;
  /** Sends SIGKILL to all its processes. */
  kill(): void;
  /** Starts it again after `kill`, with the committed data. */
  restart(): Promise<void>;
}

/** Installs PostgreSQL unless TEST_DATABASE_URL names a server. @returns why that failed, or undefined */
export function provisionPostgres(): string | undefined {
  return process.env['TEST_DATABASE_URL'] ? undefined : provisionOwnPostgres();
}

/** The server that TEST_DATABASE_URL names, else a new empty one. */
export async function startPostgres(): Promise<GivenPostgres> {
  const url = process.env['TEST_DATABASE_URL'];
  return url ? { url, stop: () => undefined } : startOwnPostgres();
}

/** Installs PostgreSQL if it is missing. @returns why that failed, or undefined */
export function provisionOwnPostgres(): string | undefined {
  return installMissing(() => (postgresPrograms() ? undefined : 'PostgreSQL'), 'postgresql');
}

/**
 * Starts an empty server, which `stop` removes. Only a `durable` one waits for the disk: tests need not survive a power
 * cut. With `tls` it also accepts TLS connections.
 */
export async function startOwnPostgres({
  durable = false,
  tls,
}: {
  durable?: boolean;
  tls?: Certificate;
} = {}): Promise<PostgresServer> {
  const found = postgresPrograms();
  if (!found) throw new Error('PostgreSQL is not installed');
  const folder = mkdtempSync(join(tmpdir(), 'studio-postgres-'));
  const data = join(folder, 'data');
  const port = await freePort();
  const identity = unprivilegedAccount();
  if (identity) chownSync(folder, identity.uid, identity.gid);
  const options = { ...identity, cwd: folder, stdio: 'ignore' } as const;
  execFileSync(found.initdb, ['-D', data, '-U', 'studio', '-A', 'trust', '-E', 'UTF8', '--no-sync'], options);
  if (tls) giveCertificate(data, tls, identity);
  const settings = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c max_connections=400 -c fsync=${durable ? 'on' : 'off'} -c ssl=${tls ? 'on' : 'off'}`;
  const start = () =>
    execFileSync(
      found.pgCtl,
      ['-D', data, '-w', '-l', join(folder, 'server.log'), '-o', settings, 'start'],
      options,
    );
  const signal = (name: NodeJS.Signals) => {
    for (const pid of processesOf(data)) signalProcess(pid, name);
  };
  start();
  const url = `postgresql://studio@127.0.0.1:${port}/postgres`;
  return {
    url,
    run: (sql) => {
      execFileSync(found.psql, ['-q', '-v', 'ON_ERROR_STOP=1', url], { input: sql });
    },
    freeze: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    kill() {
      // A stopped server cannot start a process that would survive the SIGKILLs.
      signal('SIGSTOP');
      signal('SIGKILL');
    },
    async restart() {
      // A killed process may remain as a zombie for a while, and a new server would take it for a running one.
      while (existsSync(`/proc/${serverOf(data)}`)) await pause(50);
      start();
    },
    stop() {
      signal('SIGCONT');
      spawnSync(found.pgCtl, ['-D', data, '-m', 'immediate', '-w', 'stop'], options);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Copies the files to the paths where PostgreSQL expects them. */
function giveCertificate(
  data: string,
  { certificate, key }: Certificate,
  owner: ReturnType<typeof unprivilegedAccount>,
): void {
  for (const [from, name] of [
    [certificate, 'server.crt'],
    [key, 'server.key'],
  ] as const) {
    const file = join(data, name);
    writeFileSync(file, readFileSync(from), { mode: 0o600 });
    if (owner) chownSync(file, owner.uid, owner.gid);
  }
}

/** The process id in `postmaster.pid`, which remains after a kill. */
function serverOf(data: string): number {
  return Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
}

/** The ids of the server's process and its children; empty after a kill. */
function processesOf(data: string): number[] {
  const server = serverOf(data);
  const children = `/proc/${server}/task/${server}/children`;
  if (!existsSync(children)) return [];
  return [server, ...readFileSync(children, 'utf8').split(' ').filter(Boolean).map(Number)];
}

function signalProcess(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // A child may have ended by itself meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** The paths of the server's programs; undefined if one is missing. */
export function postgresPrograms(): { initdb: string; pgCtl: string; psql: string } | undefined {
  const initdb = findProgram(['initdb', ...debianPaths('initdb')]);
  const pgCtl = findProgram(['pg_ctl', ...debianPaths('pg_ctl')]);
  const psql = findProgram(['psql', ...debianPaths('psql')]);
  return initdb && pgCtl && psql ? { initdb, pgCtl, psql } : undefined;
}

/** Debian keeps the server's programs in a folder per version, outside PATH. The newest version comes first. */
function debianPaths(name: string): string[] {
  const root = '/usr/lib/postgresql';
  try {
    return readdirSync(root)
      .toSorted((a, b) => Number(b) - Number(a))
      .map((version) => join(root, version, 'bin', name));
  } catch {
    return [];
  }
}

/** PostgreSQL refuses to run as root; then it runs as `postgres`, which its package creates, else as `nobody`. */
export function unprivilegedAccount(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  return accountIds('postgres') ?? accountIds('nobody');
}

function accountIds(name: string): { uid: number; gid: number } | undefined {
  const entry = spawnSync('getent', ['passwd', name], { encoding: 'utf8' }).stdout.split(':');
  return entry[2] && entry[3] ? { uid: Number(entry[2]), gid: Number(entry[3]) } : undefined;
}
