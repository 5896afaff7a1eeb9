import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import type { Problem } from '@studio/engine/problem';
import type { SourceLanguage } from '@studio/engine/source';
import {
  type ReactNode,
  type Ref,
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useState,
} from 'react';
import { Panel, Separator } from 'react-resizable-panels';
import { hasFinePointer } from '@/lib/pointer.ts';
import { dialogsAndQuestions } from '@/ui/dialogs/find-dialogs.ts';
import { ChunkBoundary } from '@/ui/lazy-part.tsx';
import { ProgressLine } from '@/ui/progress-indicators.tsx';
import { useMedia } from '@/ui/use-media.ts';
import { useShortcut } from '@/ui/use-shortcut.ts';
import { type CodeStyle, editorLook, touchLook } from '../model/editor-look.ts';
import type { LiveSources } from '../model/live-text.ts';
import { panes, sourceFiles } from '../model/panes.ts';
import type { EditorPosition } from '../model/text-lines.ts';
import {
  initialLayout,
  isShown,
  type Layout,
  lowBelow,
  narrowBelow,
  pressLanguage,
  sizes,
  storedPlace,
  storePlace,
  tallFrom,
} from '../model/workspace-layout.ts';
import * as texts from '../texts.ts';
import { FooterBar, TopBar } from './editor-bars.tsx';
import type { BottomPanel, EditorHandle } from './editor-handle.ts';
import { EditorPane } from './editor-pane.tsx';
import { PaneLayout, useLeaveMaximized } from './pane-layout.tsx';
import { KeptPanel, keptPanelId, SizedGroup } from './panel-group.tsx';
import { useCodeMirror, useMonaco, useOnceOrLate } from './use-full-editor.ts';
import { useInsertion, usePaneEdits } from './use-pane-edits.ts';
import './editor-workspace.css';

interface EditorWorkspaceProps {
  /** Identifies the open document; unchanged when a new project gets its id. */
  documentKey: string;
  /** Its texts, which notify their own listeners: a keystroke renders only the editor. */
  live: LiveSources;
  /** Called for each change in an editor. */
  onEdit: (language: SourceLanguage, text: string) => void;
  /** Ctrl/Cmd+S. */
  onSave: () => void;
  /** Runs the preview again. */
  onRun: () => void;
  /** The compilers' problems, which are marked in the editors. */
  problems: readonly Problem[];
  /** Determines the languages of the panes. */
  frameworkConfig: FrameworkConfig;
  /** Opens a dialog: the framework selector, the starter templates or the command palette. */
  onOpen: (dialog: 'framework' | 'templates' | 'commands') => void;
  theme: 'dark' | 'light';
  /** CSS pixels. */
  fontSize: number;
  keyBindings: 'default' | 'vim';
  codeStyle: CodeStyle;
  preview: ReactNode;
  /** The preview has run, or will not: heavy parts can be loaded now. */
  previewStarted: boolean;
  /** A Stop button while code hangs, else nothing. */
  stop?: ReactNode;
  /** The panels may still be loading when they are first opened. */
  assetPanel: ReactNode;
  consolePanel: ReactNode;
  /** The number of unseen errors in the console. */
  unreadErrors: number;
  settingsPanel: ReactNode;
  supportEmail: string;
  ref?: Ref<EditorHandle>;
}

/** Everything below the header: top bar, editors beside the preview, bottom panel, footer bar. */
export function EditorWorkspace({ ref, ...props }: EditorWorkspaceProps) {
  const { documentKey, live, onEdit, onSave, problems, frameworkConfig, theme, fontSize, codeStyle } = props;
  const [layout, setLayout] = useState(() => ({ ...initialLayout, place: storedPlace() }));
  const [bottom, setBottom] = useState<BottomPanel | null>(null);
  const [maximized, setMaximized] = useState<SourceLanguage | null>(null);
  const narrow = useMedia(`(width < ${narrowBelow}px)`);
  const low = useMedia(`(height < ${lowBelow}px)`);
  const bottomMinimum = useMedia(`(height >= ${tallFrom}px)`) ? `${sizes.minimum}%` : sizes.bottomMinimum;
  const small = narrow || low;
  /** Whether the bottom panel was used last, not the panes: a low window has room for only one of them. */
  const [bottomInUse, setBottomInUse] = useState(false);
  const shownBottom = low && !bottomInUse ? null : bottom;
  const covered = low && shownBottom !== null;
  const [wanted, setWanted] = useState<{ language: SourceLanguage; caret: EditorPosition } | null>(null);
  const [turnedTo, setTurnedTo] = useState(false);
  const wantsFull = useOnceOrLate(turnedTo && props.previewStarted);
  const [fine] = useState(hasFinePointer);
  const monaco = useMonaco({
    live,
    theme,
    tabSize: codeStyle.tabSize,
    problems,
    frameworkConfig,
    wanted: wantsFull && fine,
  });
  const codeMirror = useCodeMirror(wantsFull && !fine);
  const editor = fine ? monaco : codeMirror;
  const look = (fine ? editorLook : touchLook)(fontSize);
  const files = sourceFiles(frameworkConfig);
  const { format, formatBeforeSave, insertSample, takeOver, paneHandles } = usePaneEdits(
    live,
    files,
    frameworkConfig,
    codeStyle.tabSize,
  );
  const keyboardNote = useId();
  const showPanes = (next: Layout) => {
    if (next.place !== layout.place) storePlace(next.place);
    setLayout(next);
    setBottomInUse(false);
    setMaximized(null);
  };
  const openPane = (language: SourceLanguage) => {
    setLayout((now) => ({ ...now, single: language }));
    setBottomInUse(false);
  };
  const maximize = (language: SourceLanguage | null) => {
    if (language) openPane(language);
    setMaximized(language);
  };
  const run = () => {
    setMaximized(null);
    if (layout.preview) props.onRun();
    if (covered || !layout.preview) showPanes({ ...layout, preview: true });
  };
  const reveal = (language: SourceLanguage, caret: EditorPosition) => {
    const shown = isShown(layout, language, small) ? layout : pressLanguage(layout, language, small);
    showPanes({ ...shown, single: language });
    if (maximized === language) setMaximized(language);
    setWanted({ language, caret });
  };
  const { recordFocus, lastFocused, insert } = useInsertion({ live, paneHandles, documentKey, reveal });
  const bottomPanels: Record<BottomPanel, ReactNode> = {
    assets: props.assetPanel,
    console: props.consolePanel,
    settings: props.settingsPanel,
  };
  const toggleBottom = (panel: BottomPanel) => {
    setBottom(shownBottom === panel ? null : panel);
    setBottomInUse(true);
    setMaximized(null);
  };

  useImperativeHandle(ref, () => ({
    controls: () => ({
      layout,
      small,
      covered,
      bottom: shownBottom,
      maximized,
      setLayout: showPanes,
      toggleBottom,
      setMaximized: maximize,
      run,
      format: () => format(),
      formatBeforeSave,
      insertSample,
    }),
    pane: (language) => paneHandles[language].current,
    reveal: ({ language, line, column }) => reveal(language, { lineNumber: line, column }),
    takeOver,
    lastFocused,
    insert,
  }));

  useShortcut({ key: 's', shift: false }, onSave);
  useShortcut({ key: 'f', shift: true, except: dialogsAndQuestions }, () => void format());
  useShortcut({ key: 'enter', shift: false, except: '[role=dialog], [role=alertdialog]' }, run);
  useLeaveMaximized(maximized !== null, () => setMaximized(null));

  const edit = useEffectEvent(onEdit);
  useEffect(() => {
    const ends = panes.map(({ language }) =>
      live.texts[language].subscribe((change) => {
        if (change.kind === 'typed') edit(language, change.text);
      }),
    );
    return () => {
      for (const end of ends) end();
    };
  }, [live]);

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <TopBar
        layout={layout}
        onLayout={showPanes}
        small={small}
        covered={covered}
        consoleOpen={shownBottom === 'console'}
        onConsole={() => toggleBottom('console')}
        unreadErrors={props.unreadErrors}
        onRun={run}
        stop={props.stop}
      />
      <SizedGroup
        orientation="vertical"
        panels={[keptPanelId('panes', !covered), ...(shownBottom ? [shownBottom] : [])]}
        className="relative min-h-0 flex-1"
      >
        <KeptPanel id="panes" shown={!covered} defaultSize={undefined} minSize={`${sizes.groupMinimum}%`}>
          <PaneLayout
            layout={layout}
            narrow={narrow}
            low={low}
            preview={props.preview}
            renderPane={(pane, shown) => (
              <EditorPane
                pane={pane}
                file={files[pane.language]}
                text={live.texts[pane.language]}
                editor={editor}
                look={look}
                codeStyle={codeStyle}
                low={low}
                keyboardNote={keyboardNote}
                ref={paneHandles[pane.language]}
                vim={props.keyBindings === 'vim'}
                onSave={onSave}
                onFormat={() => format(pane.language)}
                onSample={() => insertSample(pane.language)}
                onTemplates={pane.language === 'html' ? () => props.onOpen('templates') : null}
                problems={problems}
                shown={shown && !covered}
                maximized={shown && maximized === pane.language}
                onMaximize={(on) => maximize(on ? pane.language : null)}
                caret={wanted?.language === pane.language ? wanted.caret : null}
                onCaretMoved={() => setWanted(null)}
                onPointer={() => setTurnedTo(true)}
                onFocus={() => {
                  setTurnedTo(true);
                  recordFocus(pane.language);
                  openPane(pane.language);
                }}
              />
            )}
          />
        </KeptPanel>
        {shownBottom && !covered && <Separator aria-label={texts.resizeBottomPanel} className="handle" />}
        {shownBottom && (
          <Panel
            id={shownBottom}
            defaultSize={`${(narrow ? sizes.bottomNarrow : sizes.bottom)[shownBottom]}%`}
            minSize={covered ? '100%' : bottomMinimum}
            onFocus={() => setBottomInUse(true)}
          >
            <ChunkBoundary
              onFailure={() => setBottom(null)}
              fallback={<ProgressLine label={texts.loadingPanel} />}
            >
              {bottomPanels[shownBottom]}
            </ChunkBoundary>
          </Panel>
        )}
      </SizedGroup>
      <FooterBar
        assetsOpen={shownBottom === 'assets'}
        onAssets={() => toggleBottom('assets')}
        settingsOpen={shownBottom === 'settings'}
        onSettings={() => toggleBottom('settings')}
        framework={frameworkConfig.framework}
        onOpen={props.onOpen}
        supportEmail={props.supportEmail}
        note={wantsFull ? editor.note : null}
        noteId={keyboardNote}
      />
    </div>
  );
}
