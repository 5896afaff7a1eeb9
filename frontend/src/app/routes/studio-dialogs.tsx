import { lazy } from 'react';
import { useStore } from 'zustand';
import type { ProjectCommands } from '@/features/projects/components/project-commands.ts';
import { isOwn } from '@/features/projects/model/working-project.ts';
import type { PageParts } from '../commands/page-parts.ts';
import type { Studio } from '../studio.ts';

export type DialogName =
  | 'projects'
  | 'browse'
  | 'details'
  | 'revisions'
  | 'embed'
  | 'conflict'
  | 'framework'
  | 'profile'
  | 'commands'
  | 'shortcuts';

const load = {
  projects: () => import('@/features/projects/components/your-projects-dialog.tsx'),
  browse: () => import('@/features/projects/components/browse-dialog.tsx'),
  details: () => import('@/features/projects/components/details-dialog.tsx'),
  revisions: () => import('@/features/projects/components/revisions-dialog.tsx'),
  difference: () => import('./source-difference.tsx'),
  embed: () => import('@/features/projects/components/embed-code-dialog.tsx'),
  conflict: () => import('@/features/projects/components/conflict-dialog.tsx'),
  framework: () => import('./framework-selector.tsx'),
  commands: () => import('../commands/studio-commands.tsx'),
  shortcuts: () => import('@/features/commands/components/shortcuts-dialog.tsx'),
  profile: () => import('@/features/profile/components/profile-dialog.tsx'),
};
const YourProjectsDialog = lazy(load.projects);
const BrowseDialog = lazy(load.browse);
const DetailsDialog = lazy(load.details);
const RevisionsDialog = lazy(load.revisions);
const SourceDifference = lazy(load.difference);
const EmbedCodeDialog = lazy(load.embed);
const ConflictDialog = lazy(load.conflict);
const FrameworkSelector = lazy(load.framework);
const ProfileDialog = lazy(load.profile);
const StudioCommands = lazy(load.commands);
const ShortcutsDialog = lazy(load.shortcuts);

interface StudioDialogsProps {
  studio: Studio;
  commands: ProjectCommands;
  open: DialogName;
  onOpen: (dialog: DialogName) => void;
  parts: PageParts;
  onClose: () => void;
}

/** The dialogs of the editor shell, each fetched when it is first opened. */
export default function StudioDialogs({
  studio,
  commands,
  open,
  onOpen,
  parts,
  onClose,
}: StudioDialogsProps) {
  const desk = useStore(studio.project);
  const { project, typed, conflict } = desk;
  const present = { ...project, ...typed };
  return (
    <>
      {open === 'projects' && <YourProjectsDialog source={studio} commands={commands} onClose={onClose} />}
      {open === 'browse' && <BrowseDialog source={studio} commands={commands} onClose={onClose} />}
      {open === 'details' && (
        <DetailsDialog
          project={project}
          own={isOwn(desk)}
          onChange={studio.project.actions.setDetails}
          onSave={commands.save}
          onClose={onClose}
        />
      )}
      {open === 'revisions' && project.id !== null && (
        <RevisionsDialog
          call={studio.call}
          projectId={project.id}
          present={present}
          onRestore={commands.restoreRevision}
          SourceDifference={SourceDifference}
          onClose={onClose}
        />
      )}
      {open === 'embed' && project.id !== null && (
        <EmbedCodeDialog
          projectId={project.id}
          isEmbeddable={project.isEmbeddable}
          onEnable={() => commands.setEmbedding(true)}
          onClose={onClose}
        />
      )}
      {open === 'framework' && <FrameworkSelector studio={studio} onClose={onClose} />}
      {open === 'commands' && (
        <StudioCommands studio={studio} commands={commands} parts={parts} onOpen={onOpen} onClose={onClose} />
      )}
      {open === 'shortcuts' && <ShortcutsDialog onClose={onClose} />}
      {open === 'profile' && <ProfileDialog source={studio} onClose={onClose} />}
      {open === 'conflict' && conflict && (
        <ConflictDialog
          mine={present}
          theirs={conflict}
          SourceDifference={SourceDifference}
          onChoose={commands.resolveConflict}
          onClose={onClose}
        />
      )}
    </>
  );
}

/** A conflict can come while there is no connection to fetch its dialog with. */
export async function fetchForOffline(): Promise<void> {
  await Promise.all([load.conflict(), load.difference()]);
}
