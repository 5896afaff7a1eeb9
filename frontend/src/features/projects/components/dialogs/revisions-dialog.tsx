import type { Revision, RevisionSummary } from '@studio/contract/http/revisions';
import { QueryClientProvider } from '@tanstack/react-query';
import { FileX, History } from 'lucide-react';
import { type ComponentType, useId, useState } from 'react';
import { createQueryClient } from '@/lib/query-client.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialogs/dialog.tsx';
import { EmptyState, FailedState, Skeleton } from '@/ui/lists/list-states.tsx';
import { momentText, momentTexts } from '@/ui/moment.tsx';
import { Notice } from '@/ui/notice.tsx';
import type { ListSource } from '../../api/use-project-list.ts';
import { useRevision, useRevisions } from '../../api/use-revisions.ts';
import type { ChosenRevision } from '../../model/saving/project-operations.ts';
import type { WorkingProject } from '../../model/working-project.ts';
import * as texts from '../../revision-texts.ts';
import { differs, ProjectDifference, type SourceDifferenceProps } from './project-difference.tsx';
import { RevisionName } from './revision-name.tsx';

interface RevisionsDialogProps {
  source: ListSource;
  projectId: string;
  /** The working copy, including the last keystroke. */
  present: WorkingProject;
  /** True once the revision is saved. */
  onRestore: (revision: ChosenRevision) => Promise<boolean>;
  SourceDifference: ComponentType<SourceDifferenceProps>;
  onClose: () => void;
}

/**
 * The revisions of one's own project, their differences from the present text, and Restore
 * (specification: Revisions).
 */
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

function Revisions({
  source,
  projectId,
  present,
  onRestore,
  SourceDifference,
  onClose,
}: RevisionsDialogProps) {
  const list = useRevisions(source, projectId, present.version);
  const [chosen, setChosen] = useState<number>();
  /** Numbers of revisions that were on screen: a name that is being typed for one of them waits there. */
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const [restoring, setRestoring] = useState(false);
  const revisions = list.data ?? [];
  // The newest usually equals the present text.
  const shown = revisions.find(({ rev }) => rev === chosen) ?? revisions[1] ?? revisions[0];
  // A save while the dialog is open would move this place on to another one.
  if (shown && chosen === undefined) setChosen(shown.rev);
  const revision = useRevision(source.call, projectId, shown);

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

  const restore = async (seen: Revision) => {
    setRestoring(true);
    const restored = await onRestore(seen);
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
          onChoose={(rev) => {
            setChosen(rev);
            setLeft(new Set([...left, shown.rev]));
          }}
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
        {revisions
          .filter(({ rev }) => rev === shown.rev || left.has(rev))
          .map((named) => (
            <div
              key={named.rev}
              hidden={named !== shown}
              className={named === shown ? 'contents' : undefined}
            >
              <RevisionName call={source.call} projectId={projectId} revision={named} />
            </div>
          ))}
        <p className="ml-auto text-muted text-sm">
          {before && (isCurrent ? texts.isCurrentVersion : texts.restoreRule)}
        </p>
        <Button
          look="primary"
          busy={restoring}
          disabled={!before || isCurrent}
          onClick={() => revision.data && restore(revision.data)}
        >
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
  /** A revision's title is shown only if it differs. */
  presentTitle: string;
  onChoose: (rev: number) => void;
}

/** The revisions as radio buttons, so that arrow keys move through them. */
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
          <span className="break-words text-muted text-sm">
            {texts.changeText(revision)}
            {revision.publishedAt !== null && ` · ${texts.published}`}
          </span>
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
