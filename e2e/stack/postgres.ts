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
import { findProgram, installPackages } from './installed.ts';
import type { Certificate } from './network/certificate.ts';

/** A PostgreSQL server on which tests create databases. */
interface GivenPostgres {
  /** For DATABASE_URL. */
  url: string;
  /** Ends it, if it is our own, and throws its data away. */
  stop(): void;
}

/** A PostgreSQL server of our own, on loopback, in a folder of its own. */
export interface PostgresServer extends GivenPostgres {
  /** Runs statements, past every studio on it. */
  run(sql: string): void;
  /** SIGSTOP to all of its processes: it takes connections and never answers. `resume` wakes them. */
  freeze(): void;
  resume(): void;
  /** SIGKILL to all of its processes at once. */
  kill(): void;
  /** Starts it again, after `kill`, with what it had committed. */
  restart(): Promise<void>;
}

/** Sees to it that there is a server to test on. Says why not, or undefined. */
export function provisionPostgres(): string | undefined {
  return process.env['TEST_DATABASE_URL'] ? undefined : provisionOwnPostgres();
}

/** The server of TEST_DATABASE_URL, else an empty one of our own. */
export async function startPostgres(): Promise<GivenPostgres> {
  const url = process.env['TEST_DATABASE_URL'];
  return url ? { url, stop: () => undefined } : startOwnPostgres();
}

/** Sees to it that PostgreSQL is installed. Says why not, or undefined. */
export function provisionOwnPostgres(): string | undefined {
  if (postgresPrograms()) return undefined;
  const refusal = installPackages('postgresql');
  return postgresPrograms() ? undefined : (refusal ?? 'the installed PostgreSQL cannot be found');
}

/**
 * Starts an empty server; it is gone after `stop`. A test need not survive a power cut: only a `durable` one waits for
 * the disk. With a certificate it also speaks TLS.
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
      // While the server stands still it starts no process that would outlive it.
      signal('SIGSTOP');
      signal('SIGKILL');
    },
    async restart() {
      // Nobody may have buried the killed one yet, and a new server takes it for alive.
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

/** Under the names where it looks for them. */
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

/** The process that the data folder names, also after it was killed. */
function serverOf(data: string): number {
  return Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
}

/** The server's own process and then its children; none where it was killed. */
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
    // A child may end by itself at any moment.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Where the server's programs are. */
export function postgresPrograms(): { initdb: string; pgCtl: string; psql: string } | undefined {
  const initdb = findProgram(['initdb', ...debianPaths('initdb')]);
  const pgCtl = findProgram(['pg_ctl', ...debianPaths('pg_ctl')]);
  const psql = findProgram(['psql', ...debianPaths('psql')]);
  return initdb && pgCtl && psql ? { initdb, pgCtl, psql } : undefined;
}

/** Debian keeps the server's programs off PATH, in a folder for each version; the newest comes first. */
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

/** PostgreSQL refuses to run as root, so as root it runs as the account that its package made, else as nobody. */
export function unprivilegedAccount(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  return accountIds('postgres') ?? accountIds('nobody');
}

function accountIds(name: string): { uid: number; gid: number } | undefined {
  const entry = spawnSync('getent', ['passwd', name], { encoding: 'utf8' }).stdout.split(':');
  return entry[2] && entry[3] ? { uid: Number(entry[2]), gid: Number(entry[3]) } : undefined;
}
