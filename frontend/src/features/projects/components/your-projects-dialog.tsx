import { QueryClientProvider } from '@tanstack/react-query';
import { FolderOpen, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { IconButton } from '@/ui/icon-button.tsx';
import { firstPage } from '../api/list-query.ts';
import { createListClient, type ListSource, useProjectList } from '../api/project-list.ts';
import { CountBadge } from './count-badge.tsx';
import { LoadButton } from './load-button.tsx';
import type { ProjectCommands } from './project-commands.ts';
import { ProjectList } from './project-list.tsx';

interface YourProjectsDialogProps {
  source: ListSource;
  commands: ProjectCommands;
  onClose: () => void;
}

/** The user's own projects, to be opened and deleted. */
export default function YourProjectsDialog(props: YourProjectsDialogProps) {
  const [client] = useState(createListClient);
  return (
    <QueryClientProvider client={client}>
      <YourProjects {...props} />
    </QueryClientProvider>
  );
}

function YourProjects({ source, commands, onClose }: YourProjectsDialogProps) {
  const [query, setQuery] = useState(firstPage);
  /** Deleted since this page was fetched: they stay in their place, so that they can be taken back by keyboard too. */
  const [trashed, setTrashed] = useState<string[]>([]);
  const list = useProjectList(source, 'own', query);
  const shownTrashed = list.data?.data.filter(({ id }) => trashed.includes(id)).length ?? 0;

  const setInTrash = (id: string, inTrash: boolean) =>
    setTrashed((before) => (inTrash ? [...before, id] : before.filter((other) => other !== id)));

  return (
    <Dialog
      title="Your Projects"
      note={list.data && <CountBadge count={list.data.total - shownTrashed} />}
      width="wide"
      onClose={onClose}
    >
      <ProjectList
        query={query}
        onQuery={setQuery}
        list={list}
        empty={{
          icon: FolderOpen,
          title: 'No projects yet',
          text: 'What you save is listed here.',
        }}
        renderActions={(project) =>
          trashed.includes(project.id) ? (
            <>
              <span className="self-center text-faint text-sm">In the trash</span>
              <Button
                onClick={async () => {
                  if (await commands.restore(project.id)) setInTrash(project.id, false);
                }}
              >
                Restore
              </Button>
            </>
          ) : (
            <>
              <IconButton
                label="Delete"
                icon={Trash2}
                onClick={async () => {
                  const removed = await commands.remove(project, () => setInTrash(project.id, false));
                  if (removed) setInTrash(project.id, true);
                }}
              />
              <LoadButton projectId={project.id} commands={commands} onLoaded={onClose} />
            </>
          )
        }
      />
    </Dialog>
  );
}
