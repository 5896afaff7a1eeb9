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

const namePart = '[a-z0-9~-][a-z0-9._~-]*';
const name = `(?:@${namePart}/)?${namePart}`;
/** No spaces, nothing that means something else in an address, and no way up. */
const path = String.raw`(?:/(?!\.{0,2}(?:/|$))[^/\\?#%\s\p{Cc}]+)*`;
const version = String.raw`\d{1,10}\.\d{1,10}\.\d{1,10}(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?`;

const longestName = 214;
const longestVersion = 64;
const longestSpecifier = 1_000;

const specifierPattern = new RegExp(`^(${name})(?:@([^/@\\s\\p{Cc}]+))?(${path})/?$`, 'u');
const pathPattern = new RegExp(`^/packages/(${name})@(${version})(${path})/?$`, 'u');
const namePattern = new RegExp(`^${name}$`);
const versionPattern = new RegExp(`^${version}$`);

/** By the rules of npm for new names. */
export function isPackageName(text: string): boolean {
  return text.length <= longestName && namePattern.test(text);
}

/** One exact version, such as `1.2.3` or `2.0.0-rc.1`. */
export function isExactVersion(text: string): boolean {
  return text.length <= longestVersion && versionPattern.test(text);
}

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

/** The opposite of `packagePath`, of a path that is decoded already. */
export function parsePackagePath(path: string): PackageFile | null {
  if (path.length > longestSpecifier) return null;
  const [, name = '', version = '', rest = ''] = pathPattern.exec(path) ?? [];
  return isPackageName(name) && isExactVersion(version) ? { name, version, subpath: `.${rest}` } : null;
}
