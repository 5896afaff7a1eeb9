import type { LucideIcon } from 'lucide-react';
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { Button } from '@/ui/button.tsx';
import { classes } from '@/ui/classes.ts';
import { EmptyState } from '@/ui/empty-state.tsx';
import { FailedState } from '@/ui/failed-state.tsx';
import { Pager } from '@/ui/pager.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import type { AdminList } from '../api/use-admin-list.ts';
import { useHeldList } from './use-held-list.ts';

/** A column by its heading; on narrow screens some are left out, and their line says it in another way. */
export interface Column {
  heading: string;
  className?: string;
}

interface ListingProps<T> {
  /** The table's name. */
  name: string;
  list: AdminList<T>;
  columns: readonly Column[];
  /** The cells of a line. */
  renderCells: (item: T) => ReactNode;
  loading: string;
  failed: string;
  empty: { icon: LucideIcon; title: string; text?: string };
  onPage: (page: number) => void;
  region?: RefObject<HTMLDivElement | null>;
}

/** A page of a live list as a table, in all its states. What has gone is marked until nobody is in the list. */
export function Listing<T extends { id: string }>(props: ListingProps<T>) {
  const { name, list, loading, failed, empty, onPage } = props;
  const own = useRef<HTMLDivElement>(null);
  const region = props.region ?? own;
  const held = useHeldList(list, region);
  const { data, error, isFetching, isPlaceholderData, refetch } = list;
  // A line that has gone takes no more keys: the list has them.
  useLayoutEffect(() => {
    const line = document.activeElement?.closest('[inert]');
    if (line && region.current?.contains(line)) region.current.focus();
  });
  return (
    <>
      {held.waiting > 0 && (
        <div role="status" className="flex shrink-0 justify-center px-4 pb-2">
          <Button onClick={held.settle}>{`Show ${held.waiting} new`}</Button>
        </div>
      )}
      <div
        ref={region}
        role="region"
        aria-label={name}
        tabIndex={-1}
        aria-busy={isFetching}
        onPointerLeave={held.settleIfLeft}
        // The focus has not arrived elsewhere yet.
        onBlur={() => setTimeout(held.settleIfLeft)}
        className={classes(
          'relative min-h-0 flex-1 overflow-auto outline-none',
          isPlaceholderData && 'opacity-50 transition-opacity delay-300',
        )}
      >
        {!data && error ? (
          <FailedState title={failed} error={error} onRetry={refetch} />
        ) : !data ? (
          <LoadingRows text={loading} />
        ) : held.lines.length === 0 ? (
          <EmptyState {...empty} />
        ) : (
          <Table {...props} held={held} />
        )}
      </div>
      {data && data.totalPages > 1 && <Pager page={data.page} totalPages={data.totalPages} onPage={onPage} />}
    </>
  );
}

interface TableProps<T> extends Pick<ListingProps<T>, 'name' | 'columns' | 'renderCells'> {
  held: Pick<ReturnType<typeof useHeldList<T & { id: string }>>, 'lines'>;
}

function Table<T extends { id: string }>({ name, columns, renderCells, held }: TableProps<T>) {
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
        {held.lines.map(({ item, gone }) => (
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
