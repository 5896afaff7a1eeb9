import { useEffect, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { useStore } from 'zustand';
import { UserMenu } from '@/features/auth/components/user-menu.tsx';
import { Header } from '@/features/projects/components/header.tsx';
import { NoticeBar } from '@/features/projects/components/notice-bar.tsx';
import { createProjectCommands, tell } from '@/features/projects/components/project-commands.ts';
import { ProgressLine } from '@/ui/progress-line.tsx';
import { PageLoading } from '../page-loading.tsx';
import type { Studio } from '../studio.ts';
import { type DialogName, StudioDialogs } from './studio-dialogs.tsx';
import { useLogout } from './use-logout.ts';
import { Workspace } from './workspace.tsx';

interface StudioPageProps {
  studio: Studio;
  username: string;
  /** From /project/{id}; null at /. */
  projectId: string | null;
}

/** The editor shell (SPEC 2): header, notices, workspace and footer. Here the features meet. */
export function StudioPage({ studio, username, projectId }: StudioPageProps) {
  const { store, actions } = studio.project;
  const [, navigate] = useLocation();
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const loading = useStore(store, (state) => state.loading);
  const { logout, loggingOut } = useLogout(studio);

  const commands = useMemo(
    () =>
      createProjectCommands({
        store,
        actions,
        goHome: () => navigate('/'),
        openEmbedCode: () => setDialog('embed'),
      }),
    [store, actions, navigate],
  );

  useEffect(() => {
    const openShared = async (id: string) => {
      if (!tell(await actions.openShared(id))) navigate('/', { replace: true });
    };
    void (projectId === null ? actions.restore() : openShared(projectId));
  }, [projectId, actions, navigate]);

  if (loggingOut) return <PageLoading />;
  return (
    <div className="flex h-full flex-col">
      <Header
        store={store}
        commands={commands}
        onTitle={(title) => actions.commitTitle(title)}
        onProjects={() => setDialog('projects')}
        onBrowse={() => setDialog('browse')}
        userMenu={<UserMenu username={username} onLogout={logout} />}
      />
      {loading && <ProgressLine label="Loading project..." />}
      <NoticeBar store={store} actions={actions} onResolveConflict={() => setDialog('conflict')} />
      <main className="flex min-h-0 flex-1 flex-col">
        <Workspace studio={studio} onSave={commands.save} />
      </main>
      <StudioDialogs studio={studio} commands={commands} open={dialog} onOpen={setDialog} />
    </div>
  );
}
