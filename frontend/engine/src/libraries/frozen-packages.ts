import type { PackageVersions } from '@studio/contract/packages/package-versions';
import { isStyleOrData, modulePath, packagePath, parseSpecifier } from '@studio/contract/packages/specifier';
import { isBare } from '../script/module-imports.js';
import { isCarriedPackage } from './bundled-modules.js';

/** What decides where the npm packages of a project come from. */
export interface PackageTarget {
  /** Where modules come from that the studio does not have (MODULE_CDN); null: nowhere. */
  moduleCdn: string | null;
  /** The page is a file of its own, without the studio's origin: its packages come from `moduleCdn` as well. */
  isFile?: boolean;
  /** They are put into that file afterwards, from the studio. */
  containsPackages?: boolean;
}

/** An import as the code has it. `hasAttributes`: written with attributes, such as `with { type: 'json' }`. */
interface PackageUse {
  specifier: string;
  hasAttributes: boolean;
}

/**
 * The name of the npm package that an import asks for; null where it is none, or one that the studio carries itself and
 * that may have any version.
 */
export function packageOf(specifier: string): string | null {
  const asked = isBare(specifier) ? parseSpecifier(specifier) : null;
  return asked === null || (asked.range === null && isCarriedPackage(asked.name)) ? null : asked.name;
}

/** The entries of an import map that lead to the frozen versions, for the project's code and for its packages alike. */
export function packageEntries(packages: PackageVersions, target: PackageTarget): Record<string, string> {
  const names = Object.keys(packages).filter((name) => !isCarriedPackage(name));
  return Object.fromEntries(
    names.toSorted().flatMap((name) => {
      const address = addressOf(name, packages[name] ?? '', '.', target);
      return [
        [name, address],
        [`${name}/`, address.endsWith('/') ? address : `${address}/`],
      ];
    }),
  );
}

/** The address of what one import asks for, in the version that the project has; null where it has none. */
export function packageModule(
  { specifier, hasAttributes }: PackageUse,
  packages: PackageVersions,
  target: PackageTarget,
): string | null {
  const name = packageOf(specifier);
  const version = name === null || isCarriedPackage(name) ? undefined : packages[name];
  if (name === null || version === undefined) return null;
  const subpath = parseSpecifier(specifier)?.subpath ?? '.';
  if (isLinked(target)) {
    const isStyle = !hasAttributes && (subpath === '.' ? name : subpath).endsWith('.css');
    return isStyle ? styleModule(name, version, subpath) : addressOf(name, version, subpath, target);
  }
  if (!hasAttributes) return modulePath(name, version, subpath);
  const path = packagePath(name, version, subpath);
  return isStyleOrData(name, subpath) ? path : `${path}?file`;
}

/** The same for a style sheet that styles import. */
export function packageStyle(
  specifier: string,
  packages: PackageVersions,
  target: PackageTarget,
): string | null {
  const { name, subpath } = parseSpecifier(specifier) ?? {};
  const version = name === undefined ? undefined : packages[name];
  if (name === undefined || subpath === undefined || version === undefined) return null;
  return isLinked(target) ? publicStyle(name, version, subpath) : packagePath(name, version, subpath);
}

/** Whether packages come from public networks. */
function isLinked({ isFile = false, containsPackages = false }: PackageTarget): boolean {
  return isFile && !containsPackages;
}

function addressOf(name: string, version: string, subpath: string, target: PackageTarget): string {
  if (!isLinked(target) || target.moduleCdn === null) return packagePath(name, version, subpath);
  return cdnAddress(target.moduleCdn, `${name}@${version}${subpath.slice(1)}`);
}

/** What MODULE_CDN has under a name. */
export function cdnAddress(moduleCdn: string, specifier: string): string {
  return `${moduleCdn.replace(/\/$/, '')}/${specifier}`;
}

function publicStyle(name: string, version: string, subpath: string): string {
  return `https://cdn.jsdelivr.net/npm/${name}@${version}${encodeURI(subpath.slice(1))}`;
}

/** Networks for modules have style sheets as they are, which no module can import: this one links it. */
function styleModule(name: string, version: string, subpath: string): string {
  const href = publicStyle(name, version, subpath);
  const link = `Object.assign(document.createElement("link"), { rel: "stylesheet", href: ${JSON.stringify(href)} })`;
  return `data:text/javascript,${encodeURIComponent(`document.head.append(${link});`)}`;
}
