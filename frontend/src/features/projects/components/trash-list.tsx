import type { Page } from '@studio/contract/http/paging';
import type { TrashedProject } from '@studio/contract/http/projects';
import type { UseQueryResult } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { leadThroughCards } from '@/ui/card-keys.ts';
import { classes } from '@/ui/classes.ts';
import { EmptyState } from '@/ui/empty-state.tsx';
import { FailedState } from '@/ui/failed-state.tsx';
import { momentText } from '@/ui/moment-text.ts';
import { Pager } from '@/ui/pager.tsx';
import { SearchField } from '@/ui/search-field.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import type { TrashListQuery } from '../api/trash.ts';
import { daysLeft } from '../model/days-left.ts';

interface TrashListProps {
  query: TrashListQuery;
  onQuery: (query: TrashListQuery) => void;
  list: UseQueryResult<Page<TrashedProject>>;
  /** The buttons of a project. */
  renderActions: (project: TrashedProject) => ReactNode;
}

/** What was deleted in the last 30 days: when, how long it stays, and the way back. */
export function TrashList({ query, onQuery, list, renderActions }: TrashListProps) {
  const { data, error, isFetching, isPlaceholderData, refetch } = list;
  const [openedAt] = useState(Date.now);
  return (
    <div role="group" aria-label="Deleted projects" onKeyDown={leadThroughCards} className="contents">
      <div className="flex shrink-0 px-4 py-3">
        <SearchField
          label="Search the trash"
          placeholder="Search title, description or author"
          focused
          search={query.search}
          onSearch={(search) => onQuery({ search, page: 1 })}
        />
      </div>
      <div
        aria-busy={isFetching}
        className={classes(
          'min-h-0 flex-1 overflow-auto px-4 pb-4',
          isPlaceholderData && 'opacity-50 transition-opacity delay-300',
        )}
      >
        {!data && error ? (
          <FailedState title="Failed to load projects" error={error} onRetry={refetch} />
        ) : !data ? (
          <LoadingTrash />
        ) : data.data.length === 0 && query.search !== '' ? (
          <EmptyState icon={Trash2} title="No projects found" text="Try another search." />
        ) : data.data.length === 0 ? (
          <EmptyState
            icon={Trash2}
            title="The trash is empty"
            text="A project that you delete stays here for 30 days."
          />
        ) : (
          <ul data-cards className="grid gap-2">
            {data.data.map((project) => (
              <li
                key={project.id}
                aria-label={project.title}
                className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border bg-raised px-3 py-2"
              >
                <div className="min-w-40 flex-1">
                  <h3 className="break-words font-medium">{project.title}</h3>
                  <p className="flex flex-wrap gap-x-3 text-muted text-sm">
                    <span>
                      Deleted <time dateTime={project.deletedAt}>{momentText(project.deletedAt)}</time>
                    </span>
                    <span>{staysFor(daysLeft(project.deletedAt, openedAt))}</span>
                  </p>
                </div>
                <div className="flex gap-2">{renderActions(project)}</div>
              </li>
            ))}
          </ul>
        )}
      </div>
      {data && data.totalPages > 1 && (
        <Pager
          page={query.page}
          totalPages={data.totalPages}
          onPage={(page) => onQuery({ ...query, page })}
        />
      )}
    </div>
  );
}

const staysFor = (days: number) => `${days} ${days === 1 ? 'day' : 'days'} left`;

const places = ['a', 'b', 'c', 'd'];

function LoadingTrash() {
  return (
    <div className="grid gap-2">
      <p className="sr-only">Loading the trash...</p>
      {places.map((place) => (
        <Skeleton key={place} className="h-13 w-full" />
      ))}
    </div>
  );
}
