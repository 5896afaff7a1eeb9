import { initSync, parse } from 'es-module-lexer';
import { LRUCache } from 'lru-cache';

initSync();

const mostModules = 10_000;
/** Further ones would keep a page's own files waiting. */
const mostNeeded = 60;

/**
 * Which modules of packages import which, as far as they have been served: a page that imports one can ask for all of them
 * at once, and not for each only when the one that imports it has come.
 */
export class ModuleGraph {
  readonly #imports = new LRUCache<string, readonly string[]>({ max: mostModules });

  has(address: string): boolean {
    return this.#imports.has(address);
  }

  learn(address: string, code: string): void {
    if (this.has(address)) return;
    this.#imports.set(address, [...new Set(packageImports(code))].slice(0, mostNeeded));
  }

  /** Those of these modules that have been served, with what they import, the nearest first. */
  neededBy(addresses: readonly string[]): string[] {
    const needed = new Set<string>();
    for (const address of addresses) if (this.#imports.has(address)) needed.add(address);
    for (const address of needed) {
      for (const imported of this.#imports.get(address) ?? []) {
        if (needed.size >= mostNeeded) return [...needed];
        needed.add(imported);
      }
    }
    return [...needed].slice(0, mostNeeded);
  }

  /** Whether all that these modules need has been served, so that a page names no more of it another time. */
  isComplete(addresses: readonly string[]): boolean {
    return [...addresses, ...this.neededBy(addresses)].every((address) => this.#imports.has(address));
  }
}

function packageImports(code: string): string[] {
  try {
    const [imports] = parse(code);
    return imports.flatMap(({ n, d }) => (n?.startsWith('/packages/') && d === -1 ? [n] : []));
  } catch {
    // What cannot be read as a module fails where it is imported.
    return [];
  }
}
