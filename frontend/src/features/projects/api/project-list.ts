import type { Page } from '@studio/contract/http/paging';
import type { ProjectSummary } from '@studio/contract/http/projects';
import { projectRoutes } from '@studio/contract/http/projects';
import { limits } from '@studio/contract/limits';
import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Call } from '@/lib/http-client.ts';
import { createQueryClient } from '@/lib/query-client.ts';
import type { SocketClient } from '@/lib/socket-client.ts';
import { showProgress } from '@/ui/progress.ts';
import { toast } from '@/ui/toast.ts';
import type { ListQuery } from './list-query.ts';

/** Where lists come from, and who tells that their numbers have changed. */
export interface ListSource {
  call: Call;
  socket: SocketClient;
}

/** The user's own projects, or everybody's public ones. */
export type ListScope = 'own' | 'public';

/** Lists live as long as their dialog: nothing of one user is left for the next. */
export function createListClient(): QueryClient {
  return createQueryClient(({ message }) =>
    toast({ title: 'Failed to load projects', description: message, tone: 'danger' }),
  );
}

async function fetchPage(call: Call, scope: ListScope, query: ListQuery, signal: AbortSignal) {
  const { page, search, sortBy, tags } = query;
  const options = {
    query: {
      page,
      sortBy,
      limit: scope === 'public' ? limits.browsePageSize : limits.pageSizeDefault,
      ...(search !== '' && { search }),
      ...(tags.length > 0 && { tags: tags.join(',') }),
    },
    signal,
  };
  const answer = await (scope === 'public'
    ? call(projectRoutes.listPublicProjects, options)
    : call(projectRoutes.listProjects, options));
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.data;
}

/** Changes what is shown of one project, on whichever page it stands. */
export function changeShown(client: QueryClient, id: string, part: Partial<ProjectSummary>): void {
  client.setQueriesData<Page<ProjectSummary>>(
    { queryKey: ['projects'] },
    (page) =>
      page && {
        ...page,
        data: page.data.map((project) => (project.id === id ? { ...project, ...part } : project)),
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
  const shownIds = list.data?.data.map(({ id }) => id).join() ?? '';

  useEffect(() => {
    if (shownIds === '') return undefined;
    socket.watchList(shownIds.split(','), (figures) => {
      for (const { projectId, ...numbers } of figures) changeShown(client, projectId, numbers);
    });
    const stops = [
      socket.on('project:likes', ({ projectId, likes }) => changeShown(client, projectId, { likes })),
      socket.on('project:stats', ({ projectId, ...numbers }) => changeShown(client, projectId, numbers)),
      // A save from elsewhere may have changed the title, the tags and the picture.
      socket.on('project:save-status', ({ projectId, status }) => {
        if (status === 'saved' && shownIds.includes(projectId))
          void client.invalidateQueries({ queryKey: ['projects', scope] });
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      socket.watchList([], () => undefined);
    };
  }, [shownIds, scope, socket, client]);

  return list;
}
