import type { ExternalResource } from '@studio/contract/external-resources';
import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import {
  type PackageList,
  packageRoutes,
  type ResolvedPackages,
} from '@studio/contract/packages/package-routes';
import type { PackageVersions } from '@studio/contract/packages/package-versions';
import { parseSpecifier } from '@studio/contract/packages/specifier';
import { scanTags } from '@studio/engine/html/scan-tags';
import { carriedVersions } from '@studio/engine/libraries/library-manifest';
import type { Sources } from '@studio/engine/source';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Call } from '@/lib/http-client.ts';
import { useOwnQueryClient } from '@/lib/query-client.ts';

/** The packages that a search finds, best first; all that come with the studio where nothing is searched for. */
export function usePackageSearch(call: Call, search: string) {
  return useQuery(
    {
      queryKey: ['packages', search],
      placeholderData: keepPreviousData,
      async queryFn({ signal }): Promise<PackageList> {
        const answer = await call(packageRoutes.searchPackages, { query: { search }, signal });
        if (!answer.ok) throw new Error(answer.error.message);
        return answer.data;
      },
    },
    useOwnQueryClient(),
  );
}

/** What is known of the packages of a project; `newest`: also what a registry may have by now, which takes longer. */
export function usePackageDetails(call: Call, config: FrameworkConfig, newest: boolean) {
  const { packages = {} } = config;
  return useQuery(
    {
      queryKey: ['details', packages, newest],
      enabled: Object.keys(packages).length > 0,
      placeholderData: keepPreviousData,
      async queryFn(): Promise<Pick<ResolvedPackages, 'details' | 'problems'>> {
        const answer = await resolve(call, config, [], newest);
        if (!answer.ok) throw new Error(answer.error.message);
        return answer.data;
      },
    },
    useOwnQueryClient(),
  );
}

/** The versions of a project with one more package and what that needs beside it, or why it cannot be added. */
export async function addPackage(
  call: Call,
  config: FrameworkConfig,
  name: string,
): Promise<{ packages: PackageVersions } | { reason: string }> {
  const answer = await resolve(call, config, [name]);
  if (!answer.ok) return { reason: answer.error.message };
  const { packages, problems } = answer.data;
  return problems[0] ? { reason: problems[0].message } : { packages };
}

/** The versions of a project with the newest of one package, or why it cannot be had. */
export async function updatePackage(
  call: Call,
  config: FrameworkConfig,
  name: string,
): Promise<{ packages: PackageVersions } | { reason: string }> {
  return addPackage(call, { ...config, packages: withoutPackage(config.packages ?? {}, name) }, name);
}

function resolve(call: Call, config: FrameworkConfig, specifiers: string[], newest = false) {
  const { packages = {} } = config;
  const carried = carriedVersions(config);
  return call(packageRoutes.resolvePackages, { body: { specifiers, packages, carried, newest } });
}

/** The versions of a project without one of its packages; undefined where it was the last. */
export function withoutPackage(packages: PackageVersions, removed: string): PackageVersions | undefined {
  const rest = Object.entries(packages).filter(([name]) => name !== removed);
  return rest.length > 0 ? Object.fromEntries(rest) : undefined;
}

/** The versions of a project with what changes from one to another: those that it got meanwhile stay. */
export function withChanges(
  present: PackageVersions,
  before: PackageVersions,
  after: PackageVersions,
): PackageVersions {
  const changes = Object.entries(after).filter(([name, version]) => before[name] !== version);
  return { ...present, ...Object.fromEntries(changes) };
}

/** What stands before the name of a module in an import of scripts or styles. */
const importStart = String.raw`\b(?:from|import|require|use|forward)\b\s*(?:(?:url)?\(\s*)?`;

/** Whether scripts or styles import something of the package, as far as can be told without reading them as code. */
export function importsPackage(sources: Sources, name: string): boolean {
  return hasImport(sources, `${escaped(name)}(?:[@/][^'"\\n]*)?`);
}

/** Whether they import exactly this, in whichever version. */
export function isImported(sources: Sources, specifier: string): boolean {
  const { name = specifier, subpath = '.' } = parseSpecifier(specifier) ?? {};
  return hasImport(sources, `${escaped(name)}(?:@[^'"/\\n]*)?${escaped(subpath.slice(1))}`);
}

function hasImport({ html, css, js }: Sources, specifier: string): boolean {
  const statement = new RegExp(`${importStart}(['"])${specifier}\\1`);
  return [js, html, css].some((text) => statement.test(text));
}

const escaped = (text: string) => text.replace(/[.+]/g, '\\$&');

/** Whether a package that the code imports needs this one beside it; or why nobody can say. */
export async function isNeeded(
  call: Call,
  config: FrameworkConfig,
  sources: Sources,
  name: string,
): Promise<{ isNeeded: boolean } | { reason: string }> {
  const packages = withoutPackage(config.packages ?? {}, name) ?? {};
  const imported = Object.keys(packages).filter((each) => importsPackage(sources, each));
  if (imported.length === 0) return { isNeeded: false };
  const answer = await resolve(call, { ...config, packages }, imported);
  return answer.ok ? { isNeeded: name in answer.data.packages } : { reason: answer.error.message };
}

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
  /^(?:min|umd|iife|global|esm?|module|cjs|mjs|c?js|browser|bundled?|prod|production|dev|development|all|full|slim|web|v\d+|\d+)$/;

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
          return { ...named, version, isAsNamed: each === range, packages: added.packages };
        }
        return null;
      },
    },
    useOwnQueryClient(),
  );
}

/** The script with an import of a package: all of it under one name, since nobody here knows what it exports. */
export function withImport(js: string, name: string, isComponent: boolean): string {
  const statement = importOf(name);
  if (!isComponent) return `${statement}\n${js}`;
  const scripts = [...scanTags(js)].filter((tag) => tag.kind === 'start' && tag.name === 'script');
  const script = scripts.find(({ start, end }) => /\bsetup\b/.test(js.slice(start, end))) ?? scripts[0];
  if (!script) return `<script setup>\n${statement}\n</script>\n\n${js}`;
  return `${js.slice(0, script.end)}\n${statement}${js.slice(script.end)}`;
}

/** The statement that imports a package or one of its style sheets. */
export function importOf(name: string): string {
  return name.endsWith('.css') ? `import '${name}';` : `import * as ${bindingOf(name)} from '${name}';`;
}

/** `@scope/canvas-confetti` is `canvasConfetti`. */
function bindingOf(name: string): string {
  const words = name
    .replace(/^@[^/]+\//, '')
    .split(/[^a-z0-9]+/i)
    .filter(Boolean);
  const binding = words
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('');
  return /^[a-z]/i.test(binding) ? binding : `_${binding}`;
}
