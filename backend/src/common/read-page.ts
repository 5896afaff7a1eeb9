import type { Page } from '@studio/contract/http/paging';

/** The rows of a page. */
interface Range {
  limit: number;
  offset: number;
}

/**
 * Reads one page of a list. From page 2 on it counts first, so that a page past the end is not read, which would skip
 * all rows. A first page that is not full needs no count.
 */
export async function readPage<T>(
  { page, limit }: { page: number; limit: number },
  count: () => Promise<number>,
  read: (range: Range) => Promise<T[]>,
): Promise<Page<T>> {
  const offset = (page - 1) * limit;
  const first = page === 1 ? await read({ limit, offset }) : [];
  const total = page === 1 && first.length < limit ? first.length : await count();
  const data = page > 1 && offset < total ? await read({ limit, offset }) : first;
  return { data, total, page, limit, totalPages: Math.ceil(total / limit) };
}
