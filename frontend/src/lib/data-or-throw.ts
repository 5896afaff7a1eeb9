import type { Result } from './http-client.ts';

/** A response's data, for functions that report a failure by throwing. @throws Error with the server's message */
export function dataOrThrow<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.data;
}
