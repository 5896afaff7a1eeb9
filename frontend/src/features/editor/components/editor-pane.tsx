import type { Problem } from '@studio/engine/problem';
import { AlignLeft, Maximize2, Minimize2 } from 'lucide-react';
import {
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { flushSync } from 'react-dom';
import { isPointerResting } from '@/lib/pointer.ts';
import { Button, IconButton } from '@/ui/button.tsx';
import { classes } from '@/ui/classes.ts';
import type { CodeStyle, EditorLook } from '../model/editor-look.ts';
import type { LiveText } from '../model/live-text.ts';
import type { Pane, SourceFile } from '../model/panes.ts';
import { type EditorPosition, lineCount } from '../model/text-lines.ts';
import * as texts from '../texts.ts';
import type { FullEditor, FullEditorView, ViewState } from './full-editor.ts';
import { LightEditor, type LightEditorHandle } from './light-editor.tsx';
import './editor-pane.css';

/** The pane's methods for the workspace. */
export interface PaneHandle {
  hasFocus(): boolean;
  /** Offset of the caret in UTF-16 units. */
  caret(): number;
  /** Replaces the text as one undo step, and sets the caret to an offset. */
  replace(text: string, caret: number): void;
  /** Restores caret, selection, scroll position and focus from another editor. */
  resume(place: ViewState): void;
  /** Shows the full editor's command list; null if it has none. */
  showCommands: (() => void) | null;
}

interface EditorPaneProps {
  pane: Pane;
  /** The pane's text as a file. */
  file: SourceFile;
  text: LiveText;
  editor: FullEditor;
  look: EditorLook;
  codeStyle: CodeStyle;
  /** The window is low. */
  low: boolean;
  /** The id of the text that explains how to leave the full editor by keyboard. */
  keyboardNote: string;
  /** Whether the pane is visible; a hidden one keeps its state and cannot be reached. */
  shown: boolean;
  maximized: boolean;
  onMaximize: (maximized: boolean) => void;
  onFormat: () => void;
  /** Inserts a sample; offered in an empty pane. */
  onSample: () => void;
  /** Opens the starter templates; offered in an empty pane. Null: not offered here. */
  onTemplates: (() => void) | null;
  /** The compilers' problems of all texts. */
  problems: readonly Problem[];
  /** Vim key bindings; only in Monaco. */
  vim: boolean;
  /** Vim's `:w`. */
  onSave: () => void;
  /** Null while the pane is not shown. */
  ref: Ref<PaneHandle | null>;
  /** The requested position of the caret; null: unchanged. */
  caret: EditorPosition | null;
  /** Called when the caret is there. */
  onCaretMoved: () => void;
  onFocus: () => void;
  /** Called when a pointer moves in it. */
  onPointer: () => void;
}

/** One source with its header. The light editor is shown until the full one is ready and takes over its state. */
export function EditorPane(props: EditorPaneProps) {
  const { pane, file, text, editor, look, codeStyle, low, keyboardNote, shown, maximized, problems, caret } =
    props;
  const { onCaretMoved, ref } = props;
  const section = useRef<HTMLElement>(null);
  const light = useRef<LightEditorHandle>(null);
  const full = useRef<FullEditorView>(null);
  const [toolsPlace, setToolsPlace] = useState<HTMLElement | null>(null);
  const [handedOver, setHandedOver] = useState(false);
  const lines = useSyncExternalStore(text.subscribe, () => lineCount(text.read()));
  const isEmpty = useSyncExternalStore(text.subscribe, () => text.read() === '');
  const problem = problems.find(
    ({ language, severity }) => language === pane.language && severity === 'error',
  );
  const served = editor.status === 'ready';
  // Below the code, the tools would take a line of a low window, and would be behind the keyboard in a maximized pane.
  const toolsInHeader = low || maximized;
  const tools = (
    <div
      ref={setToolsPlace}
      className={classes('hidden min-w-0 group-focus-within/pane:block', !toolsInHeader && 'bg-panel')}
    />
  );

  useImperativeHandle<PaneHandle | null, PaneHandle | null>(ref, () =>
    shown
      ? {
          hasFocus: () => section.current?.contains(document.activeElement) === true,
          caret: () => (full.current ?? light.current)?.caret() ?? 0,
          replace: (code, at) => (full.current ?? light.current)?.replace(code, at),
          resume: (place) => (full.current ?? light.current)?.resume(place),
          showCommands: full.current?.showCommands ?? null,
        }
      : null,
  );

  useEffect(() => {
    // While the full editor replaces the light one, this waits for the full one.
    if (!caret || (served && !handedOver)) return;
    (full.current ?? light.current)?.moveTo(caret);
    onCaretMoved();
  }, [caret, served, handedOver, onCaretMoved]);

  function handOver(view: FullEditorView) {
    light.current?.whenComposed(() => {
      const place = light.current?.place();
      // Outside React's effect, but before the next key event.
      queueMicrotask(() => {
        full.current = view;
        flushSync(() => setHandedOver(true));
        if (place && !caret) view.resume(place);
      });
    });
  }

  return (
    <section
      ref={section}
      aria-label={pane.label}
      onFocus={props.onFocus}
      onPointerMove={({ nativeEvent }) => isPointerResting(nativeEvent) || props.onPointer()}
      className={classes('group/pane flex h-full min-h-0 flex-col bg-ground', maximized && 'maximized')}
    >
      <PaneHeader
        pane={pane}
        file={file}
        lines={lines}
        wrong={problem !== undefined}
        maximized={maximized}
        onMaximize={props.onMaximize}
        onFormat={props.onFormat}
        tools={toolsInHeader && tools}
      />
      <div data-editor="" className="relative min-h-0 flex-1">
        {isEmpty && (
          <div className="pane-offers">
            <div>
              {props.onTemplates && (
                <Button look="quiet" onClick={props.onTemplates}>
                  {texts.startFromTemplate}
                </Button>
              )}
              <Button look="quiet" aria-label={texts.insertSampleIn(pane.label)} onClick={props.onSample}>
                {texts.insertSample}
              </Button>
            </div>
          </div>
        )}
        {served && (
          <div className={classes('absolute inset-0', !handedOver && 'invisible')}>
            <editor.Editor
              pane={pane}
              file={file}
              text={text}
              problems={problems}
              fontSize={look.fontSize}
              codeStyle={codeStyle}
              describedBy={keyboardNote}
              toolsPlace={toolsPlace}
              vim={props.vim}
              onSave={props.onSave}
              onReady={handOver}
            />
          </div>
        )}
        {!(served && handedOver) && (
          <LightEditor
            ref={light}
            pane={pane}
            language={file.language}
            text={text}
            look={look}
            codeStyle={codeStyle}
          />
        )}
      </div>
      {!toolsInHeader && tools}
      {problem && !(served && handedOver && editor.explains) && (
        <p role="status" className="shrink-0 border-t bg-danger-soft px-3 py-1 text-danger text-sm">
          {texts.problemIn(problem.line, problem.message)}
        </p>
      )}
    </section>
  );
}

interface PaneHeaderProps {
  pane: Pane;
  file: SourceFile;
  /** `3 lines` */
  lines: string;
  /** Whether the text has a compile error. */
  wrong: boolean;
  maximized: boolean;
  onMaximize: (maximized: boolean) => void;
  onFormat: () => void;
  /** The editing tools, if they are in the header. */
  tools: ReactNode;
}

const marks = { html: 'bg-html', css: 'bg-css', js: 'bg-js' } as const;

/** Label, line count, search hint, maximize (specification: Editors). */
function PaneHeader({ pane, file, lines, wrong, maximized, onMaximize, onFormat, tools }: PaneHeaderProps) {
  return (
    <header className="@container flex h-hit shrink-0 items-center gap-2 border-b bg-panel pr-0.5 pl-3 text-sm">
      <span aria-hidden className={classes('size-2 rounded-xs', marks[pane.language])} />
      <h2 className="font-medium">{pane.label}</h2>
      {file.tag && <span className="rounded-sm bg-chosen px-1 text-muted text-xs">{file.tag}</span>}
      <span className="whitespace-nowrap text-faint tabular-nums">{lines}</span>
      {wrong && (
        <span
          role="img"
          aria-label={texts.hasError}
          title={texts.hasError}
          className="size-2 rounded-full bg-danger"
        />
      )}
      <span className="ml-auto hidden text-faint text-xs any-pointer-fine:@xs:inline">
        {texts.searchHint}
      </span>
      {tools && <div className="ml-auto min-w-0">{tools}</div>}
      <IconButton
        label={texts.formatPane(pane.name)}
        icon={AlignLeft}
        onClick={onFormat}
        className="-mr-2 ml-auto @xs:ml-0"
      />
      <IconButton
        label={texts.maximizePane(pane.name, maximized)}
        icon={maximized ? Minimize2 : Maximize2}
        onClick={() => onMaximize(!maximized)}
      />
    </header>
  );
}
