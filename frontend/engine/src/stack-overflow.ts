/** True if code has run out of stack, or a value has grown too long. Firefox throws an InternalError for the first. */
export function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError || (error instanceof Error && error.name === 'InternalError');
}
