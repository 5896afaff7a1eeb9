import type { ModeratedProject } from '@studio/contract/http/admin';
import { useCallback, useState } from 'react';
import { bidiIsolate } from '@/lib/bidi-isolate.ts';
import type { Call } from '@/lib/http-client.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialogs/dialog.tsx';
import { FailedState, Skeleton } from '@/ui/lists/list-states.tsx';
import { Moment } from '@/ui/moment.tsx';
import { useProject } from '../../api/admin-queries.ts';
import * as texts from '../../texts.ts';
import { Facts, factsBesideCode } from '../facts.tsx';
import type { InjectedComponents } from '../injected-components.ts';
import { OpenProjectLink } from '../open-project-link.tsx';
import { CodePanes } from '../panel-tabs.tsx';

interface ViewProjectDialogProps {
  call: Call;
  project: ModeratedProject;
  injected: InjectedComponents;
  onDelete: () => void;
  onClose: () => void;
}

/** Shows a project: its code as text, and its page without scripts until `Run` is pressed. */
export function ViewProjectDialog({ call, project, injected, onDelete, onClose }: ViewProjectDialogProps) {
  const { CardPicture } = injected;
  const { data, error, refetch } = useProject(call, project.id);
  const [running, setRunning] = useState(false);
  const end = useCallback(() => setRunning(false), []);
  return (
    <Dialog title={bidiIsolate(project.title)} width="wide" onClose={onClose}>
      <div className="flex min-h-0 flex-1 flex-col overflow-auto md:flex-row">
        <div className="grid shrink-0 grid-cols-1 content-start gap-3 p-4 md:w-96 md:overflow-auto md:border-r">
          <CardPicture
            projectId={project.id}
            cardUrl={project.cardUrl}
            title={project.title}
            running={running}
            onLeave={end}
          />
          <div className="flex flex-wrap gap-2">
            <Button look="primary" onClick={() => setRunning(!running)}>
              {running ? texts.stop : texts.run}
            </Button>
            <OpenProjectLink projectId={project.id} />
            <Button look="danger" onClick={onDelete} className="ml-auto">
              {texts.deleteProject}
            </Button>
          </div>
          <p className="text-muted text-sm">{running ? texts.previewRunning : texts.previewStopped}</p>
          <Facts
            facts={[
              { label: texts.author, value: project.username },
              { label: texts.created, value: <Moment at={project.createdAt} /> },
              { label: texts.changed, value: <Moment at={project.updatedAt} /> },
              ...factsBesideCode(data ?? project),
            ]}
          />
        </div>
        {data ? (
          <CodePanes code={data} />
        ) : error ? (
          <div className="flex-1">
            <FailedState title={texts.loadProjectFailed} error={error} onRetry={refetch} />
          </div>
        ) : (
          <div className="flex min-h-48 flex-1 flex-col p-4">
            <p className="sr-only">{texts.loadingProject}</p>
            <Skeleton className="flex-1" />
          </div>
        )}
      </div>
    </Dialog>
  );
}
