import type { ProjectSort } from '@studio/contract/http/projects';

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
