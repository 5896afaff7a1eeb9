import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { create, Parser, type ReadEntry } from 'tar';
import { isSourceMap, limitsWithMaps } from './source-maps.js';

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
/** Of an unpacked archive, which is read and written piece by piece. */
const chunkBytes = 1_048_576;
const damaged = 'its archive is damaged';
/** What a file system says to a path below a file, or to a name that is too long. */
const pathErrors = ['EEXIST', 'EISDIR', 'ENAMETOOLONG', 'ENOTDIR'];
const fileTypes = ['File', 'OldFile', 'ContiguousFile'];

/** The plain files below a folder, without source maps and packages that lie in it, and how many bytes they have. */
export async function filesBelow(folder: string): Promise<{ files: string[]; bytes: number }> {
  const files = await pathsBelow(folder);
  const sizes = await Promise.all(files.map(async (file) => (await stat(path.join(folder, file))).size));
  return { files, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

/** The same without their bytes, which take a look at each. */
export async function pathsBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .filter((file) => !file.startsWith('node_modules/') && !isSourceMap(file));
}

/** Files of a folder as a compressed archive, all below a first folder of this name. */
export function pack(folder: string, files: readonly string[], prefix: string): Readable {
  const options = { cwd: folder, prefix, gzip: { level: 4 }, portable: true, noDirRecurse: true };
  // Begun when it is read, and heard to its end: a file that is gone would end the process while nobody listens.
  async function* packed(): AsyncGenerator<Buffer> {
    const archive = create(options, [...files]);
    archive.on('error', () => undefined);
    yield* archive as AsyncIterable<Buffer>;
  }
  return Readable.from(packed());
}

/**
 * Unpacks an archive into a new folder, without the first folder of its paths and without source maps. Only plain files with plain paths: links,
 * devices and paths that lead elsewhere refuse the whole archive, as does what exceeds the limits, at once.
 * @returns the bytes of its files
 * @throws ArchiveRefused, and whatever the source throws; the folder may have files by then.
 */
export async function unpack(source: Readable, folder: string, limits: ArchiveLimits): Promise<number> {
  await mkdir(folder, { recursive: true });
  const found = { files: 0, bytes: 0 };
  const all = { files: 0, bytes: 0 };
  const allLimits = limitsWithMaps(limits);
  let problem: string | null = null;
  /** What the parser has come to the end of; of two files with one path the last stays. */
  let whole = new Map<string, Buffer[]>();
  const parser = new Parser();
  parser.on('entry', (entry: ReadEntry) => {
    const isLeftOut = isSourceMap(entry.path);
    problem ??= problemOf(entry.path, entry.type);
    if (!isLeftOut) problem ??= exceeded(found, entry.size, limits);
    problem ??= exceeded(all, entry.size, allLimits);
    const [, ...below] = entry.path.split('/');
    if (problem !== null || isLeftOut || entry.type === 'Directory' || below.length === 0) {
      entry.resume();
      return;
    }
    const content: Buffer[] = [];
    entry.on('data', (chunk: Buffer) => content.push(chunk));
    const file = below.join('/');
    entry.on('end', () =>
      whole.set(file, isManifest(file) ? [withoutMark(Buffer.concat(content))] : content),
    );
  });
  const fail = () => {
    problem ??= damaged;
  };
  parser.on('error', fail);
  parser.on('warn', (code: string) => code === 'TAR_BAD_ARCHIVE' && fail());
  // What follows is not read: nothing would take it.
  let isOver = false;
  parser.on('eof', () => {
    isOver = true;
  });
  const writer = fileWriter(folder);
  const most = allLimits.bytes + allLimits.files * bytesBesideFile;
  let bytes = 0;
  let start: Buffer | null = Buffer.alloc(0);
  const gunzip = createGunzip({ chunkSize: chunkBytes });
  source.on('error', (error) => gunzip.destroy(error));
  try {
    for await (const piece of source.pipe(gunzip) as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > most) throw new ArchiveRefused(tooLarge(allLimits));
      const chunk: Buffer = start ? Buffer.concat([start, piece]) : piece;
      if (start) {
        start = chunk.length < longestSignature ? chunk : null;
        if (start) continue;
        if (isCompressed(chunk)) throw new ArchiveRefused(damaged);
      }
      parser.write(chunk);
      if (problem !== null) throw new ArchiveRefused(problem);
      const files = whole;
      whole = new Map();
      await writer(files);
      if (isOver) break;
    }
    parser.end();
    if (problem !== null) throw new ArchiveRefused(problem);
    await writer(whole);
    if (found.files === 0) throw new ArchiveRefused('its archive has no files');
    return found.bytes;
  } catch (error) {
    const { code = '' } = error as { code?: string };
    if (code.startsWith('Z_')) throw new ArchiveRefused('its archive is damaged or was cut short');
    throw pathErrors.includes(code) ? new ArchiveRefused(damaged) : error;
  } finally {
    source.destroy();
  }
}

function isManifest(file: string): boolean {
  return path.posix.basename(file) === 'package.json';
}

/** npm takes a manifest that begins with a byte order mark, with which it is no JSON to anybody else. */
function withoutMark(content: Buffer): Buffer {
  return content.subarray(0, 3).equals(byteOrderMark) ? content.subarray(3) : content;
}

const byteOrderMark = Buffer.from('\uFEFF');

const signatures = { gzip: [0x1f, 0x8b], zstd: [0x28, 0xb5, 0x2f, 0xfd] };
const longestSignature = 4;

/** What is compressed twice is no archive. The parser would unpack it at once, whatever it comes to: 80 bytes can be 32 GB. */
function isCompressed(start: Buffer): boolean {
  return Object.values(signatures).some((signature) =>
    signature.every((byte, index) => start[index] === byte),
  );
}

/** Writes files below a folder, all that it is given at the same time. */
function fileWriter(folder: string): (files: ReadonlyMap<string, readonly Buffer[]>) => Promise<void> {
  const folders = new Map<string, Promise<unknown>>();
  return async (files) => {
    await Promise.all(
      [...files].map(async ([file, content]) => {
        const place = path.join(folder, file);
        const around = path.dirname(place);
        if (!folders.has(around)) folders.set(around, mkdir(around, { recursive: true }));
        await folders.get(around);
        // Nothing that is unpacked is ever run.
        await writeFile(place, content, { mode: 0o644 });
      }),
    );
  };
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
