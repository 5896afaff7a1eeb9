import * as z from 'zod/mini';
import { limits } from '../limits.js';
import { text } from './text.js';

/** A whole number in a query string: digits only, so that `1e9`, `0x10`, `NaN` and repeated parameters are 400. */
export function wholeNumber(min: number, max: number) {
  const error = `must be given once, as a whole number from ${min} to ${max}`;
  return z.pipe(
    z.pipe(z.string(error).check(z.regex(/^\d{1,15}$/, error)), z.transform(Number)),
    z.int(error).check(z.minimum(min, error), z.maximum(max, error)),
  );
}

export const pageLimit = wholeNumber(1, limits.pageSizeMax);

/** `page` from 1, `limit` 1–100 (default 20), literal `search`. Lists with several orders override `sortBy`. */
export const pageQuery = {
  page: z._default(wholeNumber(1, 1_000_000), 1),
  limit: z._default(pageLimit, limits.pageSizeDefault),
  search: z.optional(text(limits.searchLength)),
  sortBy: z.optional(z.enum(['default'])),
};

/** The query of a list with one order and without search. */
export const PageQuery = z.omit(z.object(pageQuery), { search: true });
export type PageQuery = z.infer<typeof PageQuery>;

/** The response of every list. */
export function pageOf<T extends z.ZodMiniType>(item: T) {
  return z.object({
    data: z.array(item),
    total: z.int(),
    page: z.int(),
    limit: z.int(),
    totalPages: z.int(),
  });
}

/** One page of a list, as plain data. */
export interface Page<T> {
  data: T[];
  total: number;
  page: number;
  limit: number;
  totalPages: number;
}
