import {
  type Dependency,
  dependenciesOf,
  dependencyText,
  isBuiltInDependency,
} from '../catalog/dependencies.js';
import { nameAndVersion, type PackageSource } from '../catalog/package-source.js';
import type { FetchRequest } from './fetch-request.js';
import { type FoundVersion, registryLimits } from './registry-jobs.js';
import { displayName, neededBy, tooMany } from './registry-refusals.js';

/** A version to be fetched, with the exact versions of its dependencies. */
export interface Planned {
  found: FoundVersion;
  dependencies: Record<string, string>;
}

/** Finds versions. */
export interface Finder {
  /** The newest matching version that need not be fetched. */
  here(name: string, range: string): Promise<PackageSource | null>;
  /** @throws RegistryRefusal */
  find(name: string, range: string): Promise<FoundVersion>;
}

/** One package, including everything that is fetched for it. */
export interface WholeImport {
  request: FetchRequest;
  /** Packages to be fetched, and optional ones that were requested. */
  asked: Set<string>;
  /** Versions that will be stored unless one of their dependencies is refused. */
  underWay: Set<string>;
}

/** The package, then all of its dependencies that have to be fetched. @throws RegistryRefusal */
export async function planFetch(
  root: FoundVersion,
  { here, find }: Finder,
  { request, asked, underWay }: WholeImport,
): Promise<Planned[]> {
  const planned: Planned[] = [{ found: root, dependencies: {} }];
  underWay.add(nameAndVersion(root));
  const choose = async ({ importedAs, name, version }: Dependency) => {
    try {
      return { importedAs, one: (await here(name, version)) ?? (await find(name, version)) };
    } catch (error) {
      throw neededBy(root, name, error);
    }
  };
  for (const { found, dependencies } of planned) {
    const needed = dependenciesOf(found.dependencies).filter((each) => !isBuiltInDependency(each));
    request.checkTime(displayName(root));
    const chosen = await Promise.all(needed.map(choose));
    for (const { importedAs, one } of chosen) {
      dependencies[importedAs] = dependencyText({ ...one, importedAs });
      const id = nameAndVersion(one);
      if (!('archive' in one) || underWay.has(id)) continue;
      planned.push({ found: one, dependencies: {} });
      underWay.add(id);
      asked.add(id);
      if (asked.size > registryLimits.dependencies) throw tooMany(root);
      request.countPackage(displayName(root));
    }
  }
  return planned;
}

/** The plan without these versions, neither as packages nor as dependencies. */
export function leaveOut(planned: readonly Planned[], versions: ReadonlySet<string>): Planned[] {
  return planned.flatMap(({ found, dependencies }) => {
    if (versions.has(nameAndVersion(found))) return [];
    const kept = dependenciesOf(dependencies).filter((each) => !versions.has(nameAndVersion(each)));
    return [
      {
        found,
        dependencies: Object.fromEntries(kept.map((each) => [each.importedAs, dependencyText(each)])),
      },
    ];
  });
}

/**
 * Records the request for an optional package; false if it was requested before or the package has too many.
 * @throws FetchLimit
 */
export function tryRequest({ request, asked }: WholeImport, wanted: string): boolean {
  if (asked.has(wanted) || asked.size >= registryLimits.dependencies) return false;
  request.countPackage(wanted);
  asked.add(wanted);
  return true;
}
