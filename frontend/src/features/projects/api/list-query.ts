import { type ProjectSort, projectSorts } from '@studio/contract/http/projects';
import { limits } from '@studio/contract/limits';

/** What a list of projects is asked for. */
export interface ListQuery {
  /** From 1. */
  page: number;
  search: string;
  sortBy: ProjectSort;
  /** All of these must be on a project. */
  tags: string[];
}

export const firstPage: ListQuery = { page: 1, search: '', sortBy: 'recent', tags: [] };

/** What the address of a list asks for. Anything that no list takes counts as not given. */
export function readListQuery(search: string): ListQuery {
  const given = new URLSearchParams(search);
  const page = Number(given.get('page') ?? 1);
  const tags = (given.get('tags') ?? '')
    .split(',')
    .filter((tag) => tag !== '' && tag.length <= limits.tagLength);
  return {
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : firstPage.page,
    search: (given.get('search') ?? '').trim().slice(0, limits.searchLength),
    sortBy: projectSorts.find((sort) => sort === given.get('sortBy')) ?? firstPage.sortBy,
    tags: [...new Set(tags)].slice(0, limits.tagCount),
  };
}

/** The same as the end of an address: empty for the first page of everything. */
export function writeListQuery({ page, search, sortBy, tags }: ListQuery): string {
  const given = new URLSearchParams();
  if (page !== firstPage.page) given.set('page', String(page));
  if (search !== '') given.set('search', search);
  if (sortBy !== firstPage.sortBy) given.set('sortBy', sortBy satisfies ProjectSort);
  if (tags.length > 0) given.set('tags', tags.join(','));
  return given.size === 0 ? '' : `?${given}`;
}
