import {
  type CSSProperties,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { classes } from '@/ui/classes.ts';
import type { Language } from '../highlighting/grammars.ts';
import { type CodeStyle, columnsOf, type EditorLook } from '../model/editor-look.ts';
import type { LiveText } from '../model/live-text.ts';
import type { Pane } from '../model/panes.ts';
import { differences } from '../model/text-difference.ts';
import {
  offsetAt,
  positionAt,
  type TextPosition,
  withEndingsOf,
  withPlainEndings,
} from '../model/text-lines.ts';
import type { ViewState } from './full-editor.ts';
import { colorTextBox, keepScrollTop, useTabIndents } from './text-box.ts';

export interface LightEditorHandle {
  /** Null once the text box has gone. */
  place(): ViewState | null;
  /** Calls back once no character is being composed. */
  whenComposed(then: () => void): void;
  /** Offset of the caret in UTF-16 units. */
  caret(): number;
  /** Replaces the text as if it were typed, so that it can be undone, and puts the caret at an offset. */
  replace(text: string, caret: number): void;
  /** Puts the caret there and the focus on it. */
  moveTo(caret: TextPosition): void;
}

/** So many lines are seen above one that is shown. */
const linesAbove = 4;

interface LightEditorProps {
  pane: Pane;
  language: Language;
  text: LiveText;
  look: EditorLook;
  codeStyle: CodeStyle;
  ref: Ref<LightEditorHandle>;
}

/** The code in a text box, coloured from behind: there at once, and all there is where Monaco does not serve. */
export function LightEditor({ pane, language, text, look, codeStyle, ref }: LightEditorProps) {
  const box = useRef<HTMLTextAreaElement>(null);
  const behind = useRef<HTMLPreElement>(null);
  const composing = useRef(false);
  const tabSize = columnsOf(codeStyle.tabSize);
  const indentOnTab = useTabIndents(tabSize);
  const note = useId();
  /** Stands for a change that the box itself has yet to show. */
  const [light] = useState(() => ({}));
  const [initial] = useState(() => text.read());

  // Before the browser paints: without what is behind it, the box would show nothing.
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || !behind.current) return;
    const colors = colorTextBox(element, behind.current, language);
    const show = (code: string) => {
      // From the bottom, so that the offsets above still hold.
      for (const { start, end, text: replacement } of differences(
        element.value,
        withPlainEndings(code),
      ).toReversed())
        element.setRangeText(replacement, start, end, 'preserve');
    };
    show(text.read());
    colors.paint();
    const unsubscribe = text.subscribe((change) => {
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
      const start = positionAt(value, selectionStart);
      const end = positionAt(value, selectionEnd);
      const [anchor, caret] = selectionDirection === 'backward' ? [end, start] : [start, end];
      return { focused: element === document.activeElement, anchor, caret, scrollTop };
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
      // Old, and the only way that leaves a text box its undo.
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
        Tab indents; Escape, then Tab leaves the editor
      </span>
      <textarea
        ref={box}
        aria-describedby={note}
        onKeyDown={indentOnTab}
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
