import type { PackageVersions } from '@studio/contract/packages/package-versions';
import { parseSpecifier } from '@studio/contract/packages/specifier';
import semver from 'semver';
import { fileAddress } from '../building/virtual-modules.js';
import { codeName, declarationOf, isTypesPackage, typesPackageOf } from './declarations.js';
import { dependenciesOf } from './dependencies.js';
import { newestOf } from './newest-version.js';
import type { PackageSource } from './package-source.js';

/** The sources of packages and of their declarations. */
export interface TypeSources {
  find(name: string, version: string): Promise<PackageSource | null>;
  /** All versions on the shelf. */
  versionsOf(name: string): Promise<PackageSource[]>;
  /** The newest matching version of the registry; null if there is none, or no registry. */
  fetch(name: string, range: string | null): Promise<PackageSource | null>;
}

/** Limit of visited packages: those of a project, and those that their declarations may import. */
const most = 500;

/** The addresses of declarations, for the packages, the imports, and the packages that they depend on. */
export async function typesFor(
  specifiers: readonly string[],
  packages: PackageVersions,
  sources: TypeSources,
): Promise<Record<string, string>> {
  const types: Record<string, string> = {};
  // Separate from `types`: packages may depend on each other, and many have no declarations.
  const seen = new Set<string>();
  const waiting = dependenciesOf(packages);
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { importedAs, name, version } = next;
    if (seen.has(importedAs)) continue;
    if (seen.size >= most) break;
    seen.add(importedAs);
    const source = await sources.find(name, version);
    const typed = source && (await withTypes(source, packages, sources));
    if (!typed) continue;
    const entry = await declarationOf(typed, '.');
    if (entry !== null) types[codeName(importedAs)] ??= fileAddress(typed, entry);
    waiting.push(...dependenciesOf({ ...source.dependencies, ...typed.dependencies }));
  }
  for (const specifier of specifiers) {
    const asked = parseSpecifier(specifier);
    const version = asked && packages[asked.name];
    if (!asked || !version) continue;
    const source = await sources.find(asked.name, version);
    const typed = source && (await withTypes(source, packages, sources));
    const entry = typed && (await declarationOf(typed, asked.subpath));
    if (entry) types[specifier] = fileAddress(typed, entry);
  }
  return types;
}

/** The package with its declarations: itself or its types package; null if there is none. */
async function withTypes(
  source: PackageSource,
  packages: PackageVersions,
  { versionsOf, fetch }: TypeSources,
): Promise<PackageSource | null> {
  if ((await declarationOf(source, '.')) !== null) return source;
  if (isTypesPackage(source.name)) return null;
  const name = typesPackageOf(source.name);
  const all = await versionsOf(name);
  const similar = similarVersions(source.version);
  // Fetched only for packages that the project itself imports: their dependencies may be a hundred more.
  const isFetched = source.origin === 'registry' && source.name in packages;
  const fetched = (range: string | null) => (isFetched ? fetch(name, range) : null);
  return newestOf(all, similar) ?? (await fetched(similar)) ?? newestOf(all, null) ?? fetched(null);
}

/** The range of a version's major, or of its minor before 1.0.0. `@types` follow no more than that, and often late. */
function similarVersions(version: string): string {
  const major = semver.major(version);
  return major === 0 ? `0.${semver.minor(version)}.x` : `${major}.x`;
}
