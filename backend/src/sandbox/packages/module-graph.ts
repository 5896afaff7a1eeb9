import { initSync, parse } from 'es-module-lexer';
import { LRUCache } from 'lru-cache';

initSync();

const maxModules = 10_000;
/** A limit, because further preloads would delay a page's own files. */
const maxNeeded = 60;

/**
 * The imports of the package modules that have been served. With it, a page can request all modules that it needs at
 * once, and not each only after the module that imports it.
 */
export class ModuleGraph {
  readonly #imports = new LRUCache<string, readonly string[]>({ max: maxModules });

  has(address: string): boolean {
    return this.#imports.has(address);
  }

  learn(address: string, code: string): void {
    if (this.has(address)) return;
    this.#imports.set(address, [...new Set(packageImports(code))].slice(0, maxNeeded));
  }

  /** Those of these modules that have been served, with their direct and indirect imports, the nearest first. */
  neededBy(addresses: readonly string[]): string[] {
    const needed = new Set<string>();
    for (const address of addresses) if (this.#imports.has(address)) needed.add(address);
    for (const address of needed) {
      for (const imported of this.#imports.get(address) ?? []) {
        if (needed.size >= maxNeeded) return [...needed];
        needed.add(imported);
      }
    }
    return [...needed].slice(0, maxNeeded);
  }

  /** Whether all modules that these need have been served, so that a later page would not list more of them. */
  isComplete(addresses: readonly string[]): boolean {
    return [...addresses, ...this.neededBy(addresses)].every((address) => this.#imports.has(address));
  }
}

function packageImports(code: string): string[] {
  try {
    const [imports] = parse(code);
    return imports.flatMap(({ n, d }) => (n?.startsWith('/packages/') && d === -1 ? [n] : []));
  } catch {
    // A file that is no valid module fails where it is imported.
    return [];
  }
}
