import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import {
  defaultKeymap,
  historyKeymap,
  indentLess,
  indentMore,
  redo,
  redoDepth,
  undo,
  undoDepth,
} from '@codemirror/commands';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import {
  EditorView,
  highlightActiveLine,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { isError, type Problem } from '@studio/engine/problem';
import { IndentDecrease, IndentIncrease, Redo2, Search, Undo2 } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button, IconButton } from '@/ui/button.tsx';
import type { FullEditorProps } from '../components/full-editor.ts';
import * as texts from '../full-editor-texts.ts';
import { type EditorLook, touchLook } from '../model/editor-look.ts';
import { leaveEditorByTab } from '../texts.ts';
import { languageOf } from './code-mirror-languages.ts';
import { applyFix, keepCaretInView, markProblems, viewOf } from './code-mirror-view.ts';
import { indentation, tabIndents } from './indentation.ts';
import { openEditor } from './open-editor.ts';
import { snippetList } from './snippet-list.ts';
import './code-mirror.css';

/** Texts of the search panel, in the wording of the studio's other buttons, and the name of the list of snippets. */
const phrases = {
  next: 'Next',
  previous: 'Previous',
  replace: 'Replace',
  'replace all': 'Replace all',
  'match case': 'Match case',
  regexp: 'Regular expression',
  'by word': 'Whole words',
  Completions: 'Snippets',
};

/** Uses the browser's own selection, with its touch handles, which CodeMirror's drawn selection lacks. */
const fixedExtensions: Extension = [
  lineNumbers(),
  highlightSpecialChars(),
  highlightActiveLine(),
  highlightSelectionMatches(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  snippetList,
  search({ top: true }),
  EditorState.phrases.of(phrases),
  keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap]),
];

/** CodeMirror on one source, for touch, with its accessible name (specification: Accessibility). */
export function CodeMirrorEditor({
  pane,
  file,
  text,
  problems,
  fontSize,
  codeStyle,
  toolsPlace,
  onReady,
}: FullEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const note = useId();
  const [language] = useState(() => new Compartment());
  const [style] = useState(() => new Compartment());
  const [view, setView] = useState<EditorView | null>(null);
  const [past, setPast] = useState<Past>({ done: 0, undone: 0 });
  const ready = useEffectEvent(onReady);

  useEffect(() => {
    if (!place.current) return undefined;
    const attributes = EditorView.contentAttributes.of({ 'aria-label': pane.name, 'aria-describedby': note });
    const followPast = EditorView.updateListener.of((update) => {
      const now = pastOf(update.view);
      setPast((was) => (was.done === now.done && was.undone === now.undone ? was : now));
    });
    const { view: opened, close } = openEditor(place.current, text, [
      tabIndents(),
      fixedExtensions,
      language.of([]),
      style.of([]),
      attributes,
      followPast,
      keepCaretInView,
    ]);
    setView(opened);
    ready(viewOf(opened, text));
    return () => {
      setView(null);
      close();
    };
  }, [pane, text, note, language, style]);

  const { name } = file;
  useEffect(() => {
    let outdated = false;
    async function read() {
      const grammar = await languageOf(name);
      if (!outdated) view?.dispatch({ effects: language.reconfigure(grammar) });
    }
    void read();
    return () => {
      outdated = true;
    };
  }, [view, language, name]);
  const { tabSize, wordWrap } = codeStyle;
  useEffect(() => {
    const extensions = [indentation(tabSize), wordWrap ? EditorView.lineWrapping : []];
    view?.dispatch({ effects: style.reconfigure(extensions) });
  }, [view, style, tabSize, wordWrap]);
  useEffect(() => {
    const own = problems.filter((problem) => problem.language === pane.language);
    view?.dispatch(markProblems(view.state, own));
  }, [view, problems, pane]);
  /** The one whose message the pane shows. */
  const shown = problems.find((problem) => problem.language === pane.language && isError(problem));
  useEffect(() => {
    if (!place.current) return;
    showLook(place.current, touchLook(fontSize));
    view?.requestMeasure();
  }, [view, fontSize]);

  return (
    <div className="flex h-full flex-col">
      <span id={note} hidden>
        {leaveEditorByTab}
      </span>
      <div ref={place} className="code-mirror" />
      {view && shown?.fix && <Fixes view={view} problem={shown} by={shown.fix.by} />}
      {view &&
        toolsPlace &&
        createPortal(<EditingTools view={view} past={past} name={pane.name} />, toolsPlace)}
    </div>
  );
}

/** The quick fixes of a problem, below the code and above its message. */
function Fixes({ view, problem, by }: { view: EditorView; problem: Problem; by: readonly string[] }) {
  return (
    <div className="flex shrink-0 gap-1 overflow-x-auto border-t bg-danger-soft p-1">
      {by.map((replacement) => (
        <Button
          key={replacement}
          // A focus that moves would show or hide the tools below, and the button would not be there for the click.
          onMouseDown={(event) => event.preventDefault()}
          onClick={({ currentTarget }) => {
            applyFix(view, problem, replacement);
            // The button is about to disappear.
            if (document.activeElement === currentTarget) view.focus();
          }}
        >
          {texts.replaceWith(replacement)}
        </Button>
      ))}
    </div>
  );
}

/** Passes the sizes to code-mirror.css. */
function showLook(
  { style }: HTMLElement,
  { fontSize, lineHeight, paddingTop, contentLeft }: EditorLook,
): void {
  style.setProperty('--code-size', `${fontSize}px`);
  style.setProperty('--code-line', `${lineHeight}px`);
  style.setProperty('--code-top', `${paddingTop}px`);
  style.setProperty('--code-left', contentLeft);
}

/** The number of steps to undo and to redo. */
interface Past {
  undone: number;
  done: number;
}

const pastOf = ({ state }: EditorView): Past => ({ done: undoDepth(state), undone: redoDepth(state) });

interface EditingToolsProps {
  view: EditorView;
  past: Past;
  /** The name of the editor. */
  name: string;
}

/** Buttons for keys that on-screen keyboards lack. */
function EditingTools({ view, past, name }: EditingToolsProps) {
  const tools = [
    { label: texts.undo, icon: Undo2, run: undo, unavailable: past.done === 0 },
    { label: texts.redo, icon: Redo2, run: redo, unavailable: past.undone === 0 },
    { label: texts.searchIn(name), icon: Search, run: openSearchPanel },
    { label: texts.indentLess, icon: IndentDecrease, run: indentLess },
    { label: texts.indentMore, icon: IndentIncrease, run: indentMore },
  ];
  return (
    <div
      role="group"
      aria-label={texts.toolsOf(name)}
      // Keeps the focus, so that the keyboard stays open.
      onMouseDown={(event) => event.preventDefault()}
      className="scroll-row -my-px flex"
    >
      {tools.map(({ label, icon, run, unavailable = false }) => (
        <IconButton
          key={label}
          label={label}
          icon={icon}
          aria-disabled={unavailable}
          onClick={() => {
            view.focus();
            if (!unavailable) run(view);
          }}
          className="aria-disabled:opacity-50"
        />
      ))}
    </div>
  );
}
