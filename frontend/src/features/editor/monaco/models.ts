import type { Problem } from '@studio/engine/problem';
import type { SourceLanguage } from '@studio/engine/source';
import { editor, type IRange, languages, MarkerSeverity, Range, Uri } from 'monaco-editor/editor';
import * as texts from '../full-editor-texts.ts';
import { columnsOf, type TabSize } from '../model/editor-look.ts';
import { differences } from '../model/line-differences.ts';
import type { LiveText } from '../model/live-text.ts';
import { panes, type SourceFile, type SourceFiles } from '../model/panes.ts';
import { withEndingsOf, withPlainEndings } from '../model/text-lines.ts';

/** The open model of each source. */
const open: Partial<Record<SourceLanguage, OpenModel>> = {};

let tabSize: TabSize = 'auto';

interface OpenModel {
  model: editor.ITextModel;
  file: SourceFile;
  close(): void;
}

/** The path of a source's model, for Monaco's wrapper. */
export function modelPath(language: SourceLanguage): string {
  return open[language]?.model.uri.toString() ?? '';
}

export function modelOf(language: SourceLanguage): editor.ITextModel | undefined {
  return open[language]?.model;
}

/**
 * Creates a model for each source, and synchronizes both until `closeModels`. Called again, it follows changes of file
 * types: markup and styles keep their models, a script gets a new one, as TypeScript's service goes by its path. Models
 * outlive their editors, so a pane that is switched off and on keeps its undo history.
 */
export function openModels(texts: Record<SourceLanguage, LiveText>, files: SourceFiles): void {
  for (const { language } of panes) {
    const former = open[language];
    const file = files[language];
    if (former?.file.name === file.name) continue;
    if (former && language !== 'js') {
      editor.setModelLanguage(former.model, file.language);
      former.file = file;
      continue;
    }
    const text = texts[language];
    const next = openModel(text, file, former ? text.read() : text.opened());
    open[language] = next;
    if (former) replace(former, next);
  }
}

export function closeModels(): void {
  for (const { language } of panes) {
    open[language]?.close();
    delete open[language];
  }
}

/** Sets the indentation step. Code with tabs keeps them. */
export function setTabSize(chosen: TabSize): void {
  tabSize = chosen;
  for (const { language } of panes) {
    const model = modelOf(language);
    if (model) indent(model);
  }
}

function indent(model: editor.ITextModel): void {
  model.detectIndentation(true, columnsOf(tabSize));
  if (tabSize !== 'auto') model.updateOptions({ tabSize, indentSize: tabSize });
}

/** A model whose undo history begins at `past`. */
function openModel(text: LiveText, file: SourceFile, past: string): OpenModel {
  const model = editor.createModel(past, file.language, Uri.parse(`file:///${file.name}`));
  model.setEOL(endingsOf(past));
  // What was typed before Monaco came.
  if (text.read() !== past) merge(model, text.read());
  // No coloured brackets.
  model.updateOptions({
    bracketColorizationOptions: { enabled: false, independentColorPoolPerBracketType: false },
  });
  indent(model);
  let following = false;

  function follow(change: () => void): void {
    following = true;
    change();
    following = false;
  }

  const unsubscribe = text.subscribe((change) => {
    if (change.kind === 'typed' && change.view === model) return;
    follow(() => {
      if (change.kind === 'replaced') {
        model.setValue(change.text);
        model.setEOL(endingsOf(change.text));
        indent(model);
      } else merge(model, change.text);
    });
  });
  model.onDidChangeContent(() => {
    // Keeps a byte order mark.
    if (!following) text.type(model.getValue(undefined, true), model);
  });
  return {
    model,
    file,
    close() {
      unsubscribe();
      model.dispose();
    },
  };
}

/** The line endings of a text. For one without any, Monaco would choose by operating system. */
function endingsOf(text: string): editor.EndOfLineSequence {
  return text.includes('\r\n') ? editor.EndOfLineSequence.CRLF : editor.EndOfLineSequence.LF;
}

/** Moves the editors of a replaced model to the new one, with their view state. */
function replace(former: OpenModel, { model }: OpenModel): void {
  for (const shown of editor.getEditors()) {
    if (shown.getModel() !== former.model) continue;
    const place = shown.saveViewState();
    shown.setModel(model);
    shown.restoreViewState(place);
  }
  former.close();
}

/** Changes only the differing parts, as an undoable step, so that carets elsewhere do not move. */
function merge(model: editor.ITextModel, text: string): void {
  model.pushStackElement();
  model.pushEOL(endingsOf(text));
  // A model has one kind of line endings.
  const merged = withEndingsOf(withPlainEndings(stripModelMark(model, text)), text);
  const edits = differences(model.getValue(), merged).map(({ start, end, text: replacement }) => ({
    range: Range.fromPositions(model.getPositionAt(start), model.getPositionAt(end)),
    text: replacement,
  }));
  model.pushEditOperations(null, edits, () => null);
  model.pushStackElement();
}

/** The length of the byte order mark that a model keeps apart from its text, and does not count: 0 or 1. */
export function markLength(model: editor.ITextModel): number {
  return model.getValueLength(undefined, true) - model.getValueLength();
}

/** A text as its model counts it. */
export function stripModelMark(model: editor.ITextModel, text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(markLength(model)) : text;
}

/** Distinguishes our markers from those of Monaco's own services. */
const owner = 'studio';

/** The problems that are marked at present. */
let marked: readonly Problem[] = [];

/** Marks the problems in their panes, and removes all earlier marks. */
export function markProblems(problems: readonly Problem[]): void {
  marked = problems;
  for (const { language } of panes) {
    const model = modelOf(language);
    if (!model) continue;
    const own = problems.filter((problem) => problem.language === language);
    editor.setModelMarkers(
      model,
      owner,
      own.map((problem) => ({
        severity: problem.severity === 'error' ? MarkerSeverity.Error : MarkerSeverity.Warning,
        message: problem.message,
        ...(replacedRange(model, problem) ?? wordAt(model, problem)),
      })),
    );
  }
}

/** The word at a position, or one character, so that the mark is visible. */
function wordAt(model: editor.ITextModel, { line, column }: Problem) {
  const { lineNumber, column: start } = model.validatePosition({ lineNumber: line, column });
  const word = model.getWordAtPosition({ lineNumber, column: start });
  return {
    startLineNumber: lineNumber,
    endLineNumber: lineNumber,
    startColumn: word?.startColumn ?? start,
    endColumn: word?.endColumn ?? start + 1,
  };
}

/** The languages of all panes: each can import packages. */
const withFixes = ['html', 'markdown', 'pug', 'css', 'scss', 'less', 'javascript', 'typescript'];

/** Offers the replacements of problems as quick fixes. Called once. */
export function offerFixes(): void {
  languages.registerCodeActionProvider(withFixes, {
    provideCodeActions(model, { startLineNumber, endLineNumber }) {
      const pane = panes.find(({ language }) => modelOf(language) === model);
      const inRange = marked.filter(
        ({ language, line }) =>
          language === pane?.language && line >= startLineNumber && line <= endLineNumber,
      );
      return { actions: inRange.flatMap((problem) => fixesOf(model, problem)), dispose() {} };
    },
  });
}

/** The text that a problem's fix replaces; null if it has none, or the text has changed since. */
function replacedRange(model: editor.ITextModel, { fix, line, column }: Problem): IRange | null {
  if (!fix) return null;
  const endColumn = column + fix.text.length;
  const range = { startLineNumber: line, startColumn: column, endLineNumber: line, endColumn };
  return model.getValueInRange(range) === fix.text ? range : null;
}

function fixesOf(model: editor.ITextModel, problem: Problem): languages.CodeAction[] {
  const { fix } = problem;
  const range = replacedRange(model, problem);
  if (!fix || !range) return [];
  return fix.by.map((text, index) => ({
    title: texts.replaceWith(text),
    kind: 'quickfix',
    isPreferred: index === 0,
    edit: {
      edits: [{ resource: model.uri, versionId: model.getVersionId(), textEdit: { range, text } }],
    },
  }));
}
