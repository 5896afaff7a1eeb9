import {
  exactVersion,
  isExactVersion,
  isPackageName,
  maxVersionLength,
  packageNamePattern,
} from './package-names.js';

/** The parts of an import of a package. */
export interface PackageSpecifier {
  name: string;
  /** A version, a range or a tag after `@`; null: the version that the project has. */
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

/** Behind what styles import without the name of a file: whether it is a style sheet is to be looked up. */
const ofStyles = '/*.css';

/** What the studio is asked about a style sheet that styles import as `pkg` or `pkg/path`. */
export function askedAsStyles(written: string): string {
  return written + ofStyles;
}

/** The import as it is in the code. */
export function asWritten(asked: string): string {
  return asked.endsWith(ofStyles) ? asked.slice(0, -ofStyles.length) : asked;
}

/** What no address can have: control characters, and halves of characters. */
const unprintable = String.raw`\p{Cc}\p{Cs}`;
/** A path without the excluded characters, those with a meaning in addresses, and `.` or `..` parts. */
const pathWithout = (more: string) => String.raw`(?:/(?!\.{0,2}(?:/|$))[^/\\?#%${more}${unprintable}]+)*`;
const importPath = pathWithout(String.raw`\s`);
/** Some packages have files with spaces in their names. */
const filePath = pathWithout('');

const maxSpecifierLength = 1_000;

const specifierPattern = new RegExp(
  `^(${packageNamePattern})(?:@([^/@\\s${unprintable}]+))?(${importPath})/?$`,
  'u',
);
const pathPattern = new RegExp(`^/packages/(${packageNamePattern})@(${exactVersion})(${filePath})/?$`, 'u');

/** Parses `@scope/pkg@^3/sub/path`. Null if it names no package, such as paths, addresses and `#internal`. */
export function parseSpecifier(specifier: string): PackageSpecifier | null {
  if (specifier.length > maxSpecifierLength) return null;
  const [, name = '', range = null, path = ''] = specifierPattern.exec(specifier) ?? [];
  if (!isPackageName(name) || (range?.length ?? 0) > maxVersionLength) return null;
  return { name, range, subpath: `.${path}` };
}

/** The path of a file on every sandbox origin; that of the package itself ends in `/`. */
export function packagePath(name: string, version: string, subpath = '.'): string {
  return `/packages/${name}@${version}/${encodeURI(subpath.slice(2))}`;
}

/**
 * The path that code imports. A file that is named as a style sheet, JSON or an asset is served unchanged at its own path,
 * and as a module with `?module`. Other files are always served as modules.
 */
export function modulePath(name: string, version: string, subpath: string): string {
  const path = packagePath(name, version, subpath);
  return isPlainFile(name, subpath) ? `${path}${asModule}` : path;
}

/** Behind the path of a style sheet, JSON file or asset: as a module. */
export const asModule = '?module';

/** Whether a name is that of a style sheet, JSON or an asset. Packages can have such names, too: `normalize.css`. */
export function isPlainFile(name: string, subpath: string): boolean {
  return subpath === '.' ? name.endsWith('.css') : /\.(?:css|json)$/.test(subpath) || isAsset(subpath);
}

/** Pictures, sounds, films, fonts and documents, of which code imports the address, as in Vite. */
const asset =
  /\.(?:apng|bmp|png|jpe?g|jfif|pjpeg|pjp|gif|svg|ico|webp|avif|cur|jxl|mp4|webm|ogg|mp3|wav|flac|aac|opus|mov|m4a|vtt|woff2?|eot|ttf|otf|webmanifest|pdf|txt)$/i;

export function isAsset(path: string): boolean {
  return asset.test(path);
}

/** The inverse of `packagePath`, for a decoded path; null for any other path. */
export function parsePackagePath(path: string): PackageFile | null {
  if (path.length > maxSpecifierLength) return null;
  const [, name = '', version = '', rest = ''] = pathPattern.exec(path) ?? [];
  return isPackageName(name) && isExactVersion(version) ? { name, version, subpath: `.${rest}` } : null;
}
