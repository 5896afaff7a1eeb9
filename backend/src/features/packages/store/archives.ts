import { mkdir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { create, extract } from 'tar';

/** How much an archive may contain. */
export interface ArchiveLimits {
  files: number;
  /** Of all files, unpacked. */
  bytes: number;
}

/** An archive that is not unpacked. The message says why, for whoever imports the package. */
export class ArchiveRefused extends Error {}

/** Headers and padding of each entry. */
const bytesBesideFile = 2_048;
const longestPath = 1_000;
const fileTypes = ['File', 'OldFile', 'ContiguousFile'];

/** The plain files below a folder, without packages that lie in it, and how many bytes they have. */
export async function filesBelow(folder: string): Promise<{ files: string[]; bytes: number }> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .filter((file) => !file.startsWith('node_modules/'));
  const sizes = await Promise.all(files.map(async (file) => (await stat(path.join(folder, file))).size));
  return { files, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

/** Files of a folder as a compressed archive, all below a first folder of this name. */
export function pack(folder: string, files: readonly string[], prefix: string): Readable {
  const options = { cwd: folder, prefix, gzip: { level: 4 }, portable: true, noDirRecurse: true };
  return Readable.from(create(options, [...files]) as AsyncIterable<Buffer>);
}

/**
 * Unpacks an archive into a new folder, without the first folder of its paths. Only plain files with plain paths: links,
 * devices and paths that lead elsewhere refuse the whole archive, as does what exceeds the limits, at once.
 * @throws ArchiveRefused, and whatever the source throws; the folder may have files by then.
 */
export async function unpack(source: Readable, folder: string, limits: ArchiveLimits): Promise<void> {
  await mkdir(folder, { recursive: true });
  const found = { files: 0, bytes: 0 };
  let refusal: string | null = null;
  const unpacking = extract({
    cwd: folder,
    strip: 1,
    filter: (file, entry) => {
      if (!('type' in entry) || refusal !== null) return false;
      refusal = problemOf(file, entry.type) ?? exceeded(found, entry.size, limits);
      // Nothing that is unpacked is ever run.
      entry.mode = 0o644;
      return refusal === null && entry.type !== 'Directory';
    },
  });
  let failure: unknown = null;
  unpacking.on('error', (error: unknown) => {
    failure ??= error;
  });
  // What follows is not read: nothing would take it.
  let isOver = false;
  unpacking.on('eof', () => {
    isOver = true;
  });
  const closed = new Promise((resolve) => unpacking.on('close', resolve).on('error', resolve));
  const throwIfFailed = () => {
    if (refusal !== null) throw new ArchiveRefused(refusal);
    if (failure !== null) throw new ArchiveRefused('its archive is damaged');
  };
  const most = limits.bytes + limits.files * bytesBesideFile;
  let bytes = 0;
  const gunzip = createGunzip();
  source.on('error', (error) => gunzip.destroy(error));
  try {
    for await (const chunk of source.pipe(gunzip) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > most) throw new ArchiveRefused(tooLarge(limits));
      if (!unpacking.write(chunk) && !isOver) await drained(unpacking);
      throwIfFailed();
      if (isOver) break;
    }
    unpacking.end();
    await closed;
    throwIfFailed();
    if (found.files === 0) throw new ArchiveRefused('its archive has no files');
  } catch (error) {
    if (String((error as { code?: string }).code).startsWith('Z_'))
      throw new ArchiveRefused('its archive is damaged or was cut short');
    throw error;
  } finally {
    source.destroy();
  }
}

function problemOf(file: string, type: string): string | null {
  if (type === 'Directory') return null;
  if (!fileTypes.includes(type))
    return `its archive has something other than files (${type}): ${file.slice(0, 100)}`;
  const isPlain =
    file.length <= longestPath &&
    !/^[a-z]:|[\\\p{Cc}]/iu.test(file) &&
    file.split('/').every((part) => part !== '' && part !== '..' && part !== '.');
  return isPlain ? null : `its archive has a file that lies elsewhere: ${file.slice(0, 100)}`;
}

function exceeded(found: ArchiveLimits, size: number, limits: ArchiveLimits): string | null {
  found.files += 1;
  found.bytes += size;
  if (found.files > limits.files) return `it has more than ${limits.files} files`;
  return found.bytes > limits.bytes ? tooLarge(limits) : null;
}

function tooLarge({ bytes }: ArchiveLimits): string {
  return `it has more than ${Math.floor(bytes / 1_000_000)} MB`;
}

const signsOfDraining = ['drain', 'eof', 'error', 'close'] as const;
type Follow = (event: (typeof signsOfDraining)[number], listener: () => void) => unknown;

function drained(unpacking: { on: Follow; off: Follow }) {
  return new Promise<void>((resolve) => {
    const end = () => {
      for (const event of signsOfDraining) unpacking.off(event, end);
      resolve();
    };
    for (const event of signsOfDraining) unpacking.on(event, end);
  });
}
