/**
 * Whether a file is a source map. They are left out: nothing imports them, and in many packages they are most of the
 * bytes.
 */
export function isSourceMap(file: string): boolean {
  return /\.(?:[cm]?[jt]sx?|css)\.map$/.test(file);
}

/** The limits of a published package with source maps, from the limits without. */
export function limitsWithMaps({ files, bytes }: { files: number; bytes: number }) {
  return { files: 2 * files, bytes: 2 * bytes };
}
