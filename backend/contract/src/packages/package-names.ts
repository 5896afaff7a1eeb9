const namePart = '[a-z0-9~-][a-z0-9._~-]*';
/** Parts of patterns: the name of a package by the rules of npm for new names, and one exact version. */
export const packageNamePattern = `(?:@${namePart}/)?${namePart}`;
export const exactVersion = String.raw`\d{1,10}\.\d{1,10}\.\d{1,10}(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?`;

const maxNameLength = 214;
export const maxVersionLength = 64;

const namePattern = new RegExp(`^${packageNamePattern}$`);
const versionPattern = new RegExp(`^${exactVersion}$`);

/** By npm's rules for new names, without names that every object has, such as `constructor`: versions are keys. */
export function isPackageName(text: string): boolean {
  return text.length <= maxNameLength && namePattern.test(text) && !(text in {});
}

/** One exact version, such as `1.2.3` or `2.0.0-rc.1`. */
export function isExactVersion(text: string): boolean {
  return text.length <= maxVersionLength && versionPattern.test(text);
}
