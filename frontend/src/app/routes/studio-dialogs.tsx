import { useEffect, useEffectEvent, useState } from 'react';
import { useStore } from 'zustand';
import ConflictDialog from '@/features/projects/components/dialogs/conflict-dialog.tsx';
import type { ProjectCommands } from '@/features/projects/components/project-commands.ts';
import { isOwn } from '@/features/projects/model/working-project.ts';
import { DialogLoading } from '@/ui/dialogs/dialog-loading.tsx';
import { ChunkBoundary, lazyPart } from '@/ui/lazy-part.tsx';
import StudioCommands from '../commands/palette-commands.tsx';
import type { DialogName } from '../open-dialogs.ts';
import type { PageParts } from '../page-handles.ts';
import type { PageServices } from '../page-services.ts';
import { SourceDifference } from './source-difference.tsx';
import type { PackagesFound } from './workspace.tsx';

const YourProjectsDialog = lazyPart(
  () => import('@/features/projects/components/dialogs/your-projects-dialog.tsx'),
);
const BrowseDialog = lazyPart(() => import('@/features/projects/components/dialogs/browse-dialog.tsx'));
const DetailsDialog = lazyPart(() => import('@/features/projects/components/dialogs/details-dialog.tsx'));
const RevisionsDialog = lazyPart(() => import('@/features/projects/components/dialogs/revisions-dialog.tsx'));
const ForksDialog = lazyPart(() => import('@/features/projects/components/dialogs/forks-dialog.tsx'));
const LinksDialog = lazyPart(() => import('@/features/projects/components/dialogs/links-dialog.tsx'));
const EmbedCodeDialog = lazyPart(() => import('@/features/projects/components/embed/embed-code-dialog.tsx'));
const FrameworkSelector = lazyPart(() => import('./framework-selector.tsx'));
const ProfileDialog = lazyPart(() => import('@/features/profile/components/profile-dialog.tsx'));
const UsersDialog = lazyPart(() => import('@/features/admin/components/users/user-management.tsx'));
const ReportDialog = lazyPart(() => import('@/features/reports/components/report-dialog.tsx'));
const ShortcutsDialog = lazyPart(() => import('@/features/commands/components/shortcuts-dialog.tsx'));

interface StudioDialogsProps {
  services: PageServices;
  commands: ProjectCommands;
  open: DialogName;
  onOpen: (dialog: DialogName) => void;
  packagesFound: PackagesFound | null;
  /** The found versions are now part of the project. */
  onPackagesTaken: () => void;
  parts: PageParts;
  onClose: () => void;
}

/** Those that need a saved project. */
const ofSaved: DialogName[] = ['report', 'forks', 'revisions', 'embed', 'links'];
/** Those that keep something of the open project. */
const ofProject: DialogName[] = [...ofSaved, 'details', 'conflict'];

/**
 * The dialogs of the editor shell. One is open at a time, and perhaps another that it has opened. Each except the
 * conflict and the commands is loaded when it is first opened. A dialog closes when its project is no longer open.
 */
export default function StudioDialogs({
  services,
  commands,
  open,
  onOpen,
  packagesFound,
  onPackagesTaken,
  parts,
  onClose,
}: StudioDialogsProps) {
  const workingCopy = useStore(services.project);
  const { project, typed } = workingCopy;
  const conflict = workingCopy.save.conflict;
  const present = { ...project, ...typed };
  const [reported, setReported] = useState<{ id: string; title: string } | null>(null);
  const [forked, setForked] = useState<{ id: string; title: string } | null>(null);
  const { id, title } = project;
  const isOthers = id !== null && !isOwn(workingCopy);

  const [openedIn] = useState(workingCopy.opening);
  const isLeft = ofProject.includes(open) && workingCopy.opening !== openedIn;
  const isOver = isLeft || (ofSaved.includes(open) && id === null) || (open === 'conflict' && !conflict);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (isOver) close();
  }, [isOver]);
  if (isOver) return null;

  return (
    <>
      {open === 'projects' && (
        <YourProjectsDialog
          source={services}
          store={services.project}
          commands={commands}
          onForks={setForked}
          onClose={onClose}
        />
      )}
      {open === 'browse' && (
        <BrowseDialog
          source={services}
          commands={commands}
          userId={workingCopy.userId}
          onForks={setForked}
          onReport={setReported}
          onClose={onClose}
        />
      )}
      {open === 'details' && (
        <DetailsDialog
          project={project}
          own={isOwn(workingCopy)}
          onChange={services.project.actions.setDetails}
          onSave={commands.save}
          onReport={isOthers ? () => setReported({ id, title }) : null}
          onClose={onClose}
        />
      )}
      {open === 'report' && id !== null && (
        <ReportDialog call={services.call} project={{ id, title }} onClose={onClose} />
      )}
      {open === 'forks' && id !== null && (
        <ForksDialog source={services} project={{ id, title }} onOpen={onClose} onClose={onClose} />
      )}
      {open === 'revisions' && id !== null && (
        <RevisionsDialog
          source={services}
          projectId={id}
          present={present}
          onRestore={commands.restoreRevision}
          SourceDifference={SourceDifference}
          onClose={onClose}
        />
      )}
      {open === 'embed' && id !== null && (
        <EmbedCodeDialog
          source={services}
          projectId={id}
          title={title}
          version={project.version}
          isEmbeddable={project.isEmbeddable}
          own={!isOthers}
          onEnable={() => commands.setEmbedding(true)}
          onClose={onClose}
        />
      )}
      {open === 'links' && id !== null && (
        <LinksDialog
          call={services.call}
          project={{ ...project, id }}
          onUnlist={() => commands.setVisibility(false)}
          onClose={onClose}
        />
      )}
      {(open === 'framework' || open === 'templates') && (
        <FrameworkSelector
          services={services}
          commands={commands}
          packagesFound={packagesFound?.opening === workingCopy.opening ? packagesFound.packages : null}
          onPackagesTaken={onPackagesTaken}
          atTemplates={open === 'templates'}
          onClose={onClose}
          onTaken={() => parts.workspace()?.startWriting()}
        />
      )}
      {open === 'commands' && (
        <StudioCommands
          services={services}
          commands={commands}
          parts={parts}
          onOpen={onOpen}
          onClose={onClose}
        />
      )}
      {open === 'shortcuts' && <ShortcutsDialog onClose={onClose} />}
      {open === 'profile' && <ProfileDialog source={services} onClose={onClose} />}
      {open === 'users' && <UsersDialog source={services} onClose={onClose} />}
      {open === 'conflict' && conflict && (
        <ConflictDialog
          mine={present}
          theirs={conflict}
          SourceDifference={SourceDifference}
          onChoose={commands.resolveConflict}
          onClose={onClose}
        />
      )}
      {/* In its own boundary, so that the dialog behind it, with the focused button, stays while this one loads. */}
      {reported && (
        <ChunkBoundary
          onFailure={() => setReported(null)}
          fallback={<DialogLoading onCancel={() => setReported(null)} />}
        >
          <ReportDialog call={services.call} project={reported} onClose={() => setReported(null)} />
        </ChunkBoundary>
      )}
      {forked && (
        <ChunkBoundary
          onFailure={() => setForked(null)}
          fallback={<DialogLoading onCancel={() => setForked(null)} />}
        >
          <ForksDialog source={services} project={forked} onOpen={onClose} onClose={() => setForked(null)} />
        </ChunkBoundary>
      )}
    </>
  );
}
