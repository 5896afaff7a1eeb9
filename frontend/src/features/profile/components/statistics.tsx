import { type UserStats, userRoutes } from '@studio/contract/http/users';
import { useQuery } from '@tanstack/react-query';
import { formatUsage } from '@/lib/file-size.ts';
import type { Call } from '@/lib/http-client.ts';
import { useOwnQueryClient } from '@/lib/query-client.ts';
import { FailedState } from '@/ui/failed-state.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import * as texts from '../texts.ts';

const figures: { label: string; of: (stats: UserStats) => number }[] = [
  { label: texts.projects, of: ({ projects }) => projects },
  { label: texts.publicProjects, of: ({ publicProjects }) => publicProjects },
  { label: texts.likesReceived, of: ({ likesReceived }) => likesReceived },
  { label: texts.views, of: ({ views }) => views },
  { label: texts.forks, of: ({ forks }) => forks },
  { label: texts.files, of: ({ storage }) => storage.assetCount },
];

/** What the person's work has come to (SPEC 2 User Profile), as it is when the profile opens. */
export function Statistics({ call }: { call: Call }) {
  const { data, error, isFetching, refetch } = useQuery(
    { queryKey: ['stats'], queryFn: ({ signal }) => readStats(call, signal) },
    useOwnQueryClient(),
  );
  return (
    <section aria-labelledby="statistics" aria-busy={isFetching} className="grid gap-2">
      <h3 id="statistics" className="font-semibold">
        {texts.statistics}
      </h3>
      {!data && error ? (
        <FailedState title={texts.statisticsFailed} error={error} onRetry={refetch} />
      ) : (
        <>
          {!data && <p className="sr-only">{texts.loadingStatistics}</p>}
          <dl className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-2">
            {figures.map(({ label, of }) => (
              <div key={label} className="flex flex-col-reverse rounded-lg border bg-raised px-3 py-2">
                <dt className="text-muted text-sm">{label}</dt>
                <dd className="flex h-7 items-center font-semibold text-xl tabular-nums">
                  {data ? of(data).toLocaleString() : <Skeleton className="h-5 w-10" />}
                </dd>
              </div>
            ))}
          </dl>
          <div className="grid gap-1.5 pt-1">
            <div className="flex justify-between gap-2 text-sm">
              <span className="text-muted">{texts.storage}</span>
              {data ? <span>{formatUsage(data.storage)}</span> : <Skeleton className="h-4 w-36" />}
            </div>
            <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-chosen">
              <div className="h-full bg-accent" style={{ width: data ? percent(data.storage) : 0 }} />
            </div>
          </div>
        </>
      )}
    </section>
  );
}

function percent({ totalUsed, totalLimit }: UserStats['storage']): string {
  return `${Math.min(100, (totalUsed / totalLimit) * 100)}%`;
}

async function readStats(call: Call, signal: AbortSignal): Promise<UserStats> {
  const answer = await call(userRoutes.userStats, { signal });
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.data;
}
