/** Nobody imports source maps, which have more bytes than all else in many packages: they are left out. */
export function isSourceMap(file: string): boolean {
  return /\.(?:[cm]?[jt]sx?|css)\.map$/.test(file);
}

/** What a package may have as it is published, where these are the limits of what is taken. */
export function limitsWithMaps({ files, bytes }: { files: number; bytes: number }) {
  return { files: 2 * files, bytes: 2 * bytes };
}
