import type { Page } from '@studio/contract/http/paging';
import type { TrashedProject } from '@studio/contract/http/projects';
import { CloudAlert, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '@/ui/button.tsx';
import { leadThroughCards } from '@/ui/card-keys.ts';
import { EmptyState } from '@/ui/empty-state.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { daysLeft } from '../model/days-left.ts';
import { momentText } from './moment-text.ts';
import { Pager } from './pager.tsx';

interface TrashListProps {
  list: {
    data: Page<TrashedProject> | undefined;
    error: Error | null;
    isFetching: boolean;
    refetch: () => unknown;
  };
  page: number;
  onPage: (page: number) => void;
  /** The buttons of a project. */
  renderActions: (project: TrashedProject) => ReactNode;
}

/** What was deleted in the last 30 days: when, how long it stays, and the way back. */
export function TrashList({ list, page, onPage, renderActions }: TrashListProps) {
  const { data, error, isFetching, refetch } = list;
  const [openedAt] = useState(Date.now);
  return (
    <>
      <div
        role="group"
        aria-label="Deleted projects"
        onKeyDown={leadThroughCards}
        aria-busy={isFetching}
        className="min-h-0 flex-1 overflow-auto p-4"
      >
        {error ? (
          <EmptyState icon={CloudAlert} title="Failed to load projects" text={error.message}>
            <Button busy={isFetching} onClick={refetch}>
              Retry
            </Button>
          </EmptyState>
        ) : !data ? (
          <LoadingTrash />
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
      {data && data.totalPages > 1 && <Pager page={page} totalPages={data.totalPages} onPage={onPage} />}
    </>
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
