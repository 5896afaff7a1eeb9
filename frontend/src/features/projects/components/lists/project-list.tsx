import type { Page } from '@studio/contract/http/paging';
import type { ProjectSummary } from '@studio/contract/http/projects';
import type { UseQueryResult } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '@/ui/lists/list-states.tsx';
import { Skeleton } from '@/ui/progress-indicators.tsx';
import type { ListQuery } from '../../api/list-query.ts';
import type { ListedProject } from '../../api/project-list.ts';
import * as texts from '../../dialog-texts.ts';
import { ListControls } from './list-controls.tsx';
import { PagedList } from './paged-list.tsx';
import { ProjectCard } from './project-card.tsx';

interface ProjectListProps {
  query: ListQuery;
  onQuery: (query: ListQuery) => void;
  list: UseQueryResult<Page<ListedProject>>;
  /** The search has the focus when the list comes, as in a dialog. */
  searchFirst?: boolean;
  /** What stands there when the list has nothing at all in it. */
  empty: { icon: LucideIcon; title: string; text: string };
  /** The buttons of a card. */
  renderActions: (project: ProjectSummary) => ReactNode;
}

/** A searchable, pageable grid of project cards in all its states. */
export function ProjectList({
  query,
  onQuery,
  list,
  searchFirst = false,
  empty,
  renderActions,
}: ProjectListProps) {
  const filtered = query.search !== '' || query.tags.length > 0;
  const toggleTag = (tag: string) =>
    onQuery({
      ...query,
      page: 1,
      tags: query.tags.includes(tag) ? query.tags.filter((chosen) => chosen !== tag) : [...query.tags, tag],
    });
  return (
    <PagedList
      label={texts.projects}
      controls={<ListControls query={query} onQuery={onQuery} onTag={toggleTag} searchFirst={searchFirst} />}
      list={list}
      page={query.page}
      onPage={(page) => onQuery({ ...query, page })}
      loading={<LoadingCards />}
      empty={
        filtered ? (
          <EmptyState icon={empty.icon} title={texts.noProjectsFound} text={texts.tryFewerTags} />
        ) : (
          <EmptyState {...empty} />
        )
      }
      renderItems={(projects) => (
        <ul data-cards className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-3">
          {projects.map((project) =>
            project.isGone ? (
              <GoneCard key={project.id} />
            ) : (
              <ProjectCard key={project.id} project={project} chosenTags={query.tags} onTag={toggleTag}>
                {renderActions(project)}
              </ProjectCard>
            ),
          )}
        </ul>
      )}
    />
  );
}

/** The place of a project that nobody but its owner may see any more. */
function GoneCard() {
  return (
    <li className="grid min-h-60 place-items-center rounded-lg border border-dashed p-3 text-muted">
      {texts.notPublicAnyMore}
    </li>
  );
}

const places = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];

function LoadingCards() {
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-3">
      <p className="sr-only">{texts.loadingProjects}</p>
      {places.map((place) => (
        <div key={place} className="grid gap-3 rounded-lg border bg-raised p-3">
          <Skeleton className="aspect-[8/5] w-full" />
          <Skeleton className="h-4 w-3/5" />
          <Skeleton className="h-3 w-2/5" />
          <Skeleton className="h-5 w-4/5" />
          <Skeleton className="h-8 w-full" />
        </div>
      ))}
    </div>
  );
}
