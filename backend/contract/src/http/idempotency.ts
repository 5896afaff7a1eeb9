import * as z from 'zod/mini';
import { limits } from '../limits.js';
import { text } from './text.js';

/**
 * The headers of calls that create something. A repeated request with the same `idempotency-key` and content returns what
 * the first one created: 422 with other content, 404 if that has been deleted since.
 */
export const IdempotencyHeaders = z.object({
  'idempotency-key': z.optional(text(limits.idempotencyKeyLength, 1)),
});
export type IdempotencyHeaders = z.infer<typeof IdempotencyHeaders>;
