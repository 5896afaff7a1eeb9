import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** What is in a folder. */
export interface FolderSize {
  /** Total size of its files. */
  bytes: number;
  /** How many files and folders. */
  entries: number;
}

/** Even an empty file or folder takes an inode and, once something is in it, a block of a disk. */
export const blockBytes = 4_096;

/** The most that files and folders take on disk, in bytes: the last block of each is used in part. */
export function bytesOnDisk({ bytes, entries }: FolderSize): number {
  return bytes + entries * blockBytes;
}

/** The size of everything below a folder. */
export async function sizeOfFolder(folder: string): Promise<FolderSize> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async ({ parentPath, name }) => (await stat(path.join(parentPath, name))).size),
  );
  return { bytes: sizes.reduce((sum, size) => sum + size, 0), entries: entries.length };
}
