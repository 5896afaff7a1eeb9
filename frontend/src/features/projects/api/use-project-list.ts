import type { Likes } from '@studio/contract/http/likes';
import type { Page } from '@studio/contract/http/paging';
import {
  type ProjectSort,
  type ProjectSummary,
  projectRoutes,
  projectSorts,
} from '@studio/contract/http/projects';
import { limits } from '@studio/contract/limits';
import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type { ApiError, Call } from '@/lib/http-client.ts';
import { createQueryClient } from '@/lib/query-client.ts';
import type { SocketClient } from '@/lib/socket-client.ts';
import { showProgress } from '@/ui/progress-indicators.tsx';
import { toast } from '@/ui/toast/toast.ts';
import * as texts from '../dialog-texts.ts';

/** The services that load lists and report changes of their numbers. */
export interface ListSource {
  call: Call;
  socket: SocketClient;
}

/** A query of a list of projects. */
export interface ListQuery {
  /** From 1. */
  page: number;
  search: string;
  sortBy: ProjectSort;
  /** A project must have all of these. */
  tags: string[];
}

export const firstPage: ListQuery = { page: 1, search: '', sortBy: 'recent', tags: [] };

/** Reads a query from the address of a list. Ignores invalid values. */
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

/** Writes a query as the end of an address; empty for the first page without filters. */
export function writeListQuery({ page, search, sortBy, tags }: ListQuery): string {
  const given = new URLSearchParams();
  if (page !== firstPage.page) given.set('page', String(page));
  if (search !== '') given.set('search', search);
  if (sortBy !== firstPage.sortBy) given.set('sortBy', sortBy satisfies ProjectSort);
  if (tags.length > 0) given.set('tags', tags.join(','));
  return given.size === 0 ? '' : `?${given}`;
}

/** The user's own projects, everybody's public ones, or those of one author. */
type ListScope = 'own' | 'public' | { author: string };

/** A list that could not be loaded. */
class ListError extends Error {
  readonly code: ApiError['code'];

  constructor({ message, code }: ApiError) {
    super(message);
    this.code = code;
  }
}

/** Whether the list does not exist, because no user has the author's name. */
export function isMissing(error: Error | null): boolean {
  return error instanceof ListError && error.code === 'not_found';
}

/** Lists are cached as long as their dialog is open, so that one user's data is not left for the next. */
export function createListClient(): QueryClient {
  return createQueryClient((error) => {
    if (!isMissing(error))
      toast({ title: texts.loadProjectsFailed, description: error.message, tone: 'danger' });
  });
}

async function fetchPage(
  call: Call,
  scope: ListScope,
  query: ListQuery,
  signal: AbortSignal,
): Promise<Page<ListedProject>> {
  const { page, search, sortBy, tags } = query;
  const options = {
    query: {
      page,
      sortBy,
      limit: scope === 'own' ? limits.pageSizeDefault : limits.browsePageSize,
      ...(search !== '' && { search }),
      ...(tags.length > 0 && { tags: tags.join(',') }),
      ...(typeof scope === 'object' && { author: scope.author }),
    },
    signal,
  };
  const response = await (scope === 'own'
    ? call(projectRoutes.listProjects, options)
    : call(projectRoutes.listPublicProjects, options));
  if (!response.ok) throw new ListError(response.error);
  return response.data;
}

/**
 * A project of a list. `isGone`: it is no longer public. `isInTrash`: its owner has deleted it. Its place is kept, so
 * that no card moves under the pointer.
 */
export type ListedProject = ProjectSummary & { isGone?: boolean; isInTrash?: boolean };

/** After a project was deleted or restored. */
export function showInTrash(client: QueryClient, id: string, isInTrash: boolean): void {
  changePages(client, id, (shown) => ({ ...shown, isInTrash }));
}

/** After a like: keeps the count if the server has sent a newer one than `before` since. */
export function showLike(client: QueryClient, id: string, before: number, { isLiked, likes }: Likes): void {
  changePages(client, id, (shown) => ({
    ...shown,
    isLiked,
    likes: shown.likes === before ? likes : shown.likes,
  }));
}

/** Changes one project in all loaded pages, unless they show a newer version. */
function changeShown(client: QueryClient, id: string, part: Partial<ListedProject>): void {
  changePages(client, id, (shown) =>
    (part.version ?? shown.version) >= shown.version ? { ...shown, ...part } : shown,
  );
}

function changePages(client: QueryClient, id: string, change: (shown: ListedProject) => ListedProject): void {
  client.setQueriesData<Page<ListedProject>>(
    { queryKey: ['projects'] },
    (page) =>
      page && {
        ...page,
        data: page.data.map((project) => (project.id === id ? change(project) : project)),
      },
  );
}

/** One page of a list, with its likes, views and forks kept live while it is shown. */
export function useProjectList({ call, socket }: ListSource, scope: ListScope, query: ListQuery) {
  const client = useQueryClient();
  const list = useQuery({
    queryKey: ['projects', scope, query],
    queryFn: ({ signal }) => showProgress(fetchPage(call, scope, query, signal)),
    placeholderData: keepPreviousData,
  });
  const isOwnList = scope === 'own';
  const idsOf = (wanted: boolean) =>
    (list.data?.data ?? [])
      .filter(({ isGone = false }) => isGone === wanted)
      .map(({ id }) => id)
      .join();
  const [shownIds, goneIds] = [idsOf(false), idsOf(true)];
  const readAgain = useCallback(
    async (id: string) => {
      const response = await call(projectRoutes.readProjectSummary, { params: { id } });
      if (response.ok) {
        const isGone = !isOwnList && !response.data.isPublic;
        changeShown(client, id, { ...response.data, isGone, isInTrash: false });
      }
      return response;
    },
    [call, client, isOwnList],
  );

  // The server reports nothing of these to lists any more. Their watches are asked for until they may be seen again.
  useEffect(() => {
    if (goneIds === '') return undefined;
    const ids = goneIds.split(',');
    const stops = [
      ...ids.map((id) => socket.watchProject(id, (state) => state && void readAgain(id))),
      // The owner and admins may watch them also while they are not public.
      socket.on('project:updated', ({ projectId }) => ids.includes(projectId) && void readAgain(projectId)),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [goneIds, socket, readAgain]);

  useEffect(() => {
    if (shownIds === '') return undefined;
    const ids = shownIds.split(',');
    /** A takedown leaves the project to its owner, and a deletion by an admin does not even leave it in the trash. */
    const readModerated = async (id: string) => {
      const response = await readAgain(id);
      if (!response.ok && response.error.code === 'not_found')
        await client.invalidateQueries({ queryKey: ['projects'] });
    };
    const stops = [
      socket.watchList(ids, (counters) => {
        for (const { projectId, isLiked, ...shown } of counters)
          changeShown(client, projectId, {
            ...shown,
            ...(isLiked !== undefined && { isLiked }),
            isGone: !isOwnList && !shown.isPublic,
            isInTrash: false,
          });
        const known = new Set(counters.map(({ projectId }) => projectId));
        for (const id of ids)
          if (!known.has(id)) changeShown(client, id, isOwnList ? { isInTrash: true } : { isGone: true });
      }),
      socket.on('project:unlisted', ({ projectId }) => {
        // One's own list contains private projects, too.
        if (!isOwnList) changeShown(client, projectId, { isGone: true });
      }),
      socket.on('project:removed', ({ projectId, by }) => {
        if (!isOwnList || !ids.includes(projectId)) return;
        if (by === 'owner') showInTrash(client, projectId, true);
        if (by === 'moderation') void readModerated(projectId);
      }),
      // Without a change, it was restored from the trash.
      socket.on('project:updated', ({ projectId, changed }) => {
        if (changed.length === 0 && ids.includes(projectId)) void readAgain(projectId);
      }),
      socket.on('project:likes', ({ projectId, likes }) => changeShown(client, projectId, { likes })),
      socket.on('project:liked', ({ projectId, isLiked }) => changeShown(client, projectId, { isLiked })),
      socket.on('project:stats', ({ projectId, ...numbers }) => changeShown(client, projectId, numbers)),
      // A save in another window may have changed title, tags and picture; the card stays in its place.
      socket.on('project:save-status', ({ projectId, status }) => {
        if (status === 'saved' && ids.includes(projectId)) void readAgain(projectId);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [shownIds, isOwnList, readAgain, socket, client]);

  return list;
}

/** The number of projects in a list, without those that have gone from the shown page. */
export function countListed({ total, data }: Page<ListedProject>): number {
  return total - data.filter(({ isGone, isInTrash }) => isGone || isInTrash).length;
}
