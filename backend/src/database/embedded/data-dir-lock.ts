import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Holder {
  pid: number;
  since: string;
  /** Distinguishes two processes with the same pid; null if the system does not provide it. */
  processStart: string | null;
  nonce: string;
}

/** Another process uses this folder. The message is the one line that the operator sees. */
export class DataDirInUse extends Error {
  constructor(dataDir: string, { pid, since }: Pick<Holder, 'pid' | 'since'>) {
    super(
      `DATA_DIR: ${dataDir} is in use by process ${pid} since ${since}. Stop it, or set another DATA_DIR.`,
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
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, 'studio.lock');
  const mine: Holder = {
    pid: process.pid,
    since: new Date().toISOString(),
    processStart: processStart(process.pid),
    nonce: randomUUID(),
  };
  const draft = `${path}.${mine.nonce}`;
  writeFileSync(draft, JSON.stringify(mine), { mode: 0o600 });
  try {
    while (!linkIfAbsent(draft, path)) removeIfStale(dataDir, path);
  } finally {
    rmSync(draft, { force: true });
  }
  return () => {
    if (readHolder(path)?.nonce === mine.nonce) rmSync(path, { force: true });
  };
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
  if (seen && isAlive(seen)) throw new DataDirInUse(dataDir, seen);
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

function readHolder(path: string): Holder | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder;
  } catch {
    // Missing, or incomplete after a crash of the machine: no process holds it.
    return null;
  }
}

function isAlive({ pid, processStart: started }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  const now = processStart(pid);
  return started === null || now === null || started === now;
}

/** Boot id and start time of a process, to recognise a reused pid. Null outside of Linux. */
function processStart(pid: number): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain spaces; the start time is field 22, the 20th after the name (proc(5)).
    return `${boot}/${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`;
  } catch {
    return null;
  }
}
