import { isCarriedPackage } from '@studio/engine/libraries/bundled-modules';

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

/** Whether a dependency is the page's copy of a carried package. An alias is always another copy or another package. */
export function isCarriedDependency({ importedAs, name }: Dependency): boolean {
  return importedAs === name && isCarriedPackage(name) && name !== notShared;
}
