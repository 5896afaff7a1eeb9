import type { Page } from '@studio/contract/http/paging';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Result } from '@/lib/http-client.ts';
import { showProgress } from '@/ui/progress-indicators.tsx';
import { adminKey, dataOf, type ListQuestion } from './admin-client.ts';

interface AdminListOptions<T, Q extends ListQuestion> {
  /** Its name among the lists. */
  name: string;
  question: Q;
  /** SPEC 8: the toast's title where it cannot be loaded. */
  failure: string;
  ask: (question: Q, signal: AbortSignal) => Promise<Result<Page<T>>>;
}

/** One page of a list of the admin area, and which question it answers: until the next page is there, the last one stays. */
export function useAdminList<T, Q extends ListQuestion>({
  name,
  question,
  failure,
  ask,
}: AdminListOptions<T, Q>) {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: [adminKey, name, question],
    queryFn: async ({ signal }) => ({
      ...dataOf(await showProgress(ask(question, signal))),
      question: JSON.stringify(question),
    }),
    placeholderData: keepPreviousData,
    meta: { failure },
  });
  return {
    ...query,
    /** Asks anew; what is on its way may have been read before the change that is to be seen. */
    async refetch() {
      await client.cancelQueries({ queryKey: [adminKey, name] });
      return query.refetch();
    },
  };
}

export type AdminList<T> = ReturnType<typeof useAdminList<T, ListQuestion>>;
