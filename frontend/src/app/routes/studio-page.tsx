import type { User } from '@studio/contract/http/auth';
import { type ComponentType, type Ref, useEffect, useMemo, useRef, useState } from 'react';
import { Redirect, useLocation } from 'wouter';
import { useStore } from 'zustand';
import { UserMenu } from '@/features/auth/components/user-menu.tsx';
import { type ExportHandle, ExportMenu } from '@/features/export/components/export-menu.tsx';
import type { FindPackages } from '@/features/export/model/export-project.ts';
import { Header } from '@/features/projects/components/header/header.tsx';
import { createProjectCommands } from '@/features/projects/components/project-commands.ts';
import { settingsStore } from '@/features/settings/model/settings.ts';
import { bidiIsolate } from '@/lib/bidi-isolate.ts';
import { fetchUntilThere } from '@/lib/fetch-until-there.ts';
import { removeStaticCode, takeOverStaticCode } from '@/lib/startup-handover.ts';
import { whenInUse } from '@/lib/time.ts';
import { confirm } from '@/ui/dialogs/confirm.ts';
import { DialogLoading } from '@/ui/dialogs/dialog-loading.tsx';
import { titleWithProduct, useDocumentTitle } from '@/ui/document-title.ts';
import { ChunkBoundary, fetchWhenInUse, lazyPart } from '@/ui/lazy-part.tsx';
import { ProgressLine } from '@/ui/progress-indicators.tsx';
import { toast } from '@/ui/toast/toast.ts';
import { ModerationAccess } from '../admin-overlay.tsx';
import { useCommandKeys } from '../commands/use-command-keys.ts';
import { lazyPage } from '../lazy-page.ts';
import { type DialogName, openAdminPanel } from '../open-dialogs.ts';
import { PageLoading } from '../page-fallbacks.tsx';
import { createPageHandles } from '../page-handles.ts';
import type { PageServices } from '../page-services.ts';
import { forgetSharedProject, rememberSharedProject } from '../pending-shared-project.ts';
import * as texts from '../texts.ts';
import type { NoticesProps } from './notice-bars.tsx';
import { useNavigation, useProjectAddress } from './use-project-address.ts';
import { type PackagesFound, Workspace } from './workspace.tsx';

const StudioDialogs = lazyPart(() => import('./studio-dialogs.tsx'));
const OpenCodePage = lazyPage(() => import('../open-code-page.tsx'));

interface StudioPageProps {
  services: PageServices;
  user: User;
  /** From /project/{id}; null at /. */
  projectId: string | null;
}

/** The editor shell (specification: Header): header, notices, workspace and footer. It connects the features. */
function StudioPage({ services, user, projectId }: StudioPageProps) {
  const { project, session } = services;
  const navigation = useNavigation();
  const { goTo } = navigation;
  const [opened, setOpened] = useState<{ dialog: DialogName } | null>(null);
  const [openDialog] = useState(() => (dialog: DialogName) => setOpened({ dialog }));
  const loading = useStore(project, (state) => state.loading);
  const opening = useStore(project, (state) => state.opening);
  // Text typed before the project of the address has loaded would be lost.
  const isAwaited = useStore(project, ({ userId }) => projectId !== null && userId === null);
  const title = useStore(project, (state) => state.project.title);
  const { logout, loggingOut } = useLogout(services);
  const [{ workspace, setWorkspace, titleInput, setTitleInput }] = useState(createPageHandles);
  const exportMenu = useRef<ExportHandle>(null);
  const [packagesFound, setPackagesFound] = useState<PackagesFound | null>(null);

  const commands = useMemo(
    () =>
      createProjectCommands({
        store: project,
        goTo,
        openDialog,
        titleInput,
        startWriting: () => workspace()?.startWriting(),
        async beforeSave() {
          if (settingsStore.getState().settings.formatOnSave)
            await workspace()?.editor()?.controls().formatBeforeSave();
        },
      }),
    [project, goTo, openDialog, titleInput, workspace],
  );

  useProjectAddress(services, projectId, navigation, commands.mayLoad);

  // Once a project is open, its editors take over text typed in the early view.
  useEffect(() => {
    if (opening > 0) takeOverStaticCode((edit) => workspace()?.editor()?.takeOver(edit));
  }, [opening, workspace]);

  useDocumentTitle(titleWithProduct(bidiIsolate(title)));

  // Loaded in advance: a conflict can occur while there is no connection.
  useEffect(() => fetchWhenInUse(StudioDialogs), []);

  useCommandKeys(openDialog);

  // Work begun in a closed dialog may end while another dialog is open.
  const close = () => setOpened((present) => (present === opened ? null : present));
  if (loggingOut) return <PageLoading />;
  return (
    <div className="flex h-full flex-col">
      <Header
        services={services}
        store={project}
        commands={commands}
        isAwaited={isAwaited}
        onOpen={openDialog}
        titleInput={setTitleInput}
        moderation={<ModerationAccess session={session} />}
        exportMenu={<ExportOfProject services={services} ref={exportMenu} />}
        userMenu={
          <UserMenu
            user={user}
            onOpen={(name) => (name === 'admin' ? openAdminPanel('projects') : openDialog(name))}
            onLogout={logout}
          />
        }
      />
      {loading && <ProgressLine label={texts.loadingProject} />}
      <Notices
        services={services}
        mayLoad={commands.mayLoad}
        onResolveConflict={() => openDialog('conflict')}
        onKeepCopy={commands.save}
      />
      <main inert={isAwaited} className="flex min-h-0 flex-1 flex-col">
        <Workspace
          services={services}
          projectId={projectId}
          packagesFound={packagesFound}
          onPackagesFound={setPackagesFound}
          onSave={commands.save}
          onOpen={openDialog}
          ref={setWorkspace}
        />
      </main>
      {opened && (
        <ChunkBoundary key={opened.dialog} onFailure={close} fallback={<DialogLoading onCancel={close} />}>
          <StudioDialogs
            services={services}
            commands={commands}
            open={opened.dialog}
            onOpen={openDialog}
            packagesFound={packagesFound}
            onPackagesTaken={() => setPackagesFound(null)}
            parts={{ workspace, exportMenu: () => exportMenu.current, logout }}
            onClose={close}
          />
        </ChunkBoundary>
      )}
    </div>
  );
}

interface StudioRouteProps {
  services: PageServices;
  /** From /project/{id}; null at /. */
  projectId: string | null;
}

/**
 * The editor for signed-in users; others are sent to /login and return to the requested project
 * (specification: Pages).
 */
export function StudioRoute({ services, projectId }: StudioRouteProps) {
  const { session, localStorage } = services;
  const { status, user, expired } = useStore(session);
  const wasSignedIn = useRef(false);
  const [path] = useLocation();
  const isNew = path.startsWith('/new');
  const [newIsOpen, setNewIsOpen] = useState(false);
  // Back may lead to its address again.
  if (newIsOpen && !isNew) setNewIsOpen(false);
  useEffect(() => {
    if (status === 'signed-in') {
      wasSignedIn.current = true;
      forgetSharedProject(localStorage);
    }
    if (status !== 'anonymous') return;
    removeStaticCode();
    // After a logout in another tab, another user may sign in next.
    const isAskedFor = expired || !wasSignedIn.current;
    if (projectId !== null && isAskedFor) rememberSharedProject(localStorage, projectId);
  }, [status, expired, projectId, localStorage]);

  if (status === 'loading') return <PageLoading />;
  if (isNew && !newIsOpen) return <OpenCodePage services={services} onOpened={() => setNewIsOpen(true)} />;
  if (!user) return <Redirect to="/login" replace />;
  return <StudioPage services={services} user={user} projectId={projectId} />;
}

interface ExportOfProjectProps {
  services: PageServices;
  ref: Ref<ExportHandle>;
}

/** Loaded at the first export. */
const findPackages: FindPackages = (source, imports) =>
  import('@/features/preview/model/compile/ask-for-packages.ts').then((module) =>
    module.askForPackages(source, imports, true),
  );

/** The Export menu for the open project, including the last keystroke. */
function ExportOfProject({ services: { project: store, config }, ref }: ExportOfProjectProps) {
  const html = useStore(store, ({ typed }) => typed.html === '');
  const css = useStore(store, ({ typed }) => typed.css === '');
  const js = useStore(store, ({ typed }) => typed.js === '');
  const read = () => {
    const { project, typed } = store.getState();
    return { title: project.title, ...typed, frameworkConfig: project.frameworkConfig };
  };
  const surroundings = { ...config, findPackages: config.packages ? findPackages : null };
  return <ExportMenu read={read} empty={{ html, css, js }} surroundings={surroundings} ref={ref} />;
}

/**
 * The area for notices above the editors. Their code is loaded as soon as the page is in use, because a notice can be
 * needed while there is no connection. If the connection is lost before that, the reason is shown as plain text.
 */
function Notices(props: NoticesProps) {
  const [NoticeBar, setNoticeBar] = useState<ComponentType<NoticesProps> | null>(null);
  const notice = useStore(props.services.project, (state) => state.notice);
  useEffect(
    () =>
      whenInUse(() => {
        void fetchUntilThere(() => import('./notice-bars.tsx')).then((module) =>
          setNoticeBar(() => module.default),
        );
      }),
    [],
  );
  return (
    <div aria-live="polite" className="shrink-0">
      {NoticeBar ? (
        <NoticeBar {...props} />
      ) : (
        notice?.kind === 'offline' && <p className="p-2 text-warning">{notice.error.message}</p>
      )}
    </div>
  );
}

/** Logout (specification: Session): asks about unsaved changes, clears local data, and goes to the main site. */
function useLogout({ config, session, project }: PageServices) {
  const [, navigate] = useLocation();
  const [loggingOut, setLoggingOut] = useState(false);
  const logout = async () => {
    const { dirty } = project.getState();
    if (
      dirty &&
      !(await confirm({ title: texts.unsavedChanges, text: texts.leaveToLogOut, action: texts.logout }))
    ) {
      return;
    }
    // Leaves /project/{id} first, so that the next login does not return to it.
    navigate('/', { replace: true });
    setLoggingOut(true);
    // First, as the window may be closed before the server has answered.
    project.actions.forgetLocalCopies();
    await session.logout();
    project.actions.clearWorkingCopy();
    toast({ title: texts.loggedOut });
    if (config.mainSiteUrl !== null) window.location.assign(config.mainSiteUrl);
  };
  return { logout, loggingOut };
}
