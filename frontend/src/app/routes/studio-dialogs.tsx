import { lazy, Suspense, useEffect } from 'react';
import { useStore } from 'zustand';
import type { ProjectCommands } from '@/features/projects/components/project-commands.ts';
import { ChunkBoundary } from '@/ui/chunk-boundary.tsx';
import { DialogLoading } from '@/ui/dialog-loading.tsx';
import { whenIdle } from '@/ui/when-idle.ts';
import type { Studio } from '../studio.ts';

export type DialogName = 'projects' | 'browse' | 'embed' | 'conflict' | 'framework' | 'profile';

const load = {
  projects: () => import('@/features/projects/components/your-projects-dialog.tsx'),
  browse: () => import('@/features/projects/components/browse-dialog.tsx'),
  embed: () => import('@/features/projects/components/embed-code-dialog.tsx'),
  conflict: () => import('@/features/projects/components/conflict-dialog.tsx'),
  framework: () => import('./framework-selector.tsx'),
  profile: () => import('@/features/profile/components/profile-dialog.tsx'),
};
const YourProjectsDialog = lazy(load.projects);
const BrowseDialog = lazy(load.browse);
const EmbedCodeDialog = lazy(load.embed);
const ConflictDialog = lazy(load.conflict);
const FrameworkSelector = lazy(load.framework);
const ProfileDialog = lazy(load.profile);

interface StudioDialogsProps {
  studio: Studio;
  commands: ProjectCommands;
  open: DialogName | null;
  onOpen: (dialog: DialogName | null) => void;
}

/** The dialogs of the editor shell, fetched when they are first opened, or when the browser is idle. */
export function StudioDialogs({ studio, commands, open, onOpen }: StudioDialogsProps) {
  const { project, typed, conflict } = useStore(studio.project);
  const close = () => onOpen(null);

  useEffect(() => {
    if (conflict) onOpen('conflict');
  }, [conflict, onOpen]);

  // A conflict can come while there is no connection to fetch its dialog with.
  useEffect(() => whenIdle(() => void load.conflict()), []);

  return (
    <ChunkBoundary key={open} onFailure={close}>
      <Suspense fallback={<DialogLoading />}>
        {open === 'projects' && <YourProjectsDialog source={studio} commands={commands} onClose={close} />}
        {open === 'browse' && <BrowseDialog source={studio} commands={commands} onClose={close} />}
        {open === 'embed' && project.id !== null && (
          <EmbedCodeDialog
            projectId={project.id}
            isEmbeddable={project.isEmbeddable}
            onEnable={() => commands.setEmbedding(true)}
            onClose={close}
          />
        )}
        {open === 'framework' && <FrameworkSelector studio={studio} onClose={close} />}
        {open === 'profile' && <ProfileDialog source={studio} onClose={close} />}
        {open === 'conflict' && conflict && (
          <ConflictDialog
            mine={{ ...project, ...typed }}
            theirs={conflict}
            onChoose={commands.resolveConflict}
            onClose={close}
          />
        )}
      </Suspense>
    </ChunkBoundary>
  );
}
