import { resolvedPath } from './document-base.js';
import type { ImportMap } from './inline-scripts.js';

/**
 * Whether a page's import map, whose addresses count from the page, has an entry for a specifier. Relative specifiers
 * count from `base`, the page's `<base href>`.
 */
export function mappedNames({ imports = {} }: ImportMap, base = ''): (specifier: string) => boolean {
  const names = new Set(Object.keys(imports).map((name) => resolvedPath(name, '')));
  // Not all names for each specifier: a page may have as many of one as of the other.
  const lengths = new Set([...names].filter((name) => name.endsWith('/')).map(({ length }) => length));
  return (specifier) => {
    const asked = resolvedPath(specifier, base);
    return (
      names.has(asked) ||
      [...lengths].some((length) => asked[length - 1] === '/' && names.has(asked.slice(0, length)))
    );
  };
}
