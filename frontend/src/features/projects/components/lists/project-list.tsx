import type { Page } from '@studio/contract/http/paging';
import { type ProjectSort, projectSorts } from '@studio/contract/http/projects';
import type { UseQueryResult } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { SearchField } from '@/ui/fields/search-field.tsx';
import { Select } from '@/ui/fields/select.tsx';
import { EmptyState, Skeleton } from '@/ui/lists/list-states.tsx';
import { countListed, type ListedProject, type ListQuery } from '../../api/use-project-list.ts';
import * as texts from '../../dialog-texts.ts';
import { PagedList } from './paged-list.tsx';
import { ProjectCard } from './project-card.tsx';
import { RemovableTags } from './removable-tags.tsx';

interface ProjectListProps {
  query: ListQuery;
  /** `replace`: Back does not lead to what was shown before. */
  onQuery: (query: ListQuery, replace?: true) => void;
  list: UseQueryResult<Page<ListedProject>>;
  /** The search gets the focus when the list appears, as in a dialog. */
  searchFirst?: boolean;
  /** Shown if the list is empty without any filter. */
  empty: { icon: LucideIcon; title: string; text: string };
  /** The buttons of a card. */
  renderActions: (project: ListedProject) => ReactNode;
}

/** A searchable, paged grid of project cards, with loading, empty and error states. */
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
      count={list.data && countListed(list.data)}
      query={query}
      onPage={(page, replace) => onQuery({ ...query, page }, replace)}
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

/** A placeholder for a project that is no longer public. */
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

const sortLabels: Record<ProjectSort, string> = {
  recent: texts.sortRecent,
  popular: texts.sortPopular,
  views: texts.sortViews,
  forks: texts.sortForks,
};
const sortOptions = projectSorts.map((value) => ({ value, label: sortLabels[value] }));

interface ListControlsProps {
  query: ListQuery;
  onQuery: (query: ListQuery) => void;
  onTag: (tag: string) => void;
  searchFirst: boolean;
}

/** Search, sort order and the selected tags. */
function ListControls({ query, onQuery, onTag, searchFirst }: ListControlsProps) {
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2 px-4 py-3">
      <SearchField
        label={texts.searchProjects}
        placeholder={texts.searchAll}
        focused={searchFirst}
        search={query.search}
        onSearch={(search) => onQuery({ ...query, search, page: 1 })}
      />
      <Select
        label={texts.sortBy}
        value={query.sortBy}
        options={sortOptions}
        onChange={(sortBy) => onQuery({ ...query, sortBy, page: 1 })}
      />
      <RemovableTags
        label={texts.chosenTags}
        tags={query.tags}
        onRemove={onTag}
        className="basis-full"
        look="bg-accent-soft text-accent"
      />
    </div>
  );
}
