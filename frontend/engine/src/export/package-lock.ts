import type { PackageDependencies } from '@studio/contract/packages/package-routes';
import type { PackageJson } from './package-json.js';

type Versions = Record<string, string>;

/** A package in a folder of `node_modules`; npm completes what is missing. */
interface Locked {
  version: string;
  /** The package's own name, if its folder is named for an alias. */
  name?: string;
  dependencies?: Versions;
}

const folder = 'node_modules/';
/** Of folders in folders: versions that depend on each other in a circle have no end. */
const deepest = 20;

/**
 * `package-lock.json` with the exact versions of the packages and of what they depend on; null if they depend on nothing.
 * npm installs these, and chooses the versions of the tools, which it lacks. `overrides` would not do: they reach the
 * tools, too, or do not reach a package that several others need.
 */
export function packageLock(
  { name, version, dependencies = {}, devDependencies }: PackageJson,
  below: PackageDependencies,
): object | null {
  if (Object.keys(below).length === 0) return null;
  const packages = new Map<string, Locked>();
  const isTaken = (path: string) => {
    const own = path.slice(folder.length);
    return packages.has(path) || Object.hasOwn(dependencies, own) || Object.hasOwn(devDependencies, own);
  };
  const waiting: string[] = [];
  function place(path: string, importedAs: string, text: string): void {
    const locked = lockedAs(importedAs, text);
    const needs = below[`${locked.name ?? importedAs}@${locked.version}`];
    packages.set(path, needs ? { ...locked, dependencies: needs } : locked);
    waiting.push(path);
  }
  for (const [direct, text] of Object.entries(dependencies))
    if (isExact(text)) place(folder + direct, direct, text);
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (path.split(folder).length > deepest) continue;
    for (const [importedAs, text] of Object.entries(packages.get(path)?.dependencies ?? {})) {
      // As Node looks for it: among the package's own, then further up.
      const found = foldersAbove(path)
        .map((above) => above + folder + importedAs)
        .find(isTaken);
      const there = packages.get(found ?? '');
      if (there && isSame(there, lockedAs(importedAs, text))) continue;
      // A folder in between could hide one further up from others.
      place((found === undefined ? '' : `${path}/`) + folder + importedAs, importedAs, text);
    }
  }
  const own = { name, version, dependencies, devDependencies };
  const sorted = [...packages].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return {
    name,
    version,
    lockfileVersion: 3,
    requires: true,
    packages: { '': own, ...Object.fromEntries(sorted) },
  };
}

/** A version of npm's manifests: `1.0.0`, or `npm:name@1.0.0` for an alias. */
function lockedAs(importedAs: string, text: string): Locked {
  const [, name, version] = /^npm:(.+)@([^@]*)$/.exec(text) ?? [];
  return name === undefined || version === undefined || name === importedAs
    ? { version: version ?? text }
    : { version, name };
}

function isSame(one: Locked, other: Locked): boolean {
  return one.version === other.version && one.name === other.name;
}

/** Not a range, which npm decides. */
function isExact(text: string): boolean {
  return /^\d/.test(text);
}

/** The folders that have a `node_modules` in which Node looks for what a package imports, the nearest first. */
function foldersAbove(path: string): string[] {
  const parts = path.split(`/${folder}`);
  const nested = parts.map((_, index) => `${parts.slice(0, parts.length - index).join(`/${folder}`)}/`);
  return [...nested, ''];
}
