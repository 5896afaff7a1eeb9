import type { RevisionSummary } from '@studio/contract/http/revisions';
import { limits } from '@studio/contract/limits';
import { QueryClientProvider } from '@tanstack/react-query';
import { Bookmark, FileX, History } from 'lucide-react';
import { type ComponentType, type FormEvent, useId, useState } from 'react';
import type { Call } from '@/lib/http-client.ts';
import { createQueryClient } from '@/lib/query-client.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialogs/dialog.tsx';
import { fieldLook } from '@/ui/fields/text-field.tsx';
import { EmptyState, FailedState, Skeleton } from '@/ui/lists/list-states.tsx';
import { momentText, momentTexts } from '@/ui/moment.tsx';
import { Notice } from '@/ui/notice.tsx';
import { useRevision, useRevisionName, useRevisions } from '../../api/use-revisions.ts';
import type { ChosenRevision } from '../../model/saving/project-operations.ts';
import type { WorkingProject } from '../../model/working-project.ts';
import * as texts from '../../revision-texts.ts';
import { differs, ProjectDifference, type SourceDifferenceProps } from './project-difference.tsx';

interface RevisionsDialogProps {
  call: Call;
  projectId: string;
  /** The working copy, including the last keystroke. */
  present: WorkingProject;
  /** True once the revision is saved. */
  onRestore: (revision: ChosenRevision) => Promise<boolean>;
  SourceDifference: ComponentType<SourceDifferenceProps>;
  onClose: () => void;
}

/** What one's own project was at its last saves, how that differs from the present text, and the way back (specification: Revisions). */
export default function RevisionsDialog(props: RevisionsDialogProps) {
  const [client] = useState(() => createQueryClient());
  return (
    <QueryClientProvider client={client}>
      <Dialog title={texts.history} description={texts.historyText} width="wide" onClose={props.onClose}>
        <Revisions {...props} />
      </Dialog>
    </QueryClientProvider>
  );
}

function Revisions({ call, projectId, present, onRestore, SourceDifference, onClose }: RevisionsDialogProps) {
  const list = useRevisions(call, projectId);
  const [chosen, setChosen] = useState<number>();
  const [restoring, setRestoring] = useState(false);
  const revisions = list.data ?? [];
  // The newest is most often the present text itself.
  const shown = revisions.find(({ rev }) => rev === chosen) ?? revisions[1] ?? revisions[0];
  const revision = useRevision(call, projectId, shown?.rev);

  if (!list.data && list.error) return <NotLoaded error={list.error} onRetry={list.refetch} />;
  if (!list.data) return <LoadingRevisions />;
  if (!shown) {
    return <EmptyState icon={History} title={texts.noRevisions} text={texts.noRevisionsText} />;
  }

  const after = { name: texts.currentVersion, content: present };
  const before = revision.data && { name: momentText(shown.changedAt), content: revision.data };
  const isCurrent = before !== undefined && !differs(before, after);
  const missingFiles = revision.data?.missingFiles ?? [];
  const missing = texts.missingFilesText(missingFiles);

  const restore = async () => {
    setRestoring(true);
    const { rev, changedAt } = shown;
    const restored = await onRestore({ rev, changedAt, missingFiles });
    setRestoring(false);
    if (restored) onClose();
  };

  return (
    <>
      <div className="mt-3 flex min-h-0 flex-1 flex-col overflow-y-auto border-t md:flex-row max-md:low:flex-none">
        <RevisionList
          revisions={revisions}
          chosen={shown.rev}
          presentTitle={present.title}
          onChoose={setChosen}
        />
        <div aria-busy={revision.isFetching} className="flex min-h-48 min-w-0 flex-1 flex-col md:min-h-0">
          {missing && <Notice icon={FileX} text={missing} />}
          {before ? (
            <ProjectDifference
              key={shown.rev}
              before={before}
              after={after}
              SourceDifference={SourceDifference}
            />
          ) : revision.error ? (
            <NotLoaded error={revision.error} onRetry={revision.refetch} />
          ) : (
            <Skeleton className="m-4 flex-1" />
          )}
        </div>
      </div>
      <footer className="flex flex-wrap items-center justify-end gap-2 border-t px-4 py-3">
        <RevisionName key={shown.rev} call={call} projectId={projectId} revision={shown} />
        <p className="ml-auto text-muted text-sm">
          {before && (isCurrent ? texts.isCurrentVersion : texts.restoreRule)}
        </p>
        <Button look="primary" busy={restoring} disabled={!before || isCurrent} onClick={restore}>
          {texts.restore}
        </Button>
      </footer>
    </>
  );
}

function NotLoaded(props: { error: Error; onRetry: () => unknown }) {
  return <FailedState title={texts.loadFailed} {...props} />;
}

const places = ['a', 'b', 'c', 'd', 'e'];

function LoadingRevisions() {
  return (
    <div className="grid gap-2 p-4">
      <p className="sr-only">{texts.loading}</p>
      {places.map((place) => (
        <Skeleton key={place} className="h-10 w-full md:w-64" />
      ))}
    </div>
  );
}

interface RevisionListProps {
  /** Newest first. */
  revisions: RevisionSummary[];
  /** The number of one of them. */
  chosen: number;
  /** Only other titles are worth a line. */
  presentTitle: string;
  onChoose: (rev: number) => void;
}

/** The revisions to choose one from: a group of radio buttons, so that the arrow keys lead through them. */
function RevisionList({ revisions, chosen, presentTitle, onChoose }: RevisionListProps) {
  const name = useId();
  const moments = momentTexts(revisions.map(({ changedAt }) => changedAt));
  return (
    <fieldset className="max-h-44 shrink-0 overflow-auto border-b p-2 md:max-h-none md:w-64 md:border-r md:border-b-0">
      <legend className="sr-only">{texts.revisions}</legend>
      {revisions.map((revision, index) => (
        <label
          key={revision.rev}
          className="relative flex min-h-hit flex-col rounded-md px-2.5 py-1.5 hover:bg-hover has-checked:bg-chosen has-focus-visible:outline-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={name}
            checked={revision.rev === chosen}
            onChange={() => onChoose(revision.rev)}
            className="sr-only"
          />
          {revision.name !== null && (
            <span dir="auto" className="break-words font-medium">
              {revision.name}
            </span>
          )}
          <time dateTime={revision.changedAt} className="tabular-nums">
            {moments[index]}
          </time>
          <span className="break-words text-muted text-sm">{texts.changeText(revision)}</span>
          {revision.title !== presentTitle && (
            <span dir="auto" className="truncate text-muted text-sm">
              {revision.title}
            </span>
          )}
        </label>
      ))}
    </fieldset>
  );
}

interface RevisionNameProps {
  call: Call;
  projectId: string;
  revision: RevisionSummary;
}

const focus = (field: HTMLInputElement | null) => field?.focus();

/** Names a revision, so that it is kept however many follow; an empty name takes it away. */
export function RevisionName({ call, projectId, revision }: RevisionNameProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const naming = useRevisionName(call, projectId);
  if (typed === null) {
    return (
      <Button look="quiet" className="mr-auto" onClick={() => setTyped(revision.name ?? '')}>
        <Bookmark size={14} aria-hidden />
        {revision.name === null ? texts.nameVersion : texts.rename}
      </Button>
    );
  }

  const store = (event: FormEvent) => {
    event.preventDefault();
    const name = typed.trim() || null;
    naming.mutate({ rev: revision.rev, name }, { onSuccess: () => setTyped(null) });
  };
  return (
    <form onSubmit={store} className="flex w-full flex-wrap items-center gap-2 sm:w-auto sm:shrink-0">
      <input
        ref={focus}
        aria-label={texts.versionName}
        aria-invalid={naming.isError || undefined}
        placeholder={texts.versionNameHint}
        maxLength={limits.revisionNameLength}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className={`${fieldLook} min-w-32 max-w-60 flex-1`}
      />
      <Button type="submit" busy={naming.isPending}>
        {texts.saveName}
      </Button>
      <Button look="quiet" onClick={() => setTyped(null)}>
        {texts.cancel}
      </Button>
      {naming.error && (
        <p role="alert" className="text-danger text-sm">
          {naming.error.message}
        </p>
      )}
    </form>
  );
}
