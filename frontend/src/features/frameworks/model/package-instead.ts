import type { ExternalResource } from '@studio/contract/external-resources';
import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import type { PackageVersions } from '@studio/contract/packages/package-versions';
import { parseSpecifier } from '@studio/contract/packages/specifier';
import { packageNetworks } from '@studio/engine/libraries/package-networks';
import type { Call } from '@/lib/http-client.ts';
import { addPackage } from './project-packages.ts';

/** The network of jQuery, which has the version in the names of its files. */
const jqueryNetwork = 'code.jquery.com';
const jqueryFile = /^\/jquery-(\d+(?:\.\d+){1,2})(?:\.slim)?(?:\.min)?\.js$/;

/** Whether a resource is on a network whose addresses contain package names. */
export function isOnPackageNetwork({ url }: ExternalResource): boolean {
  const { hostname } = new URL(url);
  return hostname === jqueryNetwork || packageNetworks[hostname] !== undefined;
}

/** The specifier to import instead of loading an address, and the version or range in the address. */
interface NamedPackage {
  specifier: string;
  range: string | null;
}

/**
 * The package, or its style sheet, that an address of a public network names; null if it names none. Whether the studio
 * has it, and in which version, is not checked (specification: External resources).
 */
export function packageNamedBy(
  { kind, url }: ExternalResource,
  names: ReadonlySet<string>,
): NamedPackage | null {
  const { hostname, pathname } = new URL(url);
  if (kind === 'script' && hostname === jqueryNetwork) {
    const [, range] = jqueryFile.exec(pathname) ?? [];
    return range !== undefined && names.has('jquery') ? { specifier: 'jquery', range } : null;
  }
  const prefix = packageNetworks[hostname];
  if (prefix === undefined || !pathname.startsWith(prefix)) return null;
  const parts = pathname.slice(prefix.length).split('/');
  const nameLength = parts[0]?.startsWith('@') ? 2 : 1;
  const [, named = '', inName] = /^(@?[^@]*)(?:@(.*))?/.exec(parts.slice(0, nameLength).join('/')) ?? [];
  // This network has its own library names, and paths that differ from those of packages.
  const isRenamed = hostname === 'cdnjs.cloudflare.com';
  const candidates = isRenamed ? [named, named.replace(/\.?js$/i, '')] : [named];
  const name = candidates.map((each) => each.toLowerCase()).find((each) => names.has(each));
  if (name === undefined) return null;
  const version = decoded((isRenamed ? parts[1] : inName) ?? '');
  const range = version === '' || version === 'latest' ? null : version;
  const path = parts.slice(isRenamed ? 2 : nameLength).join('/');
  if (kind === 'script') return isMainFile(path, name) ? { specifier: name, range } : null;
  return !isRenamed && path.endsWith('.css') ? { specifier: `${name}/${path}`, range } : null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Words in a file name that describe the build, not the content. */
const buildWords =
  /^(?:min|umd|iife|global|esm?|module|[cm]?js|browser|bundled?|prod|production|dev|development|all|full|slim|web|v\d+|\d+)$/;

/** Folders that contain builds of a package. */
const buildFolders = /^(?:dist|build|lib|umd|browser|esm?|cjs|iife|js|min)$/;

/** Whether a file is the package's main file, by its name, and not a plugin or language file. */
function isMainFile(path: string, name: string): boolean {
  if (path === '' || path === '+esm') return true;
  const folders = path.toLowerCase().split('/');
  const [stem = '', ...words] = (folders.pop() ?? '').split('.');
  const plain = (text: string) => text.replace(/[-.]?(?:bundle|js)$/, '').replaceAll(/[^a-z0-9]/g, '');
  const isNamed =
    stem === 'index' || stem === 'cdn' || (plain(stem) !== '' && plain(name).endsWith(plain(stem)));
  return (
    isNamed &&
    folders.every((folder) => buildFolders.test(folder)) &&
    words.every((word) => buildWords.test(word))
  );
}

/** A version, a partial version, or either with `~` or `^`. */
const versionPattern = /^[~^]?\d{1,9}(?:\.(?:\d{1,9}|[x*])){0,2}(?:-[\w.-]{1,50})?$/;

/** The replacement of an address: an import, and the project's versions including it. */
export interface PackageInstead extends NamedPackage {
  /** Its version; differs from that in the address if the studio does not have it. */
  version: string;
  isAsNamed: boolean;
  hasDefault: boolean;
  packages: PackageVersions;
}

/**
 * The package that a project can import instead of loading an address that names it; null if the studio does not have
 * the package or this file of it.
 */
export async function findPackageInstead(
  call: Call,
  config: FrameworkConfig,
  named: NamedPackage,
): Promise<PackageInstead | null> {
  const { specifier, range } = named;
  const { name = '', subpath = '' } = parseSpecifier(specifier) ?? {};
  // Invalid versions are not requested.
  const ranges = range === null || !versionPattern.test(range) ? [null] : [range, null];
  for (const each of ranges) {
    const asked = each === null ? specifier : `${name}@${each}${subpath.slice(1)}`;
    const added = await addPackage(call, config, asked);
    if ('reason' in added) continue;
    const version = added.packages[name] ?? '';
    return { ...named, ...added, version, isAsNamed: each === range };
  }
  return null;
}
