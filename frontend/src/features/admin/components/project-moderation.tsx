import type { ModeratedProject } from '@studio/contract/http/admin';
import { projectSorts } from '@studio/contract/http/projects';
import { FolderSearch } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '@/ui/button.tsx';
import { SearchField } from '@/ui/search-field.tsx';
import { Select } from '@/ui/select.tsx';
import type { AdminSource } from '../api/admin-source.ts';
import { type ProjectsQuestion, useModeratedProjects } from '../api/lists.ts';
import { ChoiceButtons } from './choice-buttons.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import type { Lent } from './lent.ts';
import { Listing } from './listing.tsx';
import { LookDialog } from './look-dialog.tsx';
import { OpenLink } from './open-link.tsx';
import { ProjectCells, projectColumns } from './project-cells.tsx';

const sortLabels = { recent: 'Recent', popular: 'Popular', views: 'Views', forks: 'Forks' };
const sortOptions = projectSorts.map((value) => ({ value, label: sortLabels[value] }));

/** Each is a filter, and for `viewed` the order that goes with it. */
const choices = [
  { value: 'all', label: 'All' },
  { value: 'reported', label: 'Reported' },
  { value: 'new', label: 'New' },
  { value: 'viewed', label: 'Most viewed' },
  { value: 'removed', label: 'Removed' },
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
  const region = useRef<HTMLDivElement>(null);
  const [looked, setLooked] = useState<ModeratedProject | null>(null);
  const [asked, setAsked] = useState<ModeratedProject | null>(null);
  const deleted = useRef(false);
  const ask = (change: Partial<ProjectsQuestion>) => setQuestion({ ...question, page: 1, ...change });

  return (
    <>
      <div className="flex shrink-0 flex-wrap items-center gap-2 px-4 py-3">
        <SearchField
          label="Search projects"
          placeholder="Search title, description or author"
          search={question.search}
          onSearch={(search) => ask({ search })}
        />
        <Select
          label="Sort by"
          value={question.sortBy}
          options={sortOptions}
          onChange={(sortBy) => ask({ sortBy })}
        />
        <ChoiceButtons
          label="Filter"
          choices={choices}
          chosen={choiceOf(question)}
          onChoose={(choice) => ask(chosenPart(choice))}
        />
      </div>
      <Listing
        name="Projects"
        list={list}
        columns={projectColumns}
        region={region}
        loading="Loading projects..."
        failed="Failed to load admin data"
        empty={{ icon: FolderSearch, title: 'No projects found' }}
        onPage={(page) => setQuestion({ ...question, page })}
        renderCells={(project) => (
          <ProjectCells project={project}>
            <Button onClick={() => setLooked(project)}>View</Button>
            <OpenLink projectId={project.id} />
            <Button onClick={() => setAsked(project)}>Delete</Button>
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
          onClosed={() => deleted.current && region.current?.focus()}
        />
      )}
      {asked && (
        <DeleteDialog
          call={source.call}
          project={asked}
          onDeleted={() => {
            deleted.current = true;
            setAsked(null);
            setLooked(null);
            void list.refetch();
          }}
          onCancel={() => setAsked(null)}
          onClosed={() => {
            if (deleted.current) region.current?.focus();
            deleted.current = false;
          }}
        />
      )}
    </>
  );
}
