import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import path from 'node:path';

/** Linux' file system in memory. */
const memory = '/dev/shm';
/** With less free memory than this, in bytes, files stay on the disk. */
const room = 8 * 2 ** 30;
const own = /^studio-tests-(\d+)-/;

/**
 * Puts temporary files of this process and its children into memory if there is enough of it: creating the thousands
 * of files of test databases and studios on a disk takes a tenth of a run. They are deleted when the process ends or,
 * if it was killed, by the next run.
 */
export function keepTemporaryFilesInMemory(): void {
  if (!hasRoom()) return;
  for (const name of readdirSync(memory)) {
    const pid = own.exec(name)?.[1];
    if (pid && !isRunning(Number(pid))) remove(path.join(memory, name));
  }
  const folder = mkdtempSync(path.join(memory, `studio-tests-${process.pid}-`));
  // Writable for others, because PostgreSQL runs as another user.
  chmodSync(folder, 0o1777);
  process.env['TMPDIR'] = folder;
  process.once('exit', () => remove(folder));
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= room && freemem() >= room;
  } catch {
    return false;
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process exists but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
