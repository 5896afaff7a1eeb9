import type { ProjectSummary } from '@studio/contract/http/projects';
import { QueryClientProvider } from '@tanstack/react-query';
import { Flag, Globe } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialogs/dialog.tsx';
import { CountBadge } from '@/ui/lists/pager.tsx';
import {
  countListed,
  createListClient,
  firstPage,
  type ListSource,
  useProjectList,
} from '../../api/use-project-list.ts';
import * as texts from '../../dialog-texts.ts';
import { CardForksButton, CardLikeButton, LoadButton } from '../lists/card-buttons.tsx';
import { ProjectList } from '../lists/project-list.tsx';
import type { ProjectCommands } from '../project-commands.ts';

interface BrowseDialogProps {
  source: ListSource;
  commands: ProjectCommands;
  /** The user's own projects have no Report button. */
  userId: string | null;
  onForks: (project: ProjectSummary) => void;
  onReport: (project: ProjectSummary) => void;
  onClose: () => void;
}

/** All public projects, which can be opened and liked. */
export default function BrowseDialog(props: BrowseDialogProps) {
  const [client] = useState(createListClient);
  return (
    <QueryClientProvider client={client}>
      <PublicProjects {...props} />
    </QueryClientProvider>
  );
}

function PublicProjects({ source, commands, userId, onForks, onReport, onClose }: BrowseDialogProps) {
  const [query, setQuery] = useState(firstPage);
  const list = useProjectList(source, 'public', query);

  return (
    <Dialog
      title={texts.browse}
      note={list.data && <CountBadge count={countListed(list.data)} />}
      width="wide"
      onClose={onClose}
    >
      <ProjectList
        query={query}
        onQuery={setQuery}
        list={list}
        searchFirst
        empty={{
          icon: Globe,
          title: texts.noPublicProjects,
          text: texts.noPublicProjectsText,
        }}
        renderActions={(project) => (
          <>
            <CardLikeButton call={source.call} project={project} />
            <CardForksButton project={project} onForks={onForks} />
            {project.userId !== userId && (
              <IconButton
                label={texts.report}
                icon={Flag}
                aria-haspopup="dialog"
                onClick={() => onReport(project)}
              />
            )}
            <LoadButton projectId={project.id} commands={commands} onLoaded={onClose} />
          </>
        )}
      />
    </Dialog>
  );
}
