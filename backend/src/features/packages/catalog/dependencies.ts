import { isBuiltInPackage } from '@studio/engine/libraries/built-in-modules';

/** A dependency of a package. */
export interface Dependency {
  /** The name in the importing code: its own name, unless the manifest declares an alias. */
  importedAs: string;
  name: string;
  /** A range in a manifest, an exact version after resolution. */
  version: string;
}

const alias = /^npm:((?:@[^@/]+\/)?[^@/]+)(?:@(.*))?$/s;

/** Parses dependencies as in npm's manifests and lock files: a version by name, or `npm:name@version` for an alias. */
export function dependenciesOf(versions: Record<string, string>): Dependency[] {
  return Object.entries(versions).map(([importedAs, text]) => parseDependency(importedAs, text));
}

export function parseDependency(importedAs: string, text: string): Dependency {
  const [, name, version = '*'] = alias.exec(text) ?? [];
  return name === undefined ? { importedAs, name: importedAs, version: text } : { importedAs, name, version };
}

/** The opposite of `parseDependency`. */
export function dependencyText({ importedAs, name, version }: Dependency): string {
  return importedAs === name ? version : `npm:${name}@${version}`;
}

/** Only dependencies without an alias. */
export function versionsByName(versions: Record<string, string>): Record<string, string> {
  const named = Object.entries(versions).filter(([name, text]) => parseDependency(name, text).name === name);
  return Object.fromEntries(named);
}

/** Dependents get their own copy: they import paths that the page's copy does not have, and a page can have two. */
const notShared = '@popperjs/core';

/** Whether a dependency is the page's copy of a built-in package. An alias is always another copy or another package. */
export function isBuiltInDependency({ importedAs, name }: Dependency): boolean {
  return importedAs === name && isBuiltInPackage(name) && name !== notShared;
}

/**
 * What these packages depend on, directly or not, as stored: by `name@version`, the dependencies of each package that has
 * any. Without the packages that the page has itself.
 */
export async function dependenciesBelow(
  packages: Record<string, string>,
  find: (name: string, version: string) => Promise<{ dependencies: Record<string, string> } | null>,
): Promise<Record<string, Record<string, string>>> {
  const below: Record<string, Record<string, string>> = {};
  const seen = new Set<string>();
  const waiting = dependenciesOf(packages);
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const id = `${next.name}@${next.version}`;
    if (seen.has(id)) continue;
    seen.add(id);
    const found = await find(next.name, next.version);
    const own = dependenciesOf(found?.dependencies ?? {}).filter((each) => !isBuiltInDependency(each));
    if (own.length === 0) continue;
    below[id] = Object.fromEntries(own.map((each) => [each.importedAs, dependencyText(each)]));
    waiting.push(...own);
  }
  return below;
}
