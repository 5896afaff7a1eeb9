import { QueryClientProvider } from '@tanstack/react-query';
import { GitFork } from 'lucide-react';
import { useState } from 'react';
import { bidiIsolate } from '@/lib/bidi-isolate.ts';
import { countOf } from '@/lib/count-of.ts';
import { createQueryClient } from '@/lib/query-client.ts';
import { Dialog } from '@/ui/dialogs/dialog.tsx';
import { EmptyState, FailedState, Skeleton } from '@/ui/lists/list-states.tsx';
import { useForks } from '../../api/use-forks.ts';
import type { ListSource } from '../../api/use-project-list.ts';
import * as texts from '../../dialog-texts.ts';
import { ForkTree } from '../lists/fork-tree.tsx';

interface ForksDialogProps {
  source: ListSource;
  project: { id: string; title: string };
  /** One of the forks has been opened. */
  onOpen: () => void;
  onClose: () => void;
}

/** The public forks of a project as a tree, and the number of private ones. */
export default function ForksDialog(props: ForksDialogProps) {
  const [client] = useState(() => createQueryClient());
  return (
    <QueryClientProvider client={client}>
      <Dialog
        title={texts.forks}
        description={texts.forksOf(bidiIsolate(props.project.title))}
        onClose={props.onClose}
      >
        <Forks {...props} />
      </Dialog>
    </QueryClientProvider>
  );
}

function Forks({ source, project, onOpen }: ForksDialogProps) {
  const forks = useForks(source.call, project.id);
  const [root] = forks.data?.pages ?? [];
  if (!root && forks.error)
    return <FailedState title={texts.forksFailed} error={forks.error} onRetry={forks.refetch} />;
  if (!root)
    return (
      <div className="grid gap-2 p-4">
        <p className="sr-only">{texts.loadingForks}</p>
        <Skeleton className="h-9 w-full" />
        <Skeleton className="h-9 w-full" />
      </div>
    );
  const { publicForks, privateForks } = root;
  if (publicForks === 0 && privateForks === 0)
    return <EmptyState icon={GitFork} title={texts.noForks} text={texts.noForksText} />;
  return (
    <div className="flex min-h-0 flex-col gap-2 p-4">
      <p className="text-muted" aria-live="polite">
        {countOf(publicForks, 'public fork')}, {countOf(privateForks, 'private fork')}
      </p>
      {publicForks > 0 && <ForkTree source={source} project={project} forks={forks} onOpen={onOpen} />}
    </div>
  );
}
