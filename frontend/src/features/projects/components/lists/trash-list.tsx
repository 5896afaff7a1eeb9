import type { Page } from '@studio/contract/http/paging';
import type { TrashedProject } from '@studio/contract/http/projects';
import type { UseQueryResult } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { SearchField } from '@/ui/fields/search-field.tsx';
import { EmptyState, Skeleton } from '@/ui/lists/list-states.tsx';
import { momentText } from '@/ui/moment.tsx';
import type { TrashListQuery } from '../../api/trash.ts';
import { daysLeft } from '../../api/trash.ts';
import * as texts from '../../dialog-texts.ts';
import { PagedList } from './paged-list.tsx';

interface TrashListProps {
  query: TrashListQuery;
  onQuery: (query: TrashListQuery) => void;
  list: UseQueryResult<Page<TrashedProject>>;
  /** Without those that were restored and still stand in it. */
  count: number | undefined;
  /** The buttons of a project. */
  renderActions: (project: TrashedProject) => ReactNode;
}

/** The projects deleted in the last 30 days, with date, remaining days and Restore. */
export function TrashList({ query, onQuery, list, count, renderActions }: TrashListProps) {
  const [openedAt] = useState(Date.now);
  return (
    <PagedList
      label={texts.deletedProjects}
      controls={
        <div className="flex shrink-0 px-4 py-3">
          <SearchField
            label={texts.searchTrash}
            placeholder={texts.searchAll}
            focused
            search={query.search}
            onSearch={(search) => onQuery({ search, page: 1 })}
          />
        </div>
      }
      list={list}
      count={count}
      query={query}
      onPage={(page) => onQuery({ ...query, page })}
      loading={<LoadingTrash />}
      empty={
        query.search === '' ? (
          <EmptyState icon={Trash2} title={texts.trashEmpty} text={texts.trashEmptyText} />
        ) : (
          <EmptyState icon={Trash2} title={texts.noProjectsFound} text={texts.tryAnotherSearch} />
        )
      }
      renderItems={(projects) => (
        <ul data-cards className="grid gap-2">
          {projects.map((project) => (
            <li
              key={project.id}
              aria-label={project.title}
              className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border bg-raised px-3 py-2"
            >
              <div className="min-w-40 flex-1">
                <h3 dir="auto" className="break-words font-medium">
                  {project.title}
                </h3>
                <p className="flex flex-wrap gap-x-3 text-muted text-sm">
                  <span>
                    {texts.deletedAt}{' '}
                    <time dateTime={project.deletedAt}>{momentText(project.deletedAt)}</time>
                  </span>
                  <span>{texts.staysFor(daysLeft(project.deletedAt, openedAt))}</span>
                </p>
              </div>
              <div className="flex gap-2">{renderActions(project)}</div>
            </li>
          ))}
        </ul>
      )}
    />
  );
}

const places = ['a', 'b', 'c', 'd'];

function LoadingTrash() {
  return (
    <div className="grid gap-2">
      <p className="sr-only">{texts.loadingTrash}</p>
      {places.map((place) => (
        <Skeleton key={place} className="h-13 w-full" />
      ))}
    </div>
  );
}
