import { exactVersion, isExactVersion, isPackageName, longestVersion, packageName } from './package-names.js';

/** What an import of a package asks for. */
export interface PackageSpecifier {
  name: string;
  /** A version, a range or a tag behind `@`; null: whatever the project has. */
  range: string | null;
  /** `.` for the package itself, or `./` and the rest of the path. */
  subpath: string;
}

/** One module or file of one version of a package. */
export interface PackageFile {
  name: string;
  version: string;
  subpath: string;
}

/** Parts of a path: nothing that means something else in an address, and no way up. */
const pathWithout = (more: string) => String.raw`(?:/(?!\.{0,2}(?:/|$))[^/\\?#%${more}\p{Cc}]+)*`;
const importPath = pathWithout(String.raw`\s`);
/** Some packages have files with spaces in their names. */
const filePath = pathWithout('');

const longestSpecifier = 1_000;

const specifierPattern = new RegExp(`^(${packageName})(?:@([^/@\\s\\p{Cc}]+))?(${importPath})/?$`, 'u');
const pathPattern = new RegExp(`^/packages/(${packageName})@(${exactVersion})(${filePath})/?$`, 'u');

/** Takes `@scope/pkg@^3/sub/path` apart. Null for what names no package: paths, addresses, `#internal` and the like. */
export function parseSpecifier(specifier: string): PackageSpecifier | null {
  if (specifier.length > longestSpecifier) return null;
  const [, name = '', range = null, path = ''] = specifierPattern.exec(specifier) ?? [];
  if (!isPackageName(name) || (range?.length ?? 0) > longestVersion) return null;
  return { name, range, subpath: `.${path}` };
}

/** Where every sandbox origin serves it; the package itself is at a path that ends in `/`. */
export function packagePath(name: string, version: string, subpath = '.'): string {
  return `/packages/${name}@${version}/${encodeURI(subpath.slice(2))}`;
}

/**
 * The path that code imports: what is called a style sheet or JSON is itself at its own path, and a module with
 * `?module`. Whatever is called otherwise is a module anyway.
 */
export function modulePath(name: string, version: string, subpath = '.'): string {
  const path = packagePath(name, version, subpath);
  return isStyleOrData(name, subpath) ? `${path}?module` : path;
}

/** Whether the name says that it is a style sheet or JSON; packages are called `normalize.css`. */
export function isStyleOrData(name: string, subpath: string): boolean {
  return subpath === '.' ? name.endsWith('.css') : /\.(?:css|json)$/.test(subpath);
}

/** The opposite of `packagePath`, of a path that is decoded already. */
export function parsePackagePath(path: string): PackageFile | null {
  if (path.length > longestSpecifier) return null;
  const [, name = '', version = '', rest = ''] = pathPattern.exec(path) ?? [];
  return isPackageName(name) && isExactVersion(version) ? { name, version, subpath: `.${rest}` } : null;
}
