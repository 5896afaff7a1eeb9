import type { ModeratedProject } from '@studio/contract/http/admin';
import { adminRoutes } from '@studio/contract/http/admin';
import { projectSorts } from '@studio/contract/http/projects';
import { FolderSearch } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { bidiIsolate } from '@/lib/bidi-isolate.ts';
import { numberText } from '@/lib/count-of.ts';
import type { Call } from '@/lib/http-client.ts';
import { Button } from '@/ui/button.tsx';
import { AlertDialog } from '@/ui/dialogs/alert-dialog.tsx';
import { SearchField } from '@/ui/fields/search-field.tsx';
import { Select } from '@/ui/fields/select.tsx';
import { NoteField } from '@/ui/fields/text-field.tsx';
import { showProgress } from '@/ui/progress-indicators.tsx';
import { toast } from '@/ui/toast/toast.ts';
import type { AdminSource } from '../../api/admin-client.ts';
import { type ProjectsQuery, useModeratedProjects } from '../../api/admin-queries.ts';
import * as texts from '../../texts.ts';
import type { InjectedComponents } from '../injected-components.ts';
import { OpenProjectLink } from '../open-project-link.tsx';
import { AdminTable, type AdminTableHandle, type Column, StateBadge } from '../table/admin-table.tsx';
import { ChoiceButtons } from '../table/table-filters.tsx';
import { ViewProjectDialog } from './view-project-dialog.tsx';

const sortLabels = { recent: texts.recent, popular: texts.popular, views: texts.views, forks: texts.forks };
const sortOptions = projectSorts.map((value) => ({ value, label: sortLabels[value] }));

/** Filters; `viewed` also sets the sort order. */
const choices = [
  { value: 'all', label: texts.all },
  { value: 'reported', label: texts.reported },
  { value: 'new', label: texts.isNew },
  { value: 'viewed', label: texts.mostViewed },
  { value: 'removed', label: texts.removed },
] as const;
type Choice = (typeof choices)[number]['value'];

function choiceOf({ filter, sortBy }: ProjectsQuery): Choice {
  return filter === 'all' && sortBy === 'views' ? 'viewed' : filter;
}

function chosenPart(choice: Choice): Pick<ProjectsQuery, 'filter' | 'sortBy'> {
  return choice === 'viewed' ? { filter: 'all', sortBy: 'views' } : { filter: choice, sortBy: 'recent' };
}

/** The tab with everybody's projects, which can be viewed, opened and permanently deleted (specification: Roles). */
export function ProjectModeration({
  source,
  injected,
}: {
  source: AdminSource;
  injected: InjectedComponents;
}) {
  const [query, setQuery] = useState<ProjectsQuery>({
    page: 1,
    search: '',
    sortBy: 'recent',
    filter: 'all',
  });
  const list = useModeratedProjects(source.call, query);
  const table = useRef<AdminTableHandle>(null);
  const [looked, setLooked] = useState<ModeratedProject | null>(null);
  const [asked, setAsked] = useState<ModeratedProject | null>(null);
  // As the list has it now; the last it had, where it is on another page by then.
  const listed = list.data?.data.find(({ id }) => id === looked?.id);
  if (listed && listed !== looked) setLooked(listed);
  const changeQuery = (change: Partial<ProjectsQuery>) => setQuery({ ...query, page: 1, ...change });
  const look = (project: ModeratedProject) => {
    setLooked(project);
    // It may have been saved since, which is no moderation event; the address of its picture is that of one version.
    void list.refetch();
  };

  return (
    <>
      <div className="flex shrink-0 flex-wrap items-center gap-2 px-4 py-3">
        <SearchField
          label={texts.searchProjects}
          placeholder={texts.searchProjectsHint}
          search={query.search}
          onSearch={(search) => changeQuery({ search })}
        />
        <Select
          label={texts.sortBy}
          value={query.sortBy}
          options={sortOptions}
          onChange={(sortBy) => changeQuery({ sortBy })}
        />
        <ChoiceButtons
          label={texts.filter}
          choices={choices}
          chosen={choiceOf(query)}
          onChoose={(choice) => changeQuery(chosenPart(choice))}
        />
      </div>
      <AdminTable
        name={texts.projects}
        list={list}
        columns={projectColumns}
        ref={table}
        loading={texts.loadingProjects}
        failed={texts.loadFailed}
        empty={{ icon: FolderSearch, title: texts.noProjects }}
        onPage={(page) => setQuery({ ...query, page })}
        renderCells={(project) => (
          <ProjectCells project={project}>
            <Button onClick={() => look(project)}>{texts.view}</Button>
            <OpenProjectLink projectId={project.id} />
            <Button onClick={() => setAsked(project)}>{texts.deleteProject}</Button>
          </ProjectCells>
        )}
      />
      {looked && (
        <ViewProjectDialog
          call={source.call}
          project={looked}
          injected={injected}
          onDelete={() => setAsked(looked)}
          onClose={() => setLooked(null)}
        />
      )}
      {asked && (
        <DeleteProjectDialog
          call={source.call}
          project={asked}
          onDeleted={() => {
            // Others may be open by the time of the answer.
            setAsked((now) => (now === asked ? null : now));
            setLooked((now) => (now?.id === asked.id ? null : now));
            void table.current?.refresh();
          }}
          onCancel={() => setAsked(null)}
        />
      )}
    </>
  );
}

const number = 'text-right tabular-nums max-lg:hidden';

const projectColumns: readonly Column[] = [
  { heading: texts.project, className: 'pl-4' },
  { heading: texts.state, className: 'max-sm:hidden' },
  { heading: texts.views, className: number },
  { heading: texts.likes, className: number },
  { heading: texts.forks, className: number },
  { heading: texts.openReports, className: number },
  { heading: texts.actions, className: 'pr-4 text-right' },
];

/** The cells of a project's row; `children` are its actions. */
function ProjectCells({ project, children }: { project: ModeratedProject; children: ReactNode }) {
  const { title, username, views, likes, forkCount, openReports, ownerSuspended } = project;
  return (
    <>
      <th scope="row" className="w-full max-w-0 py-2 pr-2 pl-4 text-left font-normal">
        <span dir="auto" title={title} className="block truncate font-medium">
          {title}
        </span>
        <span className="block truncate text-muted text-sm">
          {bidiIsolate(username)}
          {ownerSuspended && texts.ownerSuspended}
        </span>
        <span className="flex flex-wrap gap-1 sm:hidden">
          <States project={project} />
        </span>
        <span className="block truncate text-faint text-sm lg:hidden">
          {texts.figures({ views, likes, forkCount })}
        </span>
        {openReports > 0 && (
          <span className="block text-sm text-warning lg:hidden">{texts.countedReports(openReports)}</span>
        )}
      </th>
      <td className="whitespace-nowrap p-2 max-sm:hidden">
        <States project={project} />
      </td>
      <td className={`p-2 ${number}`}>{numberText(views)}</td>
      <td className={`p-2 ${number}`}>{numberText(likes)}</td>
      <td className={`p-2 ${number}`}>{numberText(forkCount)}</td>
      <td className={`p-2 ${number}`}>
        {openReports === 0 ? 0 : <StateBadge look="warning" text={numberText(openReports)} />}
      </td>
      <td className="py-2 pr-4 pl-2">
        <div className="flex justify-end gap-1 max-md:flex-col">{children}</div>
      </td>
    </>
  );
}

function States({ project }: { project: ModeratedProject }) {
  const seenBy = seenByOf(project);
  return project.removedAt !== null ? (
    <StateBadge look="danger" text={texts.removed} />
  ) : (
    <StateBadge look={seenBy === texts.isPrivate ? 'plain' : 'good'} text={seenBy} />
  );
}

/** Who sees a project, by what opens it to the most people. */
function seenByOf({ isPublic, isEmbeddable, isByLink }: ModeratedProject): string {
  if (isPublic) return texts.isPublic;
  if (isEmbeddable) return texts.isEmbeddable;
  return isByLink ? texts.isByLink : texts.isPrivate;
}

interface DeleteProjectDialogProps {
  call: Call;
  project: { id: string; title: string; username: string };
  onDeleted: () => void;
  onCancel: () => void;
}

/** The stronger confirmation, for a deletion that cannot be undone (specification: Deleting). */
function DeleteProjectDialog({ call, project, onDeleted, onCancel }: DeleteProjectDialogProps) {
  const [understood, setUnderstood] = useState(false);
  const [reason, setReason] = useState('');
  const [deleting, setDeleting] = useState(false);

  const remove = async () => {
    setDeleting(true);
    const query = reason.trim() === '' ? {} : { reason: reason.trim() };
    const response = await showProgress(
      call(adminRoutes.purgeProject, { params: { id: project.id }, query }),
    );
    setDeleting(false);
    // Not found: another admin has already deleted it.
    if (response.ok || response.error.code === 'not_found') {
      toast({ title: response.ok ? texts.projectDeleted : texts.alreadyDeleted });
      onDeleted();
    } else {
      toast({ title: texts.adminDeleteFailed, description: response.error.message, tone: 'danger' });
    }
  };

  return (
    <AlertDialog
      title={texts.deletePermanently}
      text={texts.deleteText(bidiIsolate(project.title), bidiIsolate(project.username))}
      action={texts.deletePermanently}
      tone="danger"
      disabled={!understood}
      busy={deleting}
      onConfirm={remove}
      onCancel={onCancel}
    >
      <div className="mt-4 grid gap-3">
        <NoteField label={texts.deleteReason} value={reason} onChange={setReason} />
        <label className="flex min-h-hit items-center gap-2">
          <input
            type="checkbox"
            checked={understood}
            onChange={(event) => setUnderstood(event.target.checked)}
            className="size-4"
          />
          {texts.understood}
        </label>
      </div>
    </AlertDialog>
  );
}
