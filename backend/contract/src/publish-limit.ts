import * as z from 'zod/mini';
import { ErrorBody } from './errors.js';
import { Timestamp } from './http/text.js';

/**
 * `publish_limit`: the account has published `most` projects, the limit for new accounts on their first day, or for the
 * forum group `group` in 24 hours. `publishableFrom`: when it may publish again, with 429; null, with 403: only after the
 * forum has put it into another group. Private projects can be saved.
 */
export const PublishLimit = z.extend(ErrorBody, {
  publishableFrom: z.nullable(Timestamp),
  most: z.int(),
  group: z.nullable(z.string()),
});
export type PublishLimit = z.infer<typeof PublishLimit>;
