import { isExactVersion, isPackageName } from '@studio/contract/packages/package-names';
import pickManifest from 'npm-pick-manifest';
import * as z from 'zod/mini';
import { packageLimits } from '../building/package-entries.js';
import { parseDependency } from '../catalog/dependencies.js';
import { maxRangeLength } from '../catalog/package-source.js';
import { limitsWithMaps } from '../store/source-maps.js';
import { fetchJson, type Registry, sentElsewhere } from './registry-access.js';
import { type FoundVersion, RegistryRefusal, registryLimits } from './registry-jobs.js';
import { tooMany } from './registry-refusals.js';

const dayMs = 86_400_000;
/** In characters, of an address or a list of hashes. */
const maxAddressLength = 2_000;

const Packument = z.looseObject({
  name: z.string(),
  versions: z._default(z.record(z.string(), z.unknown()), {}),
  time: z._default(z.record(z.string(), z.unknown()), {}),
});
type Packument = z.infer<typeof Packument>;

const VersionManifest = z.object({
  name: z.string(),
  version: z.string(),
  dependencies: z._default(z.record(z.string(), z.string()), {}),
  optionalDependencies: z._default(z.record(z.string(), z.string()), {}),
  os: z.optional(z.unknown()),
  cpu: z.optional(z.unknown()),
  dist: z.object({
    tarball: z.string().check(z.maxLength(maxAddressLength)),
    integrity: z.optional(z.string().check(z.maxLength(maxAddressLength))),
    shasum: z.optional(z.string().check(z.regex(/^[0-9a-f]{40}$/))),
    unpackedSize: z.optional(z.number()),
    fileCount: z.optional(z.number()),
  }),
});
type VersionManifest = z.infer<typeof VersionManifest>;

/** The hosts of npm's own registry. Mirrors return its addresses unchanged. */
const npmHosts = ['registry.npmjs.org', 'registry.yarnpkg.com'];

/**
 * The version that npm would install, among those that are old enough.
 * @param range a version, a range or a tag; null: the newest
 * @param minAge in days
 * @throws RegistryRefusal with a reason that names the package
 */
export async function findVersion(
  registry: Registry,
  { name, range }: { name: string; range: string | null },
  minAge: number,
): Promise<FoundVersion> {
  // Another name, as of a types package that is too long, could be the path of anything on the registry's host.
  if (!isPackageName(name))
    throw new RegistryRefusal('unknown_package', `"${name.slice(0, 100)}" is not the name of a package`);
  const packument = Packument.safeParse(await fetchJson(registry, name.replace('/', '%2f')));
  if (!packument.success || packument.data.name !== name)
    throw new RegistryRefusal('registry_unavailable', `the registry’s answer for ${name} could not be read`);
  const manifest = chooseVersion(packument.data, range, minAge);
  const { version, os, cpu } = manifest;
  checkSize(manifest);
  const { needed, optional } = dependenciesOfRegistry(manifest);
  const { created } = packument.data.time;
  return {
    name,
    version,
    dependencies: Object.fromEntries(needed),
    optional: Object.fromEntries(optional),
    isForMachine: os !== undefined || cpu !== undefined,
    firstPublished: typeof created === 'string' ? Date.parse(created) : null,
    archive: { address: archiveAddress(registry, manifest), integrity: integrityOf(manifest) },
  };
}

/** Checks the size that the registry states. It includes source maps, so the limits are higher here. */
function checkSize({ name, version, dist }: VersionManifest): void {
  const { unpackedSize = 0, fileCount = 0 } = dist;
  const most = limitsWithMaps(packageLimits);
  if (unpackedSize > most.bytes)
    throw new RegistryRefusal(
      'too_large',
      `${name} ${version} has ${inMegabytes(unpackedSize)}; a package may have ${inMegabytes(packageLimits.bytes)} without source maps`,
    );
  if (fileCount > most.files)
    throw new RegistryRefusal(
      'too_large',
      `${name} ${version} has ${fileCount} files; a package may have ${packageLimits.files} without source maps`,
    );
}

function chooseVersion(packument: Packument, range: string | null, minAge: number): VersionManifest {
  const { name, time, versions } = packument;
  if (Object.keys(versions).length === 0) {
    const gone = time['unpublished'] !== undefined;
    throw new RegistryRefusal(
      'unknown_package',
      gone ? `${name} was unpublished` : `${name} has no versions`,
    );
  }
  const before = minAge === 0 ? null : new Date(Date.now() - minAge * dayMs);
  const picked = pick(packument, range, before);
  const newest = picked ?? pick(packument, range, null);
  const parsed = VersionManifest.safeParse(newest);
  if (newest === null) throw noSuchVersion(packument, range);
  if (!parsed.success || !isExactVersion(parsed.data.version) || parsed.data.name !== name)
    throw new RegistryRefusal('registry_unavailable', `the registry’s answer for ${name} could not be read`);
  const published = time[parsed.data.version];
  if (before !== null && typeof published !== 'string')
    throw new RegistryRefusal(
      'refused',
      `the registry does not say when ${name} ${parsed.data.version} was published, and this studio takes what is at least ${days(minAge)} old`,
    );
  if (picked === null)
    throw new RegistryRefusal(
      'refused',
      `${name} ${parsed.data.version} was published on ${String(published).slice(0, 10)}, and this studio takes what is at least ${days(minAge)} old`,
    );
  return parsed.data;
}

function pick(packument: Packument, range: string | null, before: Date | null): unknown {
  try {
    return pickManifest(packument, range ?? 'latest', { before });
  } catch {
    return null;
  }
}

function noSuchVersion({ name, time }: Packument, range: string | null): RegistryRefusal {
  const gone = range !== null && time[range] !== undefined;
  const what = range === null ? `a version of ${name}` : `${name} ${range.slice(0, 100)}`;
  return new RegistryRefusal(
    'unknown_version',
    gone ? `${what} was unpublished` : `The registry has no ${what}`,
  );
}

/**
 * The dependencies that are in the registry. Others, such as in a repository, are left out, and fail when they are
 * loaded. The server's own process compares versions with all these ranges, so their number and length are limited.
 */
function dependenciesOfRegistry(manifest: VersionManifest) {
  const { name, version, dependencies, optionalDependencies } = manifest;
  const needed = Object.entries(dependencies).filter(
    ([each, range]) => !Object.hasOwn(optionalDependencies, each) && isOfRegistry(each, range),
  );
  if (needed.length > registryLimits.dependencies) throw tooMany(manifest);
  const long = needed.find(([, range]) => range.length > maxRangeLength);
  if (long)
    throw new RegistryRefusal(
      'refused',
      `${name} ${version} needs ${long[0]} in a range of more than ${maxRangeLength} characters`,
    );
  const optional = Object.entries(optionalDependencies).filter(
    ([each, range]) => range.length <= maxRangeLength && isOfRegistry(each, range),
  );
  return { needed, optional: optional.slice(0, registryLimits.dependencies) };
}

/** Whether a dependency is a package of the registry, by its own name or under an alias. */
function isOfRegistry(needed: string, wanted: string): boolean {
  const { name, version } = parseDependency(needed, wanted);
  return isPackageName(needed) && isPackageName(name) && !/[:/]/.test(version);
}

/**
 * The archive's address on the registry itself: mirrors return npm's addresses, which are rewritten. Other servers
 * are refused.
 */
function archiveAddress({ address }: Registry, { name, dist }: VersionManifest): string {
  const own = new URL(address);
  const asked = URL.canParse(dist.tarball, address) ? new URL(dist.tarball, address) : null;
  if (asked?.origin === own.origin) return asked.href;
  if (asked && npmHosts.includes(asked.host)) return new URL(asked.pathname.slice(1), address).href;
  throw new RegistryRefusal(
    'refused',
    `${name} cannot be fetched: ${sentElsewhere(asked?.host ?? dist.tarball)}`,
  );
}

function integrityOf({ name, version, dist }: VersionManifest): string {
  if (dist.integrity !== undefined && /^sha(256|384|512)-/.test(dist.integrity)) return dist.integrity;
  if (dist.shasum !== undefined) return `sha1-${Buffer.from(dist.shasum, 'hex').toString('base64')}`;
  throw new RegistryRefusal(
    'refused',
    `the registry has no hash of ${name} ${version}, by which its archive could be checked`,
  );
}

function inMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1_000_000)} MB`;
}

function days(count: number): string {
  return count === 1 ? 'a day' : `${count} days`;
}
