import type { PackageVersions } from '@studio/contract/packages/package-versions';
import type { Problem } from '@studio/engine/problem';
import { type Ref, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import {
  appendEntry,
  beginRun,
  followUnreadErrors,
  preserveLog,
  resetConsole,
  showProblems,
} from '@/features/console/model/console-on-demand.ts';
import type { EditorHandle } from '@/features/editor/components/editor-handle.ts';
import { EditorWorkspace } from '@/features/editor/components/editor-workspace.tsx';
import { createLiveSources, type LiveSources } from '@/features/editor/model/live-text.ts';
import { withFound } from '@/features/frameworks/model/found-packages.ts';
import type { PreviewPanelHandle } from '@/features/preview/components/preview-panel.tsx';
import type { PreviewHandle } from '@/features/preview/components/preview-view.tsx';
import { StopButton } from '@/features/preview/components/stop-button.tsx';
import type { PreviewStatus } from '@/features/preview/model/live-preview-state.ts';
import { mayStorePackages } from '@/features/projects/model/project-state.ts';
import { settingsStore } from '@/features/settings/model/settings.ts';
import { hasFinePointer } from '@/lib/pointer.ts';
import { fetchWhenInUse, lazyPart } from '@/ui/lazy-part.tsx';
import type { PageServices } from '../page-services.ts';
import { ProjectPreview } from './project-preview.tsx';

// Loaded on demand, as they are closed at first.
const AssetLibrary = lazyPart(() => import('./asset-library.tsx'));
const ConsolePanel = lazyPart(() => import('@/features/console/components/console-panel.tsx'));
const EditorSettings = lazyPart(() => import('./editor-settings.tsx'));

/** The workspace's methods for the page around it. */
export interface WorkspaceHandle {
  editor(): EditorHandle | null;
  /** Null while the preview is off. */
  previewPanel(): PreviewPanelHandle | null;
  /** Opens the project in a new window. */
  fullScreen(): void;
  /** Focuses the HTML editor, except on touch screens, where the keyboard would cover the suggestions. */
  startWriting(): void;
  /** Stops code that hangs; null while none does. */
  stop: (() => void) | null;
}

/** Versions that an unchanged or removed project runs with besides its own, for packages that it imports. */
export interface PackagesFound {
  opening: number;
  packages: PackageVersions;
}

interface WorkspaceProps {
  services: PageServices;
  /** Of the address; null for `/`. */
  projectId: string | null;
  packagesFound: PackagesFound | null;
  onPackagesFound(found: PackagesFound): void;
  onSave(): void;
  /** Opens a dialog: the framework selector, the starter templates or the command palette. */
  onOpen(dialog: 'framework' | 'templates' | 'commands'): void;
  ref?: Ref<WorkspaceHandle>;
}

/** The part below the header: editors, preview, console, assets and settings. */
export function Workspace(props: WorkspaceProps) {
  const { services, projectId, packagesFound, onPackagesFound, onSave, onOpen, ref } = props;
  const store = services.project;
  const projectKey = useStore(store, (state) => state.project.key);
  const ownConfig = useStore(store, (state) => state.project.frameworkConfig);
  const opening = useStore(store, (state) => state.opening);
  const live = useLiveSources(services);
  const settings = useStore(settingsStore, (state) => state.settings);
  const { theme, fontSize, keyBindings, autoRun, clearConsole } = settings;
  const [unreadErrors, setUnreadErrors] = useState(0);
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const preview = useRef<PreviewHandle>(null);
  const previewPanel = useRef<PreviewPanelHandle>(null);
  const editor = useRef<EditorHandle>(null);
  const [status, setStatus] = useState<PreviewStatus>('starting');
  const hangs = status === 'unresponsive';

  const takeProblems = (now: readonly Problem[]) => {
    // Avoids rendering while there are no problems.
    setProblems((before) => (before.length === 0 && now.length === 0 ? before : now));
    showProblems(now);
  };

  const changedKey = useRef<string | null>(null);
  useEffect(
    () =>
      store.subscribe(({ dirty, project, typed }, before) => {
        const isNewText = typed !== before.typed;
        if (isNewText) preview.current?.prepare();
        // A first save can change a new project's key before its packages are found. New text that is not dirty is the
        // server's: opened, restored, or saved elsewhere.
        const isStillChanged = dirty || (!isNewText && before.project.key === changedKey.current);
        changedKey.current = isStillChanged ? project.key : null;
      }),
    [store],
  );

  const found = packagesFound?.opening === opening ? packagesFound.packages : null;
  /** The configuration for the editors, including the found packages. */
  const editorConfig = useMemo(() => withFound(ownConfig, found), [ownConfig, found]);

  /** Adds found versions to the project; an unchanged or removed project only runs with them and is not modified. */
  const takePackages = (packages: PackageVersions) => {
    const state = store.getState();
    if (!mayStorePackages(state, changedKey.current))
      return onPackagesFound({ opening: state.opening, packages });
    store.actions.setFramework(withFound(state.project.frameworkConfig, packages));
  };

  const fullScreen = () => window.open(`/preview/${projectKey}`, '_blank', 'noopener');
  const stop = () => preview.current?.stop();
  useImperativeHandle(ref, () => ({
    editor: () => editor.current,
    previewPanel: () => previewPanel.current,
    fullScreen,
    startWriting() {
      if (hasFinePointer()) editor.current?.reveal({ language: 'html', line: 1, column: 1 });
    },
    stop: hangs ? stop : null,
  }));

  useEffect(() => {
    if (opening > 0) resetConsole();
  }, [opening]);

  useEffect(() => preserveLog(!clearConsole), [clearConsole]);

  useEffect(() => followUnreadErrors(setUnreadErrors), []);

  const hasStarted = status !== 'starting';
  useEffect(() => {
    if (hasStarted) fetchWhenInUse(ConsolePanel);
  }, [hasStarted]);

  return (
    <EditorWorkspace
      ref={editor}
      documentKey={String(opening)}
      live={live}
      onEdit={store.actions.edit}
      onSave={onSave}
      problems={problems}
      frameworkConfig={editorConfig}
      onOpen={onOpen}
      onRun={() => preview.current?.run()}
      theme={theme}
      fontSize={fontSize}
      keyBindings={keyBindings}
      codeStyle={settings}
      preview={
        <ProjectPreview
          projectId={projectId}
          services={services}
          handle={preview}
          autoRun={autoRun}
          onProblems={takeProblems}
          problems={problems}
          onReveal={(problem) => editor.current?.reveal(problem)}
          status={status}
          onStatus={setStatus}
          onConsole={appendEntry}
          onRun={beginRun}
          onPackages={takePackages}
          onFullScreen={fullScreen}
          ref={previewPanel}
        />
      }
      previewStarted={hasStarted}
      stop={hangs && <StopButton onStop={stop} />}
      assetPanel={<AssetLibrary services={services} editor={editor} />}
      consolePanel={
        <ConsolePanel
          preview={preview}
          hangs={hangs}
          onReveal={(place) => editor.current?.reveal(place)}
          preserveLog={!clearConsole}
          onPreserveLog={(preserve) => settingsStore.getState().change({ clearConsole: !preserve })}
        />
      }
      unreadErrors={unreadErrors}
      settingsPanel={<EditorSettings />}
      supportEmail={services.config.supportEmail}
    />
  );
}

/** The texts of the open document. Editors are updated directly, without rendering other components. */
function useLiveSources({ project: store }: PageServices): LiveSources {
  const [live] = useState(() => {
    const { opening, typed } = store.getState();
    return createLiveSources(String(opening), typed);
  });
  useEffect(() => {
    const receive = () => {
      const { opening, typed } = store.getState();
      live.receive(String(opening), typed);
    };
    receive();
    return store.subscribe(({ typed, opening }, before) => {
      if (typed !== before.typed || opening !== before.opening) receive();
    });
  }, [live, store]);
  return live;
}
