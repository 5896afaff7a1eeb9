import type { BuiltModule } from '../building/built-package.js';
import type { Built } from '../building/package-builds.js';
import type { PackageSource } from './package-source.js';

/** The source of versions and their modules. */
export interface Catalog {
  /** The newest version that satisfies the range; null if there is none. @throws RegistryRefusal */
  best(name: string, range: string | null): Promise<PackageSource | null>;
  /** @throws RegistryRefusal */
  find(name: string, version: string): Promise<PackageSource | null>;
  /** Whether the shelf has any version of it. */
  has(name: string): Promise<boolean>;
  /** The names of packages that need no registry. */
  names(): Promise<string[]>;
  /** Those of `names` that are most similar; none once enough of the lookup's mistakes were compared. */
  closest(wrong: string, names: readonly string[]): string[];
  /** @throws BuildFailed */
  build(source: PackageSource): Promise<Built>;
  /** The module of a path or of its alias; null if there is none. @throws BuildFailed */
  findModule(source: PackageSource, subpath: string): Promise<BuiltModule | null>;
}
