import { projectRoutes } from '@studio/contract/http/projects';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Call } from '@/lib/http-client.ts';
import { showProgress } from '@/ui/progress.ts';

async function fetchPage(call: Call, page: number, signal: AbortSignal) {
  const answer = await call(projectRoutes.listTrash, { query: { page }, signal });
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.data;
}

/** One page of what the user has deleted, the latest first; asked for while it is shown. */
export function useTrash(call: Call, page: number, shown: boolean) {
  return useQuery({
    queryKey: ['trash', page],
    queryFn: ({ signal }) => showProgress(fetchPage(call, page, signal)),
    enabled: shown,
    placeholderData: keepPreviousData,
  });
}
