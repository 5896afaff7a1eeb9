import { lazy } from 'react';
import { useStore } from 'zustand';
import ConflictDialog from '@/features/projects/components/conflict-dialog.tsx';
import type { ProjectCommands } from '@/features/projects/components/project-commands.ts';
import type { Studio } from '../studio.ts';

export type DialogName = 'projects' | 'browse' | 'embed' | 'conflict' | 'framework' | 'profile';

const YourProjectsDialog = lazy(() => import('@/features/projects/components/your-projects-dialog.tsx'));
const BrowseDialog = lazy(() => import('@/features/projects/components/browse-dialog.tsx'));
const EmbedCodeDialog = lazy(() => import('@/features/projects/components/embed-code-dialog.tsx'));
const FrameworkSelector = lazy(() => import('./framework-selector.tsx'));
const ProfileDialog = lazy(() => import('@/features/profile/components/profile-dialog.tsx'));

interface StudioDialogsProps {
  studio: Studio;
  commands: ProjectCommands;
  open: DialogName;
  onClose: () => void;
}

/** The dialogs of the editor shell, of which one is open; each but the conflict is fetched when it is first opened. */
export default function StudioDialogs({ studio, commands, open, onClose }: StudioDialogsProps) {
  const { project, typed, conflict } = useStore(studio.project);
  return (
    <>
      {open === 'projects' && <YourProjectsDialog source={studio} commands={commands} onClose={onClose} />}
      {open === 'browse' && <BrowseDialog source={studio} commands={commands} onClose={onClose} />}
      {open === 'embed' && project.id !== null && (
        <EmbedCodeDialog
          projectId={project.id}
          isEmbeddable={project.isEmbeddable}
          onEnable={() => commands.setEmbedding(true)}
          onClose={onClose}
        />
      )}
      {open === 'framework' && <FrameworkSelector studio={studio} onClose={onClose} />}
      {open === 'profile' && <ProfileDialog source={studio} onClose={onClose} />}
      {open === 'conflict' && conflict && (
        <ConflictDialog
          mine={{ ...project, ...typed }}
          theirs={conflict}
          onChoose={commands.resolveConflict}
          onClose={onClose}
        />
      )}
    </>
  );
}
