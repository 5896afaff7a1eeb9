import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';

/** Whether a value is what a schema says, and has no field that it does not name. */
export function isExactly(schema: z.core.$ZodType, value: unknown): boolean {
  const { success, data } = z.safeParse(schema, value);
  return success && isDeepStrictEqual(data, value);
}
