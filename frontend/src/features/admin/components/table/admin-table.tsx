import type { LucideIcon } from 'lucide-react';
import { type ReactNode, type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { Button } from '@/ui/button.tsx';
import { classes } from '@/ui/classes.ts';
import { EmptyState, FailedState, Skeleton } from '@/ui/lists/list-states.tsx';
import { ListStatus } from '@/ui/lists/list-status.tsx';
import { Pager } from '@/ui/lists/pager.tsx';
import { useScrollToTop } from '@/ui/lists/use-scroll-to-top.ts';
import { useTurnBack } from '@/ui/lists/use-turn-back.ts';
import type { AdminList } from '../../api/admin-queries.ts';
import * as texts from '../../texts.ts';
import { useStableRows } from './stable-rows.ts';

/** A column. On narrow screens some are hidden, and another cell shows their content. */
export interface Column {
  heading: string;
  className?: string;
}

export interface AdminTableHandle {
  /** Reloads and shows the list after the admin's own action, and moves the focus to it unless it is elsewhere. */
  refresh: () => Promise<void>;
}

interface AdminTableProps<T> {
  /** The table's name. */
  name: string;
  list: AdminList<T>;
  columns: readonly Column[];
  /** The cells of a row. */
  renderCells: (item: T) => ReactNode;
  loading: string;
  failed: string;
  empty: { icon: LucideIcon; title: string; text?: string };
  onPage: (page: number) => void;
  ref?: Ref<AdminTableHandle>;
}

/** A page of a live list as a table, with its loading, empty and error states. Removed rows stay marked while the list is in use. */
export function AdminTable<T extends { id: string }>({ ref, ...props }: AdminTableProps<T>) {
  const { name, list, loading, failed, empty, onPage } = props;
  const place = useRef<HTMLDivElement>(null);
  const region = useRef<HTMLDivElement>(null);
  const stable = useStableRows(list, place);
  useImperativeHandle(ref, () => ({
    async refresh() {
      await stable.refresh();
      // In the list or around it; elsewhere, somebody has moved it meanwhile.
      const focused = document.activeElement;
      if (region.current?.contains(focused) || focused?.contains(region.current)) region.current?.focus();
    },
  }));
  const { data, error, isFetching, isPlaceholderData, refetch } = list;
  useTurnBack(data, onPage);
  useScrollToTop(region, data?.query ?? null);
  // A removed row is inert; the list takes over the focus.
  useLayoutEffect(() => {
    const line = document.activeElement?.closest('[inert]');
    if (line && region.current?.contains(line)) region.current.focus();
  });
  const showNew = () => {
    // Its button goes.
    region.current?.focus();
    stable.settle();
  };
  return (
    <>
      <ListStatus text={data && !isPlaceholderData ? `${name}: ${data.total}` : ''} />
      <div
        ref={place}
        onPointerLeave={stable.settleIfLeft}
        // The focus has not reached its next element yet.
        onBlur={() => setTimeout(stable.settleIfLeft)}
        className="contents"
      >
        {stable.waiting > 0 && (
          <div role="status" className="flex shrink-0 justify-center px-4 pb-2">
            <Button onClick={showNew}>{texts.showNew(stable.waiting)}</Button>
          </div>
        )}
        <div
          ref={region}
          role="region"
          aria-label={name}
          // Makes it scrollable by keyboard even where no row has a control.
          tabIndex={0}
          aria-busy={isFetching}
          className={classes(
            'relative min-h-0 flex-1 scroll-pt-10 overflow-auto focus-visible:-outline-offset-2',
            isPlaceholderData && 'opacity-50 transition-opacity delay-300',
          )}
        >
          {!data && error ? (
            <FailedState title={failed} error={error} onRetry={refetch} />
          ) : !data ? (
            <LoadingRows text={loading} />
          ) : stable.rows.length === 0 ? (
            <EmptyState {...empty} />
          ) : (
            <Table {...props} stable={stable} />
          )}
        </div>
      </div>
      <Pager
        key={list.question}
        page={list.page}
        totalPages={data?.totalPages}
        isFormer={isPlaceholderData}
        onPage={onPage}
      />
    </>
  );
}

interface TableProps<T> extends Pick<AdminTableProps<T>, 'name' | 'columns' | 'renderCells'> {
  stable: Pick<ReturnType<typeof useStableRows<T & { id: string }>>, 'rows'>;
}

function Table<T extends { id: string }>({ name, columns, renderCells, stable }: TableProps<T>) {
  return (
    <table className="w-full border-collapse">
      <caption className="sr-only">{name}</caption>
      <thead className="sticky top-0 z-10 bg-panel">
        <tr>
          {columns.map(({ heading, className }) => (
            <th
              key={heading}
              scope="col"
              className={classes('border-b px-2 py-1.5 text-left font-medium text-muted text-sm', className)}
            >
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {stable.rows.map(({ item, gone }) => (
          <tr
            key={item.id}
            inert={gone}
            className={classes(
              'border-b transition-colors hover:bg-hover',
              gone && 'line-through opacity-50',
            )}
          >
            {renderCells(item)}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const places = ['a', 'b', 'c', 'd', 'e', 'f'];

function LoadingRows({ text }: { text: string }) {
  return (
    <div className="grid gap-2 px-4">
      <p className="sr-only">{text}</p>
      {places.map((place) => (
        <Skeleton key={place} className="h-12 w-full" />
      ))}
    </div>
  );
}

const looks = {
  plain: 'bg-hover text-muted',
  good: 'bg-accent-soft text-accent',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
};

/** A state in one word. */
export function StateBadge({ look = 'plain', text }: { look?: keyof typeof looks; text: string }) {
  return (
    <span
      className={classes(
        'inline-block whitespace-nowrap rounded-sm px-1.5 py-0.5 text-xs no-underline',
        looks[look],
      )}
    >
      {text}
    </span>
  );
}
