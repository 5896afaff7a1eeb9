import { type Fork, type ForkPage, type ForkSource, forkRoutes } from '@studio/contract/http/forks';
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { dataOrThrow } from '@/lib/data-or-throw.ts';
import type { Call } from '@/lib/http-client.ts';
import type { SocketClient } from '@/lib/socket-client.ts';

/** Forks per request on a level of the tree; more are loaded on demand. */
const pageSize = 50;
/** The most projects that a list may watch. */
const watched = 100;

/** One level of a project's tree of forks. */
export function useForks(call: Call, projectId: string) {
  return useInfiniteQuery({
    queryKey: ['forks', projectId],
    initialPageParam: 1,
    async queryFn({ pageParam, signal }): Promise<ForkPage> {
      return dataOrThrow(
        await call(forkRoutes.listForks, {
          params: { id: projectId },
          query: { page: pageParam, limit: pageSize },
          signal,
        }),
      );
    },
    getNextPageParam: ({ page, totalPages }) => (page < totalPages ? page + 1 : undefined),
  });
}

/** The forks in pages that were loaded one after another; one that has changed places meanwhile is in several. */
export function forksIn(pages: ForkPage[]): Fork[] {
  const forks = pages.flatMap(({ data }) => data);
  return [...new Map(forks.map((fork) => [fork.id, fork])).values()];
}

/** Loads the next page, and then all of them again if forks have changed places: others would be missing. */
export async function fetchMoreForks({ fetchNextPage, refetch }: ReturnType<typeof useForks>): Promise<void> {
  const { data } = await fetchNextPage();
  const pages = data?.pages ?? [];
  const loaded = pages.reduce((sum, page) => sum + page.data.length, 0);
  if (forksIn(pages).length < loaded) await refetch();
}

/** Keeps the counts of the projects in a tree live; the forks of a project are loaded again when it gets a new one. */
export function useLiveForks(socket: SocketClient, projectIds: string[]): void {
  const client = useQueryClient();
  const ids = projectIds.slice(0, watched).join();
  const forkCounts = useRef(new Map<string, number>());
  useEffect(() => {
    const show = (id: string, numbers: Partial<Pick<Fork, 'likes' | 'views' | 'forkCount'>>) =>
      client.setQueriesData<InfiniteData<ForkPage>>({ queryKey: ['forks'] }, (tree) => {
        if (!tree?.pages.some(({ data }) => data.some((fork) => fork.id === id))) return tree;
        const changed = (fork: Fork) => (fork.id === id ? { ...fork, ...numbers } : fork);
        return { ...tree, pages: tree.pages.map((page) => ({ ...page, data: page.data.map(changed) })) };
      });
    /** Does not cancel what is loading, such as the next page; that may be older, so it is loaded again afterwards. */
    const reload = async (queryKey: string[]) => {
      const isLoading = client.isFetching({ queryKey }) > 0;
      const options = { cancelRefetch: false };
      await client.invalidateQueries({ queryKey }, options);
      if (isLoading) await client.invalidateQueries({ queryKey }, options);
    };
    const counts = forkCounts.current;
    const stops = [
      socket.watchList(ids.split(','), (counters) => {
        for (const { projectId, likes, views, forkCount } of counters) {
          show(projectId, { likes, views, forkCount });
          if ((counts.get(projectId) ?? forkCount) !== forkCount) void reload(['forks', projectId]);
          counts.set(projectId, forkCount);
        }
      }),
      socket.on('project:likes', ({ projectId, likes }) => show(projectId, { likes })),
      socket.on('project:stats', ({ projectId, views, forkCount }) => {
        show(projectId, { views, forkCount });
        if (counts.get(projectId) !== forkCount) void reload(['forks', projectId]);
        counts.set(projectId, forkCount);
      }),
      socket.on('project:unlisted', () => void reload(['forks'])),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [ids, socket, client]);
}

/** The project that a project was forked from, if the user may see it. */
export function useForkSource(
  call: Call,
  fork: { id: string; forkedFrom: string } | null,
): ForkSource['source'] {
  const [found, setFound] = useState<{ id: string; source: ForkSource['source'] }>();
  const id = fork?.id;
  useEffect(() => {
    if (id === undefined) return undefined;
    let current = true;
    const find = async () => {
      const response = await call(forkRoutes.forkSource, { params: { id } });
      if (current && response.ok) setFound({ id, ...response.data });
    };
    void find();
    return () => {
      current = false;
    };
  }, [call, id]);
  return found && found.id === id ? found.source : null;
}
