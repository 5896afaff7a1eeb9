import { Editor } from '@monaco-editor/react';
import { type editor, type IPosition, Range } from 'monaco-editor/editor';
import {
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { isForInputMethod } from '@/ui/input-method.ts';
import { toast } from '@/ui/toast/toast.ts';
import type { FullEditorProps, FullEditorView } from '../components/full-editor.ts';
import * as texts from '../full-editor-texts.ts';
import { editorLook } from '../model/editor-look.ts';
import { difference } from '../model/text-difference.ts';
import { insertDroppedText } from './drop-text.ts';
import { markLength, modelPath, stripModelMark } from './models.ts';
import { afterFirstColors, renewColorSwatches, themeName } from './monaco-colors.ts';
import './setup.ts';
import './monaco-editor.css';

const fixedOptions: editor.IStandaloneEditorConstructionOptions = {
  // The defaults (specification: Editors).
  minimap: { enabled: false },
  // The same input method in all browsers: only Chromium supports EditContext.
  editContext: false,
  // The panes clip their content; menus and suggestions must extend beyond them.
  fixedOverflowWidgets: true,
  scrollBeyondLastLine: false,
  overviewRulerLanes: 0,
  hideCursorInOverviewRuler: true,
  glyphMargin: false,
  lineNumbersMinChars: 3,
  lineDecorationsWidth: 10,
  scrollbar: { horizontalScrollbarSize: 10, verticalScrollbarSize: 10, useShadows: false },
  renderLineHighlightOnlyWhenFocus: true,
  renderFinalNewline: 'on',
  stickyScroll: { enabled: false },
  find: { addExtraSpaceOnTop: false },
  // Code is kept unchanged: Monaco would offer to remove these.
  unusualLineTerminators: 'off',
  // Text in non-Latin scripts is not a mistake.
  unicodeHighlight: { ambiguousCharacters: false, invisibleCharacters: false },
};

/** Monaco on the model of one source, with its accessible name (specification: Accessibility). */
export function MonacoEditor(props: FullEditorProps) {
  const { pane, file, fontSize, describedBy, vim, onSave, onReady } = props;
  const { wordWrap } = props.codeStyle;
  const [mounted, setMounted] = useState<editor.IStandaloneCodeEditor | null>(null);
  const status = useVim(vim, mounted, onSave);
  const keys = useTabRelease();
  const place = useRef<HTMLDivElement>(null);
  const [dimension, setDimension] = useState<editor.IDimension | null>(null);
  // Sets the size in all panes before any editor exists, as each editor would otherwise measure it and force a layout.
  useLayoutEffect(() => {
    const { clientWidth: width = 0, clientHeight: height = 0 } = place.current ?? {};
    setDimension({ width, height });
  }, []);
  const options = useMemo(() => {
    const look = editorLook(fontSize);
    return {
      ...fixedOptions,
      ariaLabel: pane.name,
      fontFamily: getComputedStyle(document.documentElement).getPropertyValue('--font-mono'),
      fontSize: look.fontSize,
      lineHeight: look.lineHeight,
      // In prose, Enter would accept a suggestion at the end of most lines.
      quickSuggestions: { other: file.language !== 'markdown', comments: false, strings: false },
      wordWrap: wordWrap ? ('on' as const) : ('off' as const),
      padding: { top: look.paddingTop, bottom: look.paddingTop },
      ...(dimension && { dimension }),
    };
  }, [pane, file, fontSize, wordWrap, dimension]);

  return (
    <div {...keys} className="flex h-full flex-col">
      <div ref={place} className="min-h-0 flex-1">
        {dimension && (
          <Editor
            path={modelPath(pane.language)}
            keepCurrentModel
            theme={themeName}
            options={options}
            loading={null}
            onMount={(created) => {
              created.getDomNode()?.querySelector('textarea')?.setAttribute('aria-describedby', describedBy);
              setMounted(created);
              keepTopLine(created);
              insertDroppedText(created);
              renewColorSwatches(created);
              void afterFirstColors(created).then(() => onReady(viewOf(created)));
            }}
          />
        )}
      </div>
      {vim && <div ref={status} role="group" aria-label={`Vim, ${pane.name}`} className="vim-status" />}
    </div>
  );
}

/**
 * Handlers around an editor: after an Esc that has no other use, the next Tab moves the focus, as in the light editor
 * (WCAG 2.1.2).
 */
function useTabRelease() {
  const isReleased = useRef(false);
  const hold = () => {
    isReleased.current = false;
  };
  return {
    onFocus: hold,
    onPointerDownCapture: hold,
    onKeyDownCapture(event: KeyboardEvent) {
      if (event.key === 'Shift') return;
      // Neither Monaco nor Vim sees it, so the browser moves the focus.
      if (event.key === 'Tab' && isReleased.current) event.stopPropagation();
      isReleased.current = false;
    },
    // An Esc that Monaco or Vim uses does not get here; in a maximized pane it minimizes that.
    onKeyDown({ key, nativeEvent, currentTarget }: KeyboardEvent) {
      if (key !== 'Escape' || isForInputMethod(nativeEvent)) return;
      isReleased.current = !currentTarget.closest('.maximized');
    },
  };
}

/** Starts and ends Vim with the setting; returns the ref of its status line. */
function useVim(on: boolean, mounted: editor.IStandaloneCodeEditor | null, onSave: () => void) {
  const status = useRef<HTMLDivElement>(null);
  const save = useEffectEvent(onSave);
  useEffect(() => {
    if (!on || !mounted) return;
    let ended = false;
    let end = () => {};
    async function start(editorShown: editor.IStandaloneCodeEditor) {
      const { startVim } = await import('../vim/start-vim.ts');
      if (!ended && status.current) end = startVim(editorShown, status.current, () => save());
    }
    start(mounted).catch((error: unknown) => {
      console.warn('The keys of Vim could not be loaded.', error);
      toast({ title: texts.vimNotLoaded, description: texts.checkConnection, tone: 'danger' });
    });
    return () => {
      ended = true;
      end();
    };
  }, [on, mounted]);
  return status;
}

/** The interface of a Monaco editor for its pane. */
function viewOf(mounted: editor.IStandaloneCodeEditor): FullEditorView {
  return {
    resume({ anchor, caret, scrollTop, focused }) {
      mounted.setSelection({
        selectionStartLineNumber: anchor.lineNumber,
        selectionStartColumn: anchor.column,
        positionLineNumber: caret.lineNumber,
        positionColumn: caret.column,
      });
      mounted.setScrollTop(scrollTop);
      if (focused) mounted.focus();
    },
    moveTo(caret) {
      mounted.setPosition(caret);
      mounted.revealPositionInCenterIfOutsideViewport(caret);
      mounted.focus();
    },
    caret() {
      const [position, model] = [mounted.getPosition(), mounted.getModel()];
      return position && model ? markLength(model) + model.getOffsetAt(position) : 0;
    },
    showCommands() {
      mounted.focus();
      void mounted.getAction('editor.action.quickCommand')?.run();
    },
    replace(text, caret) {
      const model = mounted.getModel();
      if (!model) return;
      const { start, end, text: replacement } = difference(model.getValue(), stripModelMark(model, text));
      const range = Range.fromPositions(model.getPositionAt(start), model.getPositionAt(end));
      mounted.pushUndoStop();
      mounted.executeEdits('format', [{ range, text: replacement }]);
      mounted.pushUndoStop();
      const position = model.getPositionAt(caret - markLength(model));
      mounted.setPosition(position);
      mounted.revealPositionInCenterIfOutsideViewport(position);
    },
  };
}

/** Keeps the line at the top of an editor in place when it is resized, even to a size that fits the whole text. */
function keepTopLine(mounted: editor.IStandaloneCodeEditor): void {
  let top: { position: IPosition; beyond: number } | undefined;
  /** The scroll position that was last set; a position that a new size has caused is not the user's choice. */
  let put = 0;
  const sizeNow = () => {
    const { width, height } = mounted.getLayoutInfo();
    return `${width} ${height}`;
  };
  let size = sizeNow();

  mounted.onDidScrollChange(({ scrollTop }) => {
    if (scrollTop === put || sizeNow() !== size) return;
    const position = mounted.getVisibleRanges()[0]?.getStartPosition();
    if (!position) return;
    put = scrollTop;
    top = { position, beyond: scrollTop - mounted.getTopForPosition(position.lineNumber, position.column) };
  });
  mounted.onDidLayoutChange(() =>
    queueMicrotask(() => {
      size = sizeNow();
      if (!top) return;
      const { lineNumber, column } = top.position;
      mounted.setScrollTop(mounted.getTopForPosition(lineNumber, column) + top.beyond);
      put = mounted.getScrollTop();
    }),
  );
}
