import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import path from 'node:path';

/** A file system in memory, on Linux. */
const memory = '/dev/shm';
/** Where there is less, in bytes, they stay on the disk. */
const room = 8 * 2 ** 30;
const own = /^studio-tests-(\d+)-/;

/**
 * Has this process, and all that it starts, put temporary files into memory where there is room for them: creating the
 * thousands of files of test databases and studios takes a disk a tenth of a run. They go with the process, or, where it
 * was killed, with the next run.
 */
export function keepTemporaryFilesInMemory(): void {
  if (!hasRoom()) return;
  for (const name of readdirSync(memory)) {
    const pid = own.exec(name)?.[1];
    if (pid && !isRunning(Number(pid))) remove(path.join(memory, name));
  }
  const folder = mkdtempSync(path.join(memory, `studio-tests-${process.pid}-`));
  // PostgreSQL runs as another user.
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
    // It is somebody else's.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
