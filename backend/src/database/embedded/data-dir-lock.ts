import { randomUUID } from 'node:crypto';
import {
  closeSync,
  futimes,
  linkSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { hostname, uptime } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from '../../common/make-folder.js';

/** How often a holder touches its lock, because process ids of other containers cannot be checked. */
const touchEveryMs = 5_000;
/** Another container's lock is stale if it has not been touched for this long. */
const staleAfterMs = 30_000;

interface Holder {
  pid: number;
  since: string;
  /** Distinguishes two processes with the same pid; null if the system does not provide it. */
  processStart: string | null;
  nonce: string;
  /** Where the pid counts, with `pidNamespace`; missing in locks of older versions, which no container shared. */
  host?: string;
  /** Null outside Linux. */
  pidNamespace?: string | null;
}

/** Another process uses this folder. The message is the one line that the operator sees. */
export class DataDirInUse extends Error {
  constructor(dataDir: string, holder: Holder) {
    const place = isNeighbour(holder) ? '' : ` on ${holder.host}`;
    const expiry = place && ` If it was killed, try again in ${staleAfterMs / 1_000} s.`;
    super(
      `DATA_DIR: ${dataDir} is in use by process ${holder.pid}${place} since ${holder.since}. Stop it, or set another DATA_DIR.${expiry}`,
    );
  }
}

/**
 * Locks the folder for this process, because PGlite has no lock of its own and a second process would lose rows. The
 * lock of a dead process is taken over.
 * @returns a function that unlocks the folder.
 * @throws DataDirInUse while a living process holds it.
 */
export function lockDataDir(dataDir: string): () => void {
  makeFolder(dataDir);
  const path = join(dataDir, 'studio.lock');
  const mine: Holder = {
    pid: process.pid,
    since: new Date().toISOString(),
    processStart: processStatus(process.pid)?.start ?? null,
    nonce: randomUUID(),
    host: hostname(),
    pidNamespace: pidNamespace(),
  };
  const draft = `${path}.${mine.nonce}`;
  const file = openSync(draft, 'wx', 0o600);
  try {
    writeFileSync(file, JSON.stringify(mine));
    while (!linkIfAbsent(draft, path)) removeIfStale(dataDir, path);
  } catch (error) {
    closeSync(file);
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  // By its descriptor, so that no other lock is touched. Errors are ignored: the database reports a failing disk.
  const touch = () => futimes(file, new Date(), new Date(), () => undefined);
  const heartbeat = setInterval(touch, touchEveryMs).unref();
  return () => {
    clearInterval(heartbeat);
    closeSync(file);
    if (isMine(path, mine)) rmSync(path, { force: true });
  };
}

/** False where it cannot be read: an error here would hide the one that ends the process. */
function isMine(path: string, { nonce }: Holder): boolean {
  try {
    return readHolder(path)?.nonce === nonce;
  } catch {
    return false;
  }
}

/** A link is created atomically, with its content, unlike a file. */
function linkIfAbsent(draft: string, path: string): boolean {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function removeIfStale(dataDir: string, path: string): void {
  const seen = readHolder(path);
  if (seen && (isNeighbour(seen) ? isAlive(seen, path) : isFresh(path)))
    throw new DataDirInUse(dataDir, seen);
  // Moved away before it is removed: if two processes see the same stale lock, only one of them can move it.
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const moved = readHolder(aside);
  if (moved && moved.nonce !== seen?.nonce) linkIfAbsent(aside, path);
  rmSync(aside, { force: true });
}

/** Null where it is missing, or incomplete after a crash of the machine: no process holds it. */
function readHolder(path: string): Holder | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    // Such as a lock of another user, who may be at work.
    throw error;
  }
}

/** Whether its pid is one of those that this process sees. */
function isNeighbour({ host, pidNamespace: space }: Holder): boolean {
  return host === undefined || (host === hostname() && space === pidNamespace());
}

function isFresh(path: string): boolean {
  const touched = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  // A time far ahead is of a clock that was set back since.
  return Math.abs(Date.now() - touched) < staleAfterMs;
}

/** Processes of two containers may have the same pid. Null outside Linux. */
function pidNamespace(): string | null {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return null;
  }
}

function isAlive({ pid, processStart: started, since }: Holder, path: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: another user's process has this pid, which may be the holder or a later one.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const now = processStatus(pid);
  // A killed process whose parent has not read its exit code yet still has its pid and its start time.
  if (now?.state === 'Z') return false;
  if (started !== null && now !== null) return started === now.start;
  const bootedAt = Date.now() - uptime() * 1_000;
  // No process is older than the machine's boot, unless the clock was set; a holder touches its lock.
  return isFresh(path) || !(Date.parse(since) < bootedAt);
}

/** A process's state and, to recognise a reused pid, its boot id and start time. Null outside of Linux. */
function processStatus(pid: number): { state: string | undefined; start: string } | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain spaces; the state is field 3, the start time field 22 (proc(5)).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0], start: `${boot}/${fields[19]}` };
  } catch {
    return null;
  }
}
