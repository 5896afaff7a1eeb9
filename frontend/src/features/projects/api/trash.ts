import { durations } from '@studio/contract/durations';
import { projectRoutes } from '@studio/contract/http/projects';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { dataOrThrow } from '@/lib/data-or-throw.ts';
import type { Call } from '@/lib/http-client.ts';
import { showProgress } from '@/ui/progress-indicators.tsx';

/** A query of the trash. */
export interface TrashListQuery {
  /** From 1. */
  page: number;
  search: string;
}

async function fetchPage(call: Call, { page, search }: TrashListQuery, signal: AbortSignal) {
  const query = { page, ...(search !== '' && { search }) };
  return dataOrThrow(await call(projectRoutes.listTrash, { query, signal }));
}

/** One page of the user's deleted projects, latest first; loaded only while `shown`. */
export function useTrash(call: Call, query: TrashListQuery, shown: boolean) {
  return useQuery({
    queryKey: ['trash', query],
    queryFn: ({ signal }) => showProgress(fetchPage(call, query, signal)),
    enabled: shown,
    placeholderData: keepPreviousData,
  });
}

const dayMs = 24 * 60 * 60_000;

/** How many days a deleted project stays in the trash; 1 on the last day (specification: Deleting). */
export function daysLeft(deletedAt: string, now: number): number {
  return Math.max(1, Math.ceil((Date.parse(deletedAt) + durations.trash - now) / dayMs));
}
