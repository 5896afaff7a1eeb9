import { isCarriedPackage } from '@studio/engine/libraries/bundled-modules';

/** A package that another one depends on. */
export interface Dependency {
  /** What the other one's code calls it: its own name, unless the manifest has it under an alias. */
  importedAs: string;
  name: string;
  /** In a manifest a range, and one exact version once it has been chosen. */
  version: string;
}

const alias = /^npm:((?:@[^@/]+\/)?[^@/]+)(?:@(.*))?$/s;

/** As manifests and lock files of npm have them: a version for each name, or `npm:name@version` for an alias. */
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

/** Of those that are called by their own name. */
export function versionsByName(versions: Record<string, string>): Record<string, string> {
  const named = Object.entries(versions).filter(([name, text]) => parseDependency(name, text).name === name);
  return Object.fromEntries(named);
}

/** What depends on it has a copy of its own: it names paths that the page's does not have, and two get along in a page. */
const notShared = '@popperjs/core';

/** Whether it is the page's own copy of what the studio carries. Under an alias, it is another copy or another package. */
export function isCarriedDependency({ importedAs, name }: Dependency): boolean {
  return importedAs === name && isCarriedPackage(name) && name !== notShared;
}
