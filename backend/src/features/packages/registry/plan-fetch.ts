import {
  type Dependency,
  dependenciesOf,
  dependencyText,
  isCarriedDependency,
} from '../catalog/dependencies.js';
import { nameAndVersion, type PackageSource } from '../catalog/package-source.js';
import { DependencyRefusal, type FoundVersion, RegistryRefusal, registryLimits } from './registry-jobs.js';

/** A version that is to be fetched, with the exact versions that it will use. */
export interface Planned {
  found: FoundVersion;
  dependencies: Record<string, string>;
}

/** Where versions are found. */
export interface Finder {
  /** The newest that suits of those that need not be fetched. */
  here(name: string, range: string): Promise<PackageSource | null>;
  /** @throws RegistryRefusal */
  find(name: string, range: string): Promise<FoundVersion>;
}

/** What one import may cost, with all that is fetched for it. */
export interface WholeImport {
  /** In milliseconds since 1970. */
  until: number;
  /** Packages that were to be fetched, and optional ones that were asked for. */
  asked: Set<string>;
  /** Versions that will be stored, if nothing that they need is refused. */
  underWay: Set<string>;
}

/** The package first, then whatever it needs that has to be fetched with it. @throws RegistryRefusal */
export async function planFetch(
  root: FoundVersion,
  { here, find }: Finder,
  { until, asked, underWay }: WholeImport,
): Promise<Planned[]> {
  const planned: Planned[] = [{ found: root, dependencies: {} }];
  underWay.add(nameAndVersion(root));
  const choose = async ({ importedAs, name, version }: Dependency) => {
    try {
      return { importedAs, one: (await here(name, version)) ?? (await find(name, version)) };
    } catch (error) {
      throw error instanceof RegistryRefusal ? neededBy(root, name, error) : error;
    }
  };
  for (const { found, dependencies } of planned) {
    const needed = dependenciesOf(found.dependencies).filter((each) => !isCarriedDependency(each));
    if (needed.length > registryLimits.dependencies) throw tooMany(root);
    if (Date.now() > until) throw tooSlow(root);
    const chosen = await Promise.all(needed.map(choose));
    for (const { importedAs, one } of chosen) {
      dependencies[importedAs] = dependencyText({ ...one, importedAs });
      const id = nameAndVersion(one);
      if (!('archive' in one) || underWay.has(id)) continue;
      planned.push({ found: one, dependencies: {} });
      underWay.add(id);
      asked.add(id);
      if (asked.size > registryLimits.dependencies) throw tooMany(root);
    }
  }
  return planned;
}

/** What is planned without these versions, which nothing depends on then. */
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

/** Whether an optional package may be asked for: once, and no more of them than an import may need. */
export function isAskedFirst({ asked }: WholeImport, wanted: string): boolean {
  if (asked.has(wanted) || asked.size >= registryLimits.dependencies) return false;
  asked.add(wanted);
  return true;
}

export function tooSlow({ name, version }: FoundVersion): RegistryRefusal {
  const message = `${name} ${version}, with what it needs, takes too long to be fetched. Try again in a minute`;
  return new RegistryRefusal('registry_unavailable', message);
}

export function neededBy(
  { name, version }: FoundVersion,
  needed: string,
  { code, message }: RegistryRefusal,
) {
  return new DependencyRefusal(code, `${name} ${version} needs ${needed}: ${message}`);
}

export function noRoom({ name, version }: FoundVersion): RegistryRefusal {
  return new RegistryRefusal(
    'registry_unavailable',
    `${name} ${version} cannot be stored: this studio has no room for more packages. Try again tomorrow`,
  );
}

function tooMany({ name, version }: FoundVersion): RegistryRefusal {
  return new RegistryRefusal(
    'too_many',
    `${name} ${version} needs more than ${registryLimits.dependencies} other packages`,
  );
}
