import type { Page } from '@studio/contract/http/paging';

/** Which rows a page has. */
interface Range {
  limit: number;
  offset: number;
}

/**
 * Reads one page of a list. From the second on the total comes first, so that of a page past the end nothing is read,
 * however many rows would have to be skipped to find that. A first page that is not full has counted the list.
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
