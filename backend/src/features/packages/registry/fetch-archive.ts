import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import pacote from 'pacote';
import semver from 'semver';
import { nullIfMissing } from '../../../common/errors/missing-file.js';
import { packageLimits } from '../building/package-entries.js';
import { readPackageManifest } from '../catalog/package-source.js';
import { ArchiveRefusal, pathsBelow, unpack } from '../store/archives.js';
import type { FolderSize } from '../store/folder-size.js';
import type { Registry } from './registry-access.js';
import { type RegistryJob, RegistryRefusal, registryLimits } from './registry-jobs.js';

type FetchJob = Extract<RegistryJob, { kind: 'fetch' }>;

/**
 * Fetches a version, unpacks its files into a folder, and keeps the archive unchanged. Unpacks only after the whole
 * archive has arrived with the hash that the registry names. Nothing of it is ever run.
 * @returns the size of what was unpacked
 * @throws RegistryRefusal with a reason that names the package; the folder may contain files by then
 */
export async function fetchArchive(registry: Registry, job: FetchJob): Promise<FolderSize> {
  const { name, version, archive, folder } = job;
  const signal = AbortSignal.timeout(registryLimits.responseMs);
  const { integrity, address } = archive;
  const bytes = await pacote.tarball.stream(`${name}@${address}`, (chunks) => readAll(chunks, job), {
    ...registry.options,
    integrity,
    signal,
    replaceRegistryHost: 'never',
  });
  let unpacked: FolderSize;
  try {
    unpacked = await unpack(Readable.from([bytes]), folder, packageLimits);
  } catch (error) {
    if (!(error instanceof ArchiveRefusal)) throw error;
    throw new RegistryRefusal(error.code, `${name} ${version} is not taken: ${error.message}`);
  }
  await checkFiles(job);
  // What is stored for all replicas must not have been cut off by a power cut.
  await writeFile(job.archivePath, bytes, { flush: true });
  return unpacked;
}

async function readAll(chunks: AsyncIterable<Buffer>, { name, version }: FetchJob): Promise<Buffer> {
  const all: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > registryLimits.archiveBytes)
      throw new RegistryRefusal(
        'too_large',
        `the archive of ${name} ${version} has more than ${Math.floor(registryLimits.archiveBytes / 1_000_000)} MB`,
      );
    all.push(chunk);
  }
  return Buffer.concat(all);
}

async function checkFiles({ name, version, folder }: FetchJob): Promise<void> {
  const manifestFile = path.join(folder, 'package.json');
  const found = await stat(manifestFile).catch(nullIfMissing);
  if ((found?.size ?? 0) > packageLimits.manifestBytes)
    throw new RegistryRefusal('too_large', `the package.json of ${name} ${version} has more than 1 MB`);
  const manifest = await readPackageManifest(folder);
  // npm publishes the version `v1.0.0` as 1.0.0.
  if (manifest?.name !== name || semver.clean(manifest.version) !== semver.clean(version))
    throw new RegistryRefusal('refused', `the archive of ${name} ${version} is not that of this package`);
  const files = await pathsBelow(folder);
  const native = files.find((file) => file === 'binding.gyp' || file.endsWith('.node'));
  const text = await readFile(manifestFile, 'utf8');
  // A package with a `browser` field works without its native code there.
  const isForBrowsers = 'browser' in (JSON.parse(text) as object);
  if ((native !== undefined || manifest.gypfile) && !isForBrowsers)
    throw new RegistryRefusal(
      'needs_node',
      `${name} ${version} contains native code (${native ?? 'gypfile'}), which a page cannot run`,
    );
}
