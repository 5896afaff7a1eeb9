import type { BuiltModule } from '../building/built-package.js';
import type { Built } from '../building/package-builds.js';
import type { PackageSource } from './package-source.js';

/** Where versions and their modules come from. */
export interface Catalog {
  /** The newest version that satisfies the range; null where there is none. @throws RegistryRefusal */
  best(name: string, range: string | null): Promise<PackageSource | null>;
  /** @throws RegistryRefusal */
  find(name: string, version: string): Promise<PackageSource | null>;
  /** Whether there is any version of it. */
  has(name: string): Promise<boolean>;
  /** Of packages that are here in any case, whatever else a registry may have. */
  names(): Promise<string[]>;
  /** @throws BuildFailed */
  build(source: PackageSource): Promise<Built>;
  /** The module of a path, by whatever name; null where there is none. @throws BuildFailed */
  findModule(source: PackageSource, subpath: string): Promise<BuiltModule | null>;
}
