import * as z from 'zod/mini';
import { ErrorBody } from './errors.js';
import { Timestamp } from './http/text.js';

/**
 * 429 `publish_limit`: the account has published `most` projects, as many as a new one may on its first day, or as anybody
 * may in 24 hours whose best group of the forum is `group`. `publishableFrom` is when it may publish again; null: not
 * before the forum has put it into another group. Private projects can be saved.
 */
export const PublishLimit = z.extend(ErrorBody, {
  publishableFrom: z.nullable(Timestamp),
  most: z.int(),
  group: z.nullable(z.string()),
});
export type PublishLimit = z.infer<typeof PublishLimit>;
