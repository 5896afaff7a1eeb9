import type { RevisionSummary } from '@studio/contract/http/revisions';
import { QueryClientProvider } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import type { Call } from '@/lib/http-client.ts';
import { createQueryClient } from '@/lib/query-client.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { FailedState } from '@/ui/failed-state.tsx';
import { momentText } from '@/ui/moment-text.ts';
import { Skeleton } from '@/ui/skeleton.tsx';
import { useRevision, useRevisions } from '../api/revisions.ts';
import type { WorkingProject } from '../model/project-state.ts';
import { ProjectDifference, type SourceDifferenceProps } from './project-difference.tsx';
import { RevisionList } from './revision-list.tsx';

interface RevisionsDialogProps {
  call: Call;
  projectId: string;
  /** What stands on the desk, to the last keystroke. */
  present: WorkingProject;
  /** True once the revision is saved. */
  onRestore: (revision: RevisionSummary) => Promise<boolean>;
  SourceDifference: ComponentType<SourceDifferenceProps>;
  onClose: () => void;
}

/** What one's own project was at its last saves, how that differs from the present text, and the way back (CONTRACT 2). */
export default function RevisionsDialog(props: RevisionsDialogProps) {
  const [client] = useState(() => createQueryClient());
  return (
    <QueryClientProvider client={client}>
      <Dialog
        title="Revision history"
        description="The last 100 saves of this project. Compare each version with the current one."
        width="wide"
        onClose={props.onClose}
      >
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
    return <EmptyState icon={History} title="No revisions yet" text="Each save from now on is kept here." />;
  }

  const restore = async () => {
    setRestoring(true);
    const restored = await onRestore(shown);
    setRestoring(false);
    if (restored) onClose();
  };

  return (
    <>
      <div className="mt-3 flex min-h-0 flex-1 flex-col overflow-y-auto border-t md:flex-row max-md:low:flex-none">
        <RevisionList revisions={revisions} chosen={shown.rev} onChoose={setChosen} />
        <div aria-busy={revision.isFetching} className="flex min-h-48 min-w-0 flex-1 flex-col md:min-h-0">
          {revision.data ? (
            <ProjectDifference
              key={shown.rev}
              before={{ name: momentText(shown.createdAt), content: revision.data }}
              after={{ name: 'Current version', content: present }}
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
        <p className="mr-auto text-muted text-sm">
          Restoring creates a new version; the current one is kept.
        </p>
        <Button look="primary" busy={restoring} disabled={!revision.data} onClick={restore}>
          Restore
        </Button>
      </footer>
    </>
  );
}

function NotLoaded(props: { error: Error; onRetry: () => unknown }) {
  return <FailedState title="Failed to load revisions" {...props} />;
}

const places = ['a', 'b', 'c', 'd', 'e'];

function LoadingRevisions() {
  return (
    <div className="grid gap-2 p-4">
      <p className="sr-only">Loading revisions...</p>
      {places.map((place) => (
        <Skeleton key={place} className="h-10 w-full md:w-64" />
      ))}
    </div>
  );
}
