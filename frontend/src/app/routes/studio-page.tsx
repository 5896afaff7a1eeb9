import type { User } from '@studio/contract/http/auth';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { UserMenu } from '@/features/auth/components/user-menu.tsx';
import type { ExportHandle } from '@/features/export/components/export-menu.tsx';
import { Header } from '@/features/projects/components/header/header.tsx';
import { createProjectCommands } from '@/features/projects/components/project-commands.ts';
import { settingsStore } from '@/features/settings/model/settings.ts';
import { bidiIsolate } from '@/lib/bidi-isolate.ts';
import { removeStaticCode } from '@/lib/static-code-id.ts';
import { DialogLoading } from '@/ui/dialogs/dialog-loading.tsx';
import { ChunkBoundary, fetchWhenIdle, lazyPart } from '@/ui/lazy-part.tsx';
import { ProgressLine } from '@/ui/progress-indicators.tsx';
import type { DialogName } from '../dialog-name.ts';
import { ModerationAccess } from '../moderation-access.tsx';
import { openAdminPanel } from '../open-dialogs.ts';
import { createPageHandles } from '../page-handles.ts';
import { PageLoading } from '../page-loading.tsx';
import type { Studio } from '../studio.ts';
import * as texts from '../texts.ts';
import { ExportOfProject } from './export-of-project.tsx';
import { Notices } from './notices.tsx';
import { useCommandKeys } from './use-command-keys.ts';
import { useConflictDialog } from './use-conflict-dialog.ts';
import { useLogout } from './use-logout.ts';
import { useNavigation, useProjectAddress } from './use-project-address.ts';
import { Workspace } from './workspace.tsx';

const loadDialogs = () => import('./studio-dialogs.tsx');
const StudioDialogs = lazyPart(loadDialogs);

interface StudioPageProps {
  studio: Studio;
  user: User;
  /** From /project/{id}; null at /. */
  projectId: string | null;
}

/** The editor shell (SPEC 2): header, notices, workspace and footer. Here the features meet. */
export function StudioPage({ studio, user, projectId }: StudioPageProps) {
  const { project, session } = studio;
  const navigation = useNavigation();
  const { goTo } = navigation;
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const loading = useStore(project, (state) => state.loading);
  const opening = useStore(project, (state) => state.opening);
  const title = useStore(project, (state) => state.project.title);
  const hasConflict = useStore(project, (state) => state.conflict !== null);
  const { logout, loggingOut } = useLogout(studio);
  const [{ workspace, setWorkspace: holdWorkspace, titleInput, setTitleInput: holdTitleInput }] =
    useState(createPageHandles);
  const exportMenu = useRef<ExportHandle>(null);

  const commands = useMemo(
    () =>
      createProjectCommands({
        store: project,
        goTo,
        openEmbedCode: () => setDialog('embed'),
        titleInput,
        startWriting: () => workspace()?.startWriting(),
        async beforeSave() {
          if (settingsStore.getState().settings.formatOnSave)
            await workspace()?.editor()?.controls().formatBeforeSave();
        },
      }),
    [project, goTo, titleInput, workspace],
  );

  useProjectAddress(studio, projectId, navigation, commands.mayLoad);
  useConflictDialog(hasConflict, () => setDialog('conflict'));

  // The editors have the code now, or will not get it.
  useEffect(() => {
    if (opening > 0) removeStaticCode();
  }, [opening]);

  useEffect(() => {
    document.title = texts.pageTitle(bidiIsolate(title));
    return () => {
      document.title = texts.productName;
    };
  }, [title]);

  // A conflict can come while there is no connection to fetch its dialog with.
  useEffect(() => fetchWhenIdle(loadDialogs), []);

  useCommandKeys(setDialog);

  const close = () => setDialog(null);
  if (loggingOut) return <PageLoading />;
  return (
    <div className="flex h-full flex-col">
      <Header
        store={project}
        commands={commands}
        onTitle={(title) => project.actions.commitTitle(title)}
        onProjects={() => setDialog('projects')}
        onBrowse={() => setDialog('browse')}
        onDetails={() => setDialog('details')}
        onRevisions={() => setDialog('revisions')}
        onTemplates={() => setDialog('templates')}
        titleInput={holdTitleInput}
        moderation={<ModerationAccess session={session} />}
        exportMenu={<ExportOfProject studio={studio} ref={exportMenu} />}
        userMenu={
          <UserMenu
            user={user}
            onOpen={(name) => (name === 'admin' ? openAdminPanel('projects') : setDialog(name))}
            onLogout={logout}
          />
        }
      />
      {loading && <ProgressLine label={texts.loadingProject} />}
      <Notices studio={studio} onResolveConflict={() => setDialog('conflict')} onKeepCopy={commands.save} />
      <main className="flex min-h-0 flex-1 flex-col">
        <Workspace
          studio={studio}
          onSave={commands.save}
          onFramework={() => setDialog('framework')}
          onTemplates={() => setDialog('templates')}
          onCommands={() => setDialog('commands')}
          ref={holdWorkspace}
        />
      </main>
      {dialog && (
        <ChunkBoundary key={dialog} onFailure={close} fallback={<DialogLoading onCancel={close} />}>
          <StudioDialogs
            studio={studio}
            commands={commands}
            open={dialog}
            onOpen={setDialog}
            parts={{ workspace, exportMenu: () => exportMenu.current, logout }}
            onClose={close}
          />
        </ChunkBoundary>
      )}
    </div>
  );
}
