import type { PackageSpecifier } from '@studio/contract/packages/specifier';
import { packagePath, parsePackagePath, parseSpecifier } from '@studio/contract/packages/specifier';
import { BuildFailed } from './building/build-failed.js';
import type { BuiltModule } from './building/built-package.js';
import type { Catalog } from './catalog/catalog.js';
import type { PackageSource } from './catalog/package-source.js';
import { RegistryRefusal } from './registry/registry-jobs.js';

/** How many modules are visited per resolution. */
const maxModules = 1_000;

/** An import by name, which the page's import map resolves. */
interface BareImport {
  importer: PackageSource;
  imported: PackageSpecifier;
}

/** Follows the imports of modules, visiting each module once. */
export class ReachedModules {
  readonly #catalog: Pick<Catalog, 'find' | 'findModule'>;
  readonly #seen = new Set<string>();

  constructor(catalog: Pick<Catalog, 'find' | 'findModule'>) {
    this.#catalog = catalog;
  }

  /**
   * The imports by name of a module and of all modules that it imports by address. Builds packages that are not built
   * yet.
   */
  async bareImportsFrom(source: PackageSource, subpath: string): Promise<BareImport[]> {
    const found: BareImport[] = [];
    let level = this.#unseen([packagePath(source.name, source.version, subpath)]);
    while (level.length > 0) {
      const modules = await Promise.all(level.map((address) => this.#moduleAt(address, source)));
      const next: string[] = [];
      for (const { importer, module } of modules.filter((each) => each !== null)) {
        const imported = module.bareImports.flatMap((each) => parseSpecifier(each) ?? []);
        found.push(...imported.map((each) => ({ importer, imported: each })));
        next.push(...(module.addressImports ?? []));
      }
      level = this.#unseen(next);
    }
    return found;
  }

  #unseen(addresses: readonly string[]): string[] {
    const unseen = [...new Set(addresses)].filter((address) => !this.#seen.has(address));
    const taken = unseen.slice(0, maxModules - this.#seen.size);
    for (const address of taken) this.#seen.add(address);
    return taken;
  }

  /** Null if there is no such module; the page reports it when it loads it. */
  async #moduleAt(
    address: string,
    start: PackageSource,
  ): Promise<{ importer: PackageSource; module: BuiltModule } | null> {
    const { name, version, subpath } = parsePackagePath(decodeURIComponent(address)) ?? {};
    if (name === undefined || version === undefined || subpath === undefined) return null;
    try {
      const isStart = name === start.name && version === start.version;
      const importer = isStart ? start : await this.#catalog.find(name, version);
      const module = importer && (await this.#catalog.findModule(importer, subpath));
      return module && { importer, module };
    } catch (error) {
      if (error instanceof BuildFailed || error instanceof RegistryRefusal) return null;
      throw error;
    }
  }
}
