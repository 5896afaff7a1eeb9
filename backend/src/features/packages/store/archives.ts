import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { create, Parser, type ReadEntry } from 'tar';
import type { FolderSize } from './folder-size.js';
import { isSourceMap, limitsWithMaps } from './source-maps.js';

/** Limits of an archive's content. */
export interface ArchiveLimits {
  /** The same number of folders is allowed. */
  files: number;
  /** Total size of the unpacked files. */
  bytes: number;
}

/** An archive is refused. The message gives the reason and is shown to the user who imports the package. */
export class ArchiveRefusal extends Error {
  readonly code: 'too_large' | 'refused';

  constructor(code: ArchiveRefusal['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** Bytes for headers and padding of each entry. */
const bytesBesideFile = 2_048;
const maxPathLength = 1_000;
/** Chunk size of the decompressed archive. */
const chunkBytes = 1_048_576;
const damaged = 'its archive is damaged';
/** Error codes for a path below a file, or a name that is too long. */
const pathErrors = ['EEXIST', 'EISDIR', 'ENAMETOOLONG', 'ENOTDIR'];
const fileTypes = ['File', 'OldFile', 'ContiguousFile'];

/** The plain files below a folder, without source maps and installed packages, and their total size in bytes. */
export async function filesBelow(folder: string): Promise<{ files: string[]; bytes: number }> {
  const files = await pathsBelow(folder);
  const sizes = await Promise.all(files.map(async (file) => (await stat(path.join(folder, file))).size));
  return { files, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

/** Like `filesBelow`, without the size, which would need a `stat` per file. */
export async function pathsBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .filter((file) => !file.startsWith('node_modules/') && !isSourceMap(file));
}

/** Packs files of a folder into a compressed archive, below a top folder named `prefix`. */
export function pack(folder: string, files: readonly string[], prefix: string): Readable {
  const options = { cwd: folder, prefix, gzip: { level: 4 }, portable: true, noDirRecurse: true };
  // Starts when it is read, and always has an error listener: without one, a missing file would end the process.
  async function* packed(): AsyncGenerator<Buffer> {
    const archive = create(options, [...files]);
    archive.on('error', () => undefined);
    yield* archive as AsyncIterable<Buffer>;
  }
  return Readable.from(packed());
}

/**
 * Unpacks an archive into a new folder, without the first folder of its paths and without source maps. Accepts only
 * plain files with plain paths: links, devices, paths that lead elsewhere, and exceeded limits refuse the archive at
 * once.
 * @throws ArchiveRefusal, and errors of the source; the folder may contain files by then.
 */
export async function unpack(source: Readable, folder: string, limits: ArchiveLimits): Promise<FolderSize> {
  await mkdir(folder, { recursive: true });
  const found = { files: 0, bytes: 0 };
  const all = { files: 0, bytes: 0 };
  const folders = new Set<string>();
  const allLimits = limitsWithMaps(limits);
  let problem: ArchiveRefusal | null = null;
  /** Files that are parsed completely. Of two files with the same path, the last one stays. */
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
    addFoldersOf(file, folders);
    if (folders.size > limits.files)
      problem = new ArchiveRefusal('too_large', `it has more than ${limits.files} folders`);
    entry.on('end', () =>
      whole.set(file, isManifest(file) ? [withoutMark(Buffer.concat(content))] : content),
    );
  });
  const fail = () => {
    problem ??= refused(damaged);
  };
  parser.on('error', fail);
  parser.on('warn', (code: string) => code === 'TAR_BAD_ARCHIVE' && fail());
  // Anything after the end of the archive is not read.
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
      if (bytes > most) throw tooLarge(allLimits);
      const chunk: Buffer = start ? Buffer.concat([start, piece]) : piece;
      if (start) {
        start = chunk.length < maxSignatureLength ? chunk : null;
        if (start) continue;
        if (isCompressed(chunk)) throw refused(damaged);
      }
      parser.write(chunk);
      if (problem !== null) throw problem;
      const files = whole;
      whole = new Map();
      await writer(files);
      if (isOver) break;
    }
    parser.end();
    if (problem !== null) throw problem;
    await writer(whole);
    if (found.files === 0) throw refused('its archive has no files');
    return { bytes: found.bytes, entries: found.files + folders.size };
  } catch (error) {
    const { code = '' } = error as { code?: string };
    if (code.startsWith('Z_')) throw refused('its archive is damaged or was cut short');
    throw pathErrors.includes(code) ? refused(damaged) : error;
  } finally {
    source.destroy();
  }
}

/** Adds the folders that lead to a file. */
function addFoldersOf(file: string, folders: Set<string>): void {
  let folder = path.posix.dirname(file);
  for (; folder !== '.' && !folders.has(folder); folder = path.posix.dirname(folder)) folders.add(folder);
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
const maxSignatureLength = 4;

/**
 * Whether the archive is compressed twice. The parser would decompress it without a limit: 80 bytes can become 32 GB.
 */
function isCompressed(start: Buffer): boolean {
  return Object.values(signatures).some((signature) =>
    signature.every((byte, index) => start[index] === byte),
  );
}

/** Returns a function that writes files below a folder, all of a call in parallel. */
function fileWriter(folder: string): (files: ReadonlyMap<string, readonly Buffer[]>) => Promise<void> {
  const folders = new Map<string, Promise<unknown>>();
  return async (files) => {
    await Promise.all(
      [...files].map(async ([file, content]) => {
        const place = path.join(folder, file);
        const around = path.dirname(place);
        if (!folders.has(around)) folders.set(around, mkdir(around, { recursive: true }));
        await folders.get(around);
        // Not executable: unpacked files are never run.
        await writeFile(place, content, { mode: 0o644 });
      }),
    );
  };
}

function problemOf(file: string, type: string): ArchiveRefusal | null {
  if (type === 'Directory') return null;
  if (!fileTypes.includes(type))
    return refused(`its archive has something other than files (${type}): ${file.slice(0, 100)}`);
  const isPlain =
    file.length <= maxPathLength &&
    !/^[a-z]:|[\\\p{Cc}]/iu.test(file) &&
    file.split('/').every((part) => part !== '' && part !== '..' && part !== '.');
  return isPlain ? null : refused(`its archive has a file that lies elsewhere: ${file.slice(0, 100)}`);
}

function exceeded(found: ArchiveLimits, size: number, limits: ArchiveLimits): ArchiveRefusal | null {
  found.files += 1;
  found.bytes += size;
  if (found.files > limits.files)
    return new ArchiveRefusal('too_large', `it has more than ${limits.files} files`);
  return found.bytes > limits.bytes ? tooLarge(limits) : null;
}

function tooLarge({ bytes }: ArchiveLimits): ArchiveRefusal {
  return new ArchiveRefusal('too_large', `it has more than ${Math.floor(bytes / 1_000_000)} MB`);
}

function refused(message: string): ArchiveRefusal {
  return new ArchiveRefusal('refused', message);
}
