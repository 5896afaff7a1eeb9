import {
  type CSSProperties,
  type KeyboardEvent,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { classes } from '@/ui/classes.ts';
import { isForInputMethod } from '@/ui/input-method.ts';
import type { Language } from '../highlighting/grammars.ts';
import { colorTextBox } from '../highlighting/text-box-colors.ts';
import { type CodeStyle, columnsOf, type EditorLook } from '../model/editor-look.ts';
import type { LiveText } from '../model/live-text.ts';
import type { Pane } from '../model/panes.ts';
import { difference } from '../model/text-difference.ts';
import {
  type EditorPosition,
  editorPositionAt,
  offsetAt,
  withEndingsOf,
  withPlainEndings,
} from '../model/text-lines.ts';
import * as texts from '../texts.ts';
import type { ViewState } from './full-editor.ts';

export interface LightEditorHandle {
  /** Null once the text box is unmounted. */
  place(): ViewState | null;
  /** Restores caret, selection, scroll position and focus. */
  resume(place: ViewState): void;
  /** Calls back once no input method composition is active. */
  whenComposed(then: () => void): void;
  /** Offset of the caret in UTF-16 units. */
  caret(): number;
  /** Replaces the text as typed input, so that it can be undone, and sets the caret to an offset. */
  replace(text: string, caret: number): void;
  /** Moves caret and focus there. */
  moveTo(caret: EditorPosition): void;
}

/** How many lines are visible above a revealed one. */
const linesAbove = 4;

interface LightEditorProps {
  pane: Pane;
  language: Language;
  text: LiveText;
  look: EditorLook;
  codeStyle: CodeStyle;
  ref: Ref<LightEditorHandle>;
}

/**
 * The code in a text box, with a coloured copy behind it. Shown at once, and permanently if Monaco is not available.
 */
export function LightEditor({ pane, language, text, look, codeStyle, ref }: LightEditorProps) {
  const box = useRef<HTMLTextAreaElement>(null);
  const behind = useRef<HTMLPreElement>(null);
  const composing = useRef(false);
  const tabSize = columnsOf(codeStyle.tabSize);
  const keys = useTabIndents(tabSize);
  const note = useId();
  /** Identifies this editor as the origin of changes. */
  const [light] = useState(() => ({}));
  const [initial] = useState(() => text.read());

  // Before the browser paints: without the copy behind it, the box would show nothing.
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || !behind.current) return;
    const colors = colorTextBox(element, behind.current, language);
    const show = (code: string) => {
      const { start, end, text: replacement } = difference(element.value, withPlainEndings(code));
      if (start < end || replacement !== '') element.setRangeText(replacement, start, end, 'preserve');
    };
    show(text.read());
    colors.paint();
    const unsubscribe = text.subscribe((change) => {
      if (change.kind === 'replaced') clearUndo(element);
      if (change.kind !== 'typed' || change.view !== element) show(change.text);
      colors.paint();
    });
    return () => {
      unsubscribe();
      colors.end();
    };
  }, [text, language]);

  useEffect(() => (box.current ? keepScrollTop(box.current) : undefined), []);

  useImperativeHandle(ref, () => ({
    place() {
      const element = box.current;
      if (!element) return null;
      const { value, selectionStart, selectionEnd, selectionDirection, scrollTop } = element;
      const start = editorPositionAt(value, selectionStart);
      const end = editorPositionAt(value, selectionEnd);
      const [anchor, caret] = selectionDirection === 'backward' ? [end, start] : [start, end];
      return { focused: element === document.activeElement, anchor, caret, scrollTop };
    },
    resume({ focused, anchor, caret, scrollTop }) {
      const element = box.current;
      if (!element) return;
      if (focused) element.focus({ preventScroll: true });
      element.setSelectionRange(offsetAt(element.value, anchor), offsetAt(element.value, caret));
      element.scrollTop = scrollTop;
    },
    whenComposed(then) {
      if (composing.current) box.current?.addEventListener('compositionend', then, { once: true });
      else then();
    },
    caret() {
      const element = box.current;
      return element ? withEndingsOf(element.value.slice(0, element.selectionEnd), text.read()).length : 0;
    },
    replace(code, caret) {
      const element = box.current;
      if (!element) return;
      element.focus();
      element.select();
      // Deprecated, but the only way that keeps a text box's undo history.
      const typed = document.execCommand('insertText', false, withPlainEndings(code));
      if (!typed) text.type(withEndingsOf(withPlainEndings(code), text.read()), light);
      const offset = withPlainEndings(code.slice(0, caret)).length;
      element.setSelectionRange(offset, offset);
    },
    moveTo(caret) {
      const element = box.current;
      if (!element) return;
      const offset = offsetAt(element.value, caret);
      element.focus();
      element.setSelectionRange(offset, offset);
      element.scrollTop = Math.max(0, (caret.lineNumber - linesAbove) * look.lineHeight);
    },
  }));

  const style: CSSProperties = {
    fontSize: look.fontSize,
    lineHeight: `${look.lineHeight}px`,
    paddingBlock: look.paddingTop,
    paddingLeft: look.contentLeft,
    tabSize,
    whiteSpace: codeStyle.wordWrap ? undefined : 'pre',
  };

  return (
    <>
      <pre
        ref={behind}
        aria-hidden
        className={classes('code-text absolute inset-0', look.numbered && 'numbered')}
        style={style}
      />
      <span id={note} hidden>
        {texts.leaveEditorByTab}
      </span>
      <textarea
        ref={box}
        aria-describedby={note}
        {...keys}
        aria-label={pane.name}
        defaultValue={initial}
        onInput={(event) => {
          const element = event.currentTarget;
          text.type(withEndingsOf(element.value, text.read()), element);
        }}
        onCompositionStart={() => {
          composing.current = true;
        }}
        onCompositionEnd={() => {
          composing.current = false;
        }}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        autoCorrect="off"
        className="light-editor code-text"
        style={style}
      />
    </>
  );
}

/** Clears the undo history of a text box by removing and inserting it again. */
function clearUndo(box: HTMLTextAreaElement): void {
  const isFocused = box === document.activeElement;
  box.replaceWith(box);
  if (isFocused) box.focus();
}

/**
 * Keeps the text at the top of a text box in place when the box is resized, even to a size that fits the whole text.
 */
function keepScrollTop(box: HTMLTextAreaElement): () => void {
  /** The fraction of the text above the top, and the scroll position that was last set for it. */
  let above = 0;
  let put = 0;
  const sizes = new ResizeObserver(() => {
    box.scrollTop = above * box.scrollHeight;
    put = box.scrollTop;
  });
  sizes.observe(box);
  const record = () => {
    put = box.scrollTop;
    above = put / box.scrollHeight;
  };
  box.oninput = record;
  box.onscroll = () => {
    // A position that a new size has caused is not the user's choice.
    if (box.scrollTop !== put) record();
  };
  return () => sizes.disconnect();
}

/**
 * Handlers of a text box in which Tab indents. After an Esc that has no other use the next Tab moves the focus, as it does
 * in any other field (WCAG 2.1.2); Shift+Tab always does. `columns`: how many spaces a step has.
 */
function useTabIndents(columns: number) {
  const isReleased = useRef(false);
  const hold = () => {
    isReleased.current = false;
  };
  return {
    onFocus: hold,
    onPointerDown: hold,
    onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
      if (isForInputMethod(event.nativeEvent)) return;
      const { key, shiftKey, ctrlKey, metaKey, altKey, currentTarget } = event;
      if (key === 'Tab' && !isReleased.current && !(shiftKey || ctrlKey || metaKey || altKey)) {
        if (indent(currentTarget, ' '.repeat(columns))) event.preventDefault();
      }
      // In a maximized pane Esc minimizes it.
      isReleased.current = key === 'Escape' && !currentTarget.closest('.maximized');
    },
  };
}

/** Indents the selected lines, or inserts a step at the caret; returns whether the browser could. */
function indent(box: HTMLTextAreaElement, step: string): boolean {
  const { value, selectionStart, selectionEnd } = box;
  // Deprecated, but the only way that keeps a text box's undo history.
  const insert = (text: string) => document.execCommand('insertText', false, text);
  if (!value.slice(selectionStart, selectionEnd).includes('\n')) return insert(step);
  const start = value.slice(0, selectionStart).lastIndexOf('\n') + 1;
  const lines = value.slice(start, selectionEnd).replace(/^(?=.)/gm, step);
  box.setSelectionRange(start, selectionEnd);
  const isDone = insert(lines);
  box.setSelectionRange(start, start + lines.length);
  return isDone;
}
