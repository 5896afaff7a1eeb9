/** Codes of Node's errors for a path at which there is no file, or can be none. */
const codes = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP', 'ERR_INVALID_ARG_VALUE'];

/** For the `catch` of a read: null if there is no such file. @throws the error of a file that cannot be read */
export function nullIfMissing(error: unknown): null {
  if (codes.includes((error as NodeJS.ErrnoException).code ?? '')) return null;
  throw error;
}
