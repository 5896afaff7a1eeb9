import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder, which only this user may enter, and those around it, which others may. Node's own `recursive` never
 * returns where a file system has no such folder and takes none, as /proc. @throws the error of the system
 */
export function makeFolder(path: string, mode = 0o700): void {
  if (isFolder(path)) return;
  if (dirname(path) !== path) makeFolder(dirname(path), 0o777);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another process was first.
    if (!isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
