import { resolvedPath } from './document-base.js';
import type { ImportMap } from './inline-scripts.js';

/**
 * Whether a page's import map, whose addresses count from the page, has an entry for a specifier in the page's scripts.
 * Relative specifiers count from `base`, the page's `<base href>`.
 */
export function mappedNames(
  { imports = {}, scopes = {} }: ImportMap,
  base = '',
): (specifier: string) => boolean {
  const ofPage = Object.entries(scopes).filter(([prefix]) => scopeOfPage.test(prefix));
  const entries = [imports, ...ofPage.map(([, scope]) => scope ?? {})];
  const names = new Set(entries.flatMap(Object.keys).map((name) => resolvedPath(name, '')));
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

/** The folder of the page, from which its own scripts import. Other scopes are for modules from elsewhere. */
const scopeOfPage = /^\.?\/?$/;
