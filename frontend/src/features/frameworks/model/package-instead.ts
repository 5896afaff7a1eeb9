import type { ExternalResource } from '@studio/contract/external-resources';
import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import type { PackageVersions } from '@studio/contract/packages/package-versions';
import { parseSpecifier } from '@studio/contract/packages/specifier';
import { carriedVersions } from '@studio/engine/libraries/library-manifest';
import { useQuery } from '@tanstack/react-query';
import type { Call } from '@/lib/http-client.ts';
import { useOwnQueryClient } from '@/lib/query-client.ts';
import { addPackage } from './project-packages.ts';

/** Packages that a project can import in the place of external resources (specification: External resources). */

/** Networks that serve npm packages by their names, and what comes before a name in their addresses. */
const packageNetworks: Record<string, string> = {
  'cdn.jsdelivr.net': '/npm/',
  'cdn.skypack.dev': '/',
  'cdnjs.cloudflare.com': '/ajax/libs/',
  'esm.run': '/',
  'esm.sh': '/',
  'ga.jspm.io': '/npm:',
  'unpkg.com': '/',
};

/** Whether a resource comes from where packages have their names in addresses. */
export function isOnPackageNetwork({ url }: ExternalResource): boolean {
  return packageNetworks[new URL(url).hostname] !== undefined;
}

/** What code would import instead of loading an address, and the version or range that the address names. */
interface NamedPackage {
  specifier: string;
  range: string | null;
}

/**
 * The package that an address of a public network names, or its style sheet; null where these packages have none of it.
 * Whether they have the file, and in which version, is for the studio to say.
 */
export function packageNamedBy(
  { kind, url }: ExternalResource,
  names: ReadonlySet<string>,
): NamedPackage | null {
  const { hostname, pathname } = new URL(url);
  const prefix = packageNetworks[hostname];
  if (prefix === undefined || !pathname.startsWith(prefix)) return null;
  const parts = pathname.slice(prefix.length).split('/');
  const nameLength = parts[0]?.startsWith('@') ? 2 : 1;
  const [, named = '', inName] = /^(@?[^@]*)(?:@(.*))?/.exec(parts.slice(0, nameLength).join('/')) ?? [];
  // One network has libraries under names of its own, and paths that packages do not have.
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

/** What the name of a file says of how it was built, and not of what it has. */
const buildWords =
  /^(?:min|umd|iife|global|esm?|module|[cm]?js|browser|bundled?|prod|production|dev|development|all|full|slim|web|v\d+|\d+)$/;

/** Folders that packages have builds of themselves in. */
const buildFolders = /^(?:dist|build|lib|umd|browser|esm?|cjs|iife|js|min)$/;

/** Whether a file of a package is the package itself, by its name: a plugin or a language of it is not. */
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

/** A version or the beginning of one, or a range with one sign before it. */
const versionPattern = /^[~^]?\d{1,9}(?:\.(?:\d{1,9}|[x*])){0,2}(?:-[\w.-]{1,50})?$/;

/** What takes the place of an address: an import, and the versions of the project with it. */
export interface PackageInstead extends NamedPackage {
  /** The version that it has; another one than the address names where the studio does not have that. */
  version: string;
  isAsNamed: boolean;
  hasDefault: boolean;
  packages: PackageVersions;
}

/**
 * What a project can import instead of loading an address; null where the studio has no such package, or not that file
 * of it. `names` of the packages that come with the studio; undefined: not known yet.
 */
export function usePackageInstead(
  call: Call,
  config: FrameworkConfig,
  resource: ExternalResource,
  names: ReadonlySet<string> | undefined,
) {
  const named = names ? packageNamedBy(resource, names) : null;
  return useQuery(
    {
      queryKey: ['instead', named, config.packages, carriedVersions(config)],
      enabled: named !== null,
      async queryFn(): Promise<PackageInstead | null> {
        if (!named) return null;
        const { specifier, range } = named;
        const { name = '', subpath = '' } = parseSpecifier(specifier) ?? {};
        // What the studio would not take for a version is not asked for.
        const ranges = range === null || !versionPattern.test(range) ? [null] : [range, null];
        for (const each of ranges) {
          const asked = each === null ? specifier : `${name}@${each}${subpath.slice(1)}`;
          const added = await addPackage(call, config, asked);
          if ('reason' in added) continue;
          const version = added.packages[name] ?? '';
          return { ...named, ...added, version, isAsNamed: each === range };
        }
        return null;
      },
    },
    useOwnQueryClient(),
  );
}
