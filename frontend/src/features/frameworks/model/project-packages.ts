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

/** A module or a style sheet of a package, as code can import it. */
export interface PackageImport {
  specifier: string;
  /** The module has a default export, which is the package itself for most that have one. */
  hasDefault: boolean;
}

/** What a project has once a package is added: its versions, with what the package needs beside it. */
interface AddedPackage {
  packages: PackageVersions;
  hasDefault: boolean;
}

/** A project with one more package, or why it cannot be added. */
export async function addPackage(
  call: Call,
  config: FrameworkConfig,
  specifier: string,
): Promise<AddedPackage | { reason: string }> {
  const answer = await resolve(call, config, [specifier]);
  if (!answer.ok) return { reason: answer.error.message };
  const { packages, defaults, problems } = answer.data;
  return problems[0]
    ? { reason: problems[0].message }
    : { packages, hasDefault: defaults.includes(specifier) };
}

/** The versions of a project with the newest of one package that its code allows, or why it cannot be had. */
export async function updatePackage(
  call: Call,
  config: FrameworkConfig,
  sources: Sources,
  name: string,
): Promise<{ packages: PackageVersions } | { reason: string }> {
  const packages = withoutPackage(config.packages ?? {}, name);
  const ranges = importedRanges(sources, name).map((range) => `${name}@${range}`);
  const answer = await resolve(call, { ...config, packages }, ranges.length > 0 ? ranges : [name]);
  if (!answer.ok) return { reason: answer.error.message };
  const [problem] = answer.data.problems;
  return problem ? { reason: problem.message } : { packages: answer.data.packages };
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

/** What stands behind the name where the code imports a package: `^3` of `'pkg@^3/path'`. */
function importedRanges({ html, css, js }: Sources, name: string): string[] {
  const statement = new RegExp(`${importStart}(['"])${escaped(name)}@([^'"/\\n]+)[^'"\\n]*\\1`, 'g');
  const found = [js, html, css].flatMap((text) => [...text.matchAll(statement)]);
  return [...new Set(found.map(([, , range = '']) => range))];
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

/** The script with an import of a package under one name, since nobody here knows what the code will use of it. */
export function withImport(js: string, imported: PackageImport, isComponent: boolean): string {
  const statement = importOf(imported);
  if (!isComponent) return `${statement}\n${js}`;
  const scripts = [...scanTags(js)].filter((tag) => tag.kind === 'start' && tag.name === 'script');
  const script = scripts.find(({ start, end }) => /\bsetup\b/.test(js.slice(start, end))) ?? scripts[0];
  if (!script) return `<script setup>\n${statement}\n</script>\n\n${js}`;
  return `${js.slice(0, script.end)}\n${statement}${js.slice(script.end)}`;
}

/** The statement that imports a package or one of its style sheets: its default export, or all that it has. */
export function importOf({ specifier, hasDefault }: PackageImport): string {
  if (specifier.endsWith('.css')) return `import '${specifier}';`;
  const all = hasDefault ? '' : '* as ';
  return `import ${all}${bindingOf(specifier)} from '${specifier}';`;
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
