import type { ImportMap } from './inline-scripts.js';
import { readAttributes, scanTags } from './scan-tags.js';

/** The first `<base href>` of a page, which counts for what comes behind it. */
export interface DocumentBase {
  start: number;
  href: string;
}

/** In characters: each address of an import map is resolved against it. */
const maxBaseLength = 2_000;

/** Null without one; a longer one than any address is none. */
export function findBase(html: string): DocumentBase | null {
  for (const tag of scanTags(html)) {
    const href =
      tag.kind === 'start' && tag.name === 'base' ? readAttributes(html, tag).get('href') : undefined;
    if (href !== undefined) return href.length > maxBaseLength ? null : { start: tag.start, href };
  }
  return null;
}

/** Whether a page names a base on another origin, from which `/x` is not a path of the studio. */
export function hasForeignBase(html: string): boolean {
  const base = findBase(html);
  return base !== null && resolvedPath('/', base.href) !== '/';
}

/** An import map whose addresses count from this base, as one that counts from the address of the page. */
export function withBase({ imports, scopes, integrity, ...others }: ImportMap, base: string): ImportMap {
  const resolve = (address: string) => resolvedPath(address, base);
  const resolveValue = (value: unknown) => (typeof value === 'string' ? resolve(value) : value);
  const modules = (entries: object) => mapped(entries, resolve, resolveValue);
  return {
    ...others,
    ...(imports && { imports: modules(imports) }),
    ...(scopes && {
      scopes: mapped(
        scopes,
        // Unlike a specifier, a scope is an address without `./`, too.
        (prefix) => resolved(prefix, base),
        (entries) => (typeof entries === 'object' && entries !== null ? modules(entries) : entries),
      ),
    }),
    ...(integrity && { integrity: mapped(integrity, resolve, (hash) => hash) }),
  };
}

function mapped(entries: object, key: (name: string) => string, value: (value: unknown) => unknown) {
  return Object.fromEntries(
    Object.entries(entries).map(([name, each]: [string, unknown]) => [key(name), value(each)]),
  );
}

/** Stands for the address of the page, which is not known yet. */
const page = 'https://page.invalid';

/** A path (`./x`, `/x`) that counts from a base, as one that counts from the page; anything else as it is. */
export function resolvedPath(address: string, base: string): string {
  return /^\.{0,2}\//.test(address) ? resolved(address, base) : address;
}

function resolved(address: string, base: string): string {
  const from = URL.canParse(base, page) ? new URL(base, page).href : page;
  if (!URL.canParse(address, from)) return address;
  const { href, origin } = new URL(address, from);
  if (origin !== page) return href;
  const isFromRoot = address.startsWith('/') || base.startsWith('/');
  return `${isFromRoot ? '' : '.'}${href.slice(page.length)}`;
}
