import type { ProjectSummary } from '@studio/contract/http/projects';
import { QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, FolderOpen, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Button, IconButton } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialogs/dialog.tsx';
import { CountBadge } from '@/ui/lists/pager.tsx';
import { useTrash } from '../../api/trash.ts';
import {
  countListed,
  createListClient,
  firstPage,
  type ListSource,
  showInTrash,
  useProjectList,
} from '../../api/use-project-list.ts';
import * as texts from '../../dialog-texts.ts';
import type { ProjectStore } from '../../model/project-store.ts';
import { CardForksButton, LoadButton, RestoreButton } from '../lists/card-buttons.tsx';
import { ProjectList } from '../lists/project-list.tsx';
import { createTrashCommands } from '../lists/trash-commands.ts';
import { TrashList } from '../lists/trash-list.tsx';
import type { ProjectCommands } from '../project-commands.ts';

interface YourProjectsDialogProps {
  source: ListSource;
  store: ProjectStore;
  commands: ProjectCommands;
  onForks: (project: ProjectSummary) => void;
  onClose: () => void;
}

/** The user's own projects, to open and delete, and the trash, to restore them. */
export default function YourProjectsDialog(props: YourProjectsDialogProps) {
  const [client] = useState(createListClient);
  return (
    <QueryClientProvider client={client}>
      <YourProjects {...props} />
    </QueryClientProvider>
  );
}

function YourProjects({ source, store, commands, onForks, onClose }: YourProjectsDialogProps) {
  const client = useQueryClient();
  const trashCommands = useMemo(() => createTrashCommands(store), [store]);
  const [inTrash, setInTrash] = useState(false);
  const [query, setQuery] = useState(firstPage);
  const [trashQuery, setTrashQuery] = useState({ page: 1, search: '' });
  /** Projects restored from the shown trash: they stay in it, so that the focus stays, too. */
  const [restored, setRestored] = useState<string[]>([]);
  const list = useProjectList(source, 'own', query);
  const trash = useTrash(source.call, trashQuery, inTrash);
  // Here or in another window. Without a change, a project was restored from the trash.
  const { socket } = source;
  useEffect(() => {
    const stops = [
      socket.on('project:updated', ({ projectId, changed }) => {
        if (changed.length === 0) setRestored((before) => [...before, projectId]);
      }),
      socket.on('project:removed', ({ projectId, by }) => {
        setRestored((before) => before.filter((id) => id !== projectId));
        // An admin's deletion takes it out of the trash, too.
        if (by === 'moderation') void client.invalidateQueries({ queryKey: ['trash'] });
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [socket, client]);
  const listed = list.data && countListed(list.data);
  const trashed =
    trash.data && trash.data.total - trash.data.data.filter(({ id }) => restored.includes(id)).length;
  const count = inTrash ? trashed : listed;

  const turnTo = (trashIsNext: boolean) => {
    setRestored([]);
    setTrashQuery({ page: 1, search: '' });
    setInTrash(trashIsNext);
    void client.invalidateQueries({ queryKey: [trashIsNext ? 'trash' : 'projects'] });
  };

  return (
    <Dialog
      title={inTrash ? texts.trash : texts.yourProjects}
      note={
        <>
          {count !== undefined && <CountBadge count={count} />}
          <Button look="quiet" onClick={() => turnTo(!inTrash)}>
            {inTrash ? <ArrowLeft size={15} aria-hidden /> : <Trash2 size={15} aria-hidden />}
            {inTrash ? texts.yourProjects : texts.trash}
          </Button>
        </>
      }
      width="wide"
      onClose={onClose}
    >
      {inTrash ? (
        <TrashList
          query={trashQuery}
          onQuery={setTrashQuery}
          list={trash}
          count={trashed}
          renderActions={(project) => (
            <CardActions isMoved={restored.includes(project.id)}>
              {restored.includes(project.id) ? (
                <>
                  <span className="self-center text-faint text-sm">{texts.restored}</span>
                  <LoadButton projectId={project.id} commands={commands} onLoaded={onClose} />
                </>
              ) : (
                <RestoreButton
                  project={project}
                  commands={trashCommands}
                  onRestored={() => setRestored((before) => [...before, project.id])}
                />
              )}
            </CardActions>
          )}
        />
      ) : (
        <ProjectList
          query={query}
          onQuery={setQuery}
          list={list}
          searchFirst
          empty={{
            icon: FolderOpen,
            title: texts.noProjects,
            text: texts.noProjectsText,
          }}
          renderActions={(project) => (
            <CardActions isMoved={project.isInTrash === true}>
              {project.isInTrash ? (
                <>
                  <span className="self-center text-faint text-sm">{texts.inTrash}</span>
                  <RestoreButton
                    project={project}
                    commands={trashCommands}
                    onRestored={() => showInTrash(client, project.id, false)}
                  />
                </>
              ) : (
                <>
                  <IconButton
                    label={texts.deleteAction}
                    aria-keyshortcuts="Delete"
                    icon={Trash2}
                    onClick={async () => {
                      const removed = await trashCommands.remove(project, () =>
                        showInTrash(client, project.id, false),
                      );
                      if (removed) showInTrash(client, project.id, true);
                    }}
                  />
                  <CardForksButton project={project} onForks={onForks} />
                  <LoadButton projectId={project.id} commands={commands} onLoaded={onClose} />
                </>
              )}
            </CardActions>
          )}
        />
      )}
    </Dialog>
  );
}

/** The controls of a card. Where others replace the one with the focus, the last of them, the main one, gets it. */
function CardActions({ isMoved, children }: { isMoved: boolean; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(isMoved);
  useLayoutEffect(() => {
    if (before.current === isMoved) return;
    before.current = isMoved;
    const focusLast = () => [...(place.current?.querySelectorAll('button') ?? [])].at(-1)?.focus();
    if (document.activeElement === document.body) return focusLast();
    const dialog = place.current?.closest('[role=dialog]');
    // Another control has the focus: the project was deleted or restored elsewhere.
    if (dialog?.contains(document.activeElement)) return;
    // A question that is still closing returns the focus to the dialog, because its button is gone.
    const onFocus = ({ target }: Event) => {
      if (target === dialog) focusLast();
    };
    dialog?.addEventListener('focusin', onFocus, { once: true });
    return () => dialog?.removeEventListener('focusin', onFocus);
  }, [isMoved]);
  return (
    <div ref={place} className="contents">
      {children}
    </div>
  );
}
