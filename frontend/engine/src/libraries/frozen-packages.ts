import type { PackageVersions } from '@studio/contract/packages/package-versions';
import {
  isAsset,
  isPlainFile,
  modulePath,
  packagePath,
  parseSpecifier,
} from '@studio/contract/packages/specifier';
import { styleMark } from '../build-document.js';
import { whyNoQuery } from '../script/mistakes/unsupported-imports.js';
import { isBare } from '../script/module-imports.js';
import { builtInPackages, isBuiltInPackage } from './built-in-modules.js';
import { builtInStyle } from './library-manifest.js';

/** Determines where the npm packages of a project are loaded from. */
export interface PackageTarget {
  /** Origin of modules that the studio does not have (MODULE_CDN); null: none. */
  moduleCdn: string | null;
  /** False: the studio serves no packages (MODULES=off), so those with a version come from `moduleCdn`, if set. */
  hasPackages?: boolean;
  /** The page is a standalone file, without the studio's origin: all its packages come from `moduleCdn`. */
  isFile?: boolean;
  /** The studio's packages are put into that file afterwards. */
  containsPackages?: boolean;
}

/** An import in the code. `hasAttributes`: written with attributes, such as `with { type: 'json' }`. */
interface PackageUse {
  specifier: string;
  hasAttributes: boolean;
}

/**
 * The name of the npm package that an import needs a version of; null if it is not a package, or a built-in one.
 */
export function packageOf(specifier: string): string | null {
  const asked = isBare(specifier) ? parseSpecifier(specifier) : null;
  if (asked === null) return null;
  const isBuiltIn = isBuiltInPackage(asked.name) || builtInStyle(specifier) !== null;
  return asked.range === null && isBuiltIn ? null : asked.name;
}

/**
 * Whether the studio is asked about an import: of a package, or of something that is no package's name, such as `React`
 * or `node:fs`, to learn what it is and what was meant.
 */
export function isLookedUp(specifier: string): boolean {
  if (packageOf(specifier) !== null) return true;
  return (
    needsMapping(specifier) &&
    parseSpecifier(specifier) === null &&
    likeAName.test(specifier) &&
    whyNoQuery(specifier) === null
  );
}

const likeAName = /^[!-~]{1,200}$/;

/** Whether no browser finds the module without an import map: a bare name, a part of Node, or a package as in Deno. */
export function needsMapping(specifier: string): boolean {
  return isBare(specifier) || /^(?:node|npm|jsr):/.test(specifier);
}

/** Import map entries for the frozen versions, for the project's code and for its packages. */
export function packageEntries(packages: PackageVersions, target: PackageTarget): Record<string, string> {
  const names = Object.keys(packages).filter((name) => !isBuiltInPackage(name));
  return Object.fromEntries(
    names.toSorted().flatMap((name) => [
      [name, addressOf(name, packages, '.', target)],
      [`${name}/`, addressOf(name, packages, './', target)],
    ]),
  );
}

/** The address of an imported module in the project's frozen version; null if there is none. */
export function packageModule(
  { specifier, hasAttributes }: PackageUse,
  packages: PackageVersions,
  target: PackageTarget,
): string | null {
  const name = packageOf(specifier);
  const version = name === null || isBuiltInPackage(name) ? undefined : packages[name];
  if (name === null || version === undefined) return null;
  const subpath = parseSpecifier(specifier)?.subpath ?? '.';
  if (isLinked(target)) {
    const isFile = !hasAttributes && isPlainFile(name, subpath);
    return isFile
      ? fileModule(fileOnNetwork(name, version, subpath, target))
      : addressOf(name, packages, subpath, target);
  }
  return hasAttributes ? publishedFile(name, version, subpath) : modulePath(name, version, subpath);
}

/** The path that code imports as the file is, whatever its name. */
function publishedFile(name: string, version: string, subpath: string): string {
  const path = packagePath(name, version, subpath);
  return isPlainFile(name, subpath) ? path : `${path}?file`;
}

/** The address of a style sheet that styles import, like `packageModule`. */
export function packageStyle(
  specifier: string,
  packages: PackageVersions,
  target: PackageTarget,
): string | null {
  const { name, subpath } = parseSpecifier(specifier) ?? {};
  const version = name === undefined ? undefined : packages[name];
  if (name === undefined || subpath === undefined || version === undefined) return null;
  return isLinked(target)
    ? fileOnNetwork(name, version, subpath, target)
    : publishedFile(name, version, subpath);
}

/** Whether packages come from other networks. */
function isLinked(target: PackageTarget): boolean {
  const { isFile = false, containsPackages = false } = target;
  return isFile ? !containsPackages : isOnlyOnCdn(target);
}

/** Whether MODULE_CDN replaces the studio's own packages. */
export function isOnlyOnCdn({ hasPackages = true, moduleCdn }: PackageTarget): boolean {
  return !hasPackages && moduleCdn !== null;
}

function addressOf(name: string, packages: PackageVersions, subpath: string, target: PackageTarget): string {
  const version = packages[name] ?? '';
  if (!isLinked(target) || target.moduleCdn === null) return packagePath(name, version, subpath);
  const rest = subpath.slice(1);
  const external = new URL(target.moduleCdn).hostname === 'esm.sh' ? externalTo(name, packages) : null;
  if (external === null) return cdnAddress(target.moduleCdn, `${name}@${version}${rest}`);
  // An import map appends a path, which must not follow a query: esm.sh also reads the option before it, decoded twice.
  const twice = encodeURIComponent(encodeURIComponent(external));
  const query = rest === '/' ? `&external=${twice}/` : `${rest}?external=${external}`;
  return cdnAddress(target.moduleCdn, `${name}@${version}${query}`);
}

/**
 * The packages that a package must import from the page, so that each has one instance: those of the project, and the
 * page's framework. The network would otherwise serve copies. Each package has its own Popper (ADR 52).
 */
function externalTo(name: string, packages: PackageVersions): string {
  const shared = builtInPackages.filter((each) => each !== '@popperjs/core');
  const others = Object.keys(packages).filter((each) => each !== name);
  return [...new Set([...others, ...shared])].toSorted().join(',');
}

/** The address of a name on MODULE_CDN. */
export function cdnAddress(moduleCdn: string, specifier: string): string {
  return `${moduleCdn.replace(/\/$/, '')}/${specifier}`;
}

/** A file as it was published. Of a page that leaves the studio, on a public network. */
function fileOnNetwork(name: string, version: string, subpath: string, target: PackageTarget): string {
  const file = `${name}@${version}${encodeURI(subpath.slice(1))}`;
  return target.isFile || target.moduleCdn === null
    ? `https://cdn.jsdelivr.net/npm/${file}`
    : cdnAddress(target.moduleCdn, file);
}

/** Puts `link` before the project's own styles, which override those of packages as in Vite. */
export const placeLink = `const own = document.querySelector("style[${styleMark}]"); if (own) own.before(link); else document.head.append(link);`;

/**
 * A module that links a style sheet, reads JSON or has the address of an asset: networks serve these files unchanged, so
 * they cannot be imported.
 */
function fileModule(address: string): string {
  return `data:text/javascript,${encodeURIComponent(codeFor(address))}`;
}

function codeFor(address: string): string {
  const text = JSON.stringify(address);
  if (isAsset(address)) return `export default ${text};`;
  return address.endsWith('.json')
    ? `export default await (await fetch(${text})).json();`
    : `const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: ${text} }); ${placeLink}`;
}
