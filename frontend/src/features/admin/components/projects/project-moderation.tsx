import type { ModeratedProject } from '@studio/contract/http/admin';
import { projectSorts } from '@studio/contract/http/projects';
import { FolderSearch } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '@/ui/button.tsx';
import { SearchField } from '@/ui/fields/search-field.tsx';
import { Select } from '@/ui/fields/select.tsx';
import type { AdminSource } from '../../api/admin-client.ts';
import { type ProjectsQuestion, useModeratedProjects } from '../../api/list-queries.ts';
import * as texts from '../../texts.ts';
import type { Lent } from '../injected-components.ts';
import { OpenLink } from '../open-project-link.tsx';
import { ProjectCells, projectColumns } from '../project-cells.tsx';
import { Listing, type ListingHandle } from '../table/admin-table.tsx';
import { ChoiceButtons } from '../table/table-filters.tsx';
import { DeleteDialog } from './delete-project-dialog.tsx';
import { LookDialog } from './view-project-dialog.tsx';

const sortLabels = { recent: texts.recent, popular: texts.popular, views: texts.views, forks: texts.forks };
const sortOptions = projectSorts.map((value) => ({ value, label: sortLabels[value] }));

/** Each is a filter, and for `viewed` the order that goes with it. */
const choices = [
  { value: 'all', label: texts.all },
  { value: 'reported', label: texts.reported },
  { value: 'new', label: texts.isNew },
  { value: 'viewed', label: texts.mostViewed },
  { value: 'removed', label: texts.removed },
] as const;
type Choice = (typeof choices)[number]['value'];

function choiceOf({ filter, sortBy }: ProjectsQuestion): Choice {
  return filter === 'all' && sortBy === 'views' ? 'viewed' : filter;
}

function chosenPart(choice: Choice): Pick<ProjectsQuestion, 'filter' | 'sortBy'> {
  return choice === 'viewed' ? { filter: 'all', sortBy: 'views' } : { filter: choice, sortBy: 'recent' };
}

/** Everybody's projects, to be looked at, opened and deleted for good (SPEC 6). */
export function ProjectModeration({ source, lent }: { source: AdminSource; lent: Lent }) {
  const [question, setQuestion] = useState<ProjectsQuestion>({
    page: 1,
    search: '',
    sortBy: 'recent',
    filter: 'all',
  });
  const list = useModeratedProjects(source.call, question);
  const listing = useRef<ListingHandle>(null);
  const [looked, setLooked] = useState<ModeratedProject | null>(null);
  const [asked, setAsked] = useState<ModeratedProject | null>(null);
  const ask = (change: Partial<ProjectsQuestion>) => setQuestion({ ...question, page: 1, ...change });

  return (
    <>
      <div className="flex shrink-0 flex-wrap items-center gap-2 px-4 py-3">
        <SearchField
          label={texts.searchProjects}
          placeholder={texts.searchProjectsHint}
          search={question.search}
          onSearch={(search) => ask({ search })}
        />
        <Select
          label={texts.sortBy}
          value={question.sortBy}
          options={sortOptions}
          onChange={(sortBy) => ask({ sortBy })}
        />
        <ChoiceButtons
          label={texts.filter}
          choices={choices}
          chosen={choiceOf(question)}
          onChoose={(choice) => ask(chosenPart(choice))}
        />
      </div>
      <Listing
        name={texts.projects}
        list={list}
        columns={projectColumns}
        ref={listing}
        loading={texts.loadingProjects}
        failed={texts.loadFailed}
        empty={{ icon: FolderSearch, title: texts.noProjects }}
        onPage={(page) => setQuestion({ ...question, page })}
        renderCells={(project) => (
          <ProjectCells project={project}>
            <Button onClick={() => setLooked(project)}>{texts.view}</Button>
            <OpenLink projectId={project.id} />
            <Button onClick={() => setAsked(project)}>{texts.deleteProject}</Button>
          </ProjectCells>
        )}
      />
      {looked && (
        <LookDialog
          call={source.call}
          project={looked}
          lent={lent}
          onDelete={() => setAsked(looked)}
          onClose={() => setLooked(null)}
        />
      )}
      {asked && (
        <DeleteDialog
          call={source.call}
          project={asked}
          onDeleted={() => {
            setAsked(null);
            setLooked(null);
            void listing.current?.refresh();
          }}
          onCancel={() => setAsked(null)}
        />
      )}
    </>
  );
}
