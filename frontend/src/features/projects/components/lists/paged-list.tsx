import type { Page } from '@studio/contract/http/paging';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { countOf } from '@/lib/count-of.ts';
import { classes } from '@/ui/classes.ts';
import { moveBetweenCards } from '@/ui/lists/card-keys.ts';
import { FailedState } from '@/ui/lists/list-states.tsx';
import { ListStatus } from '@/ui/lists/list-status.tsx';
import { Pager } from '@/ui/lists/pager.tsx';
import { useScrollToTop } from '@/ui/lists/use-scroll-to-top.ts';
import { useTurnBack } from '@/ui/lists/use-turn-back.ts';
import * as texts from '../../dialog-texts.ts';

interface PagedListProps<Item> {
  /** The accessible name of the whole list. */
  label: string;
  /** The search, shown above. */
  controls: ReactNode;
  list: UseQueryResult<Page<Item>>;
  /** The number of projects for screen readers; undefined until the list is loaded. */
  count: number | undefined;
  /** The page, and what was searched. */
  query: { page: number };
  /** `replace`: the page that was on show is there no more. */
  onPage: (page: number, replace?: true) => void;
  loading: ReactNode;
  /** Shown if nothing is found. */
  empty: ReactNode;
  renderItems: (items: Item[]) => ReactNode;
}

/** A page of projects with its loading, empty and error states, its search and its pager. */
export function PagedList<Item>({
  label,
  controls,
  list,
  count,
  query,
  onPage,
  loading,
  empty,
  renderItems,
}: PagedListProps<Item>) {
  const { data, error, isFetching, isPlaceholderData, refetch } = list;
  const isTurningBack = useTurnBack(data, (last) => onPage(last, true));
  const region = useRef<HTMLDivElement>(null);
  useScrollToTop(region, isPlaceholderData ? null : JSON.stringify(query));
  return (
    <div role="group" aria-label={label} onKeyDown={moveBetweenCards} className="contents">
      {controls}
      <ListStatus text={count === undefined || isPlaceholderData ? '' : countOf(count, 'project')} />
      <div
        ref={region}
        aria-busy={isFetching}
        className={classes(
          'min-h-0 flex-1 overflow-auto px-4 pb-4',
          isPlaceholderData && 'opacity-50 transition-opacity delay-300',
        )}
      >
        {!data && error ? (
          <FailedState title={texts.loadProjectsFailed} error={error} onRetry={refetch} />
        ) : !data || isTurningBack ? (
          loading
        ) : data.data.length === 0 ? (
          empty
        ) : (
          renderItems(data.data)
        )}
      </div>
      <Pager
        key={JSON.stringify({ ...query, page: 1 })}
        page={query.page}
        totalPages={data?.totalPages}
        isFormer={isPlaceholderData}
        onPage={onPage}
      />
    </div>
  );
}
