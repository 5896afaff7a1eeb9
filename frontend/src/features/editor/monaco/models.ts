import type { SourceLanguage } from '@studio/engine/source';
import { editor, Range, Uri } from 'monaco-editor/editor';
import type { LiveText } from '../model/live-text.ts';
import { panes } from '../model/panes.ts';
import { difference } from '../model/text-difference.ts';

const files: Record<SourceLanguage, { path: string; monacoLanguage: string }> = {
  html: { path: 'studio:/index.html', monacoLanguage: 'html' },
  css: { path: 'studio:/style.css', monacoLanguage: 'css' },
  js: { path: 'studio:/script.js', monacoLanguage: 'javascript' },
};

/** Where the model of a source is found. */
export function modelPath(language: SourceLanguage): string {
  return files[language].path;
}

/**
 * Makes a model for each source and keeps both alike until the returned function is called.
 * Models outlive their editors, so a pane that is switched off and on keeps its undo stack.
 */
export function openModels(texts: Record<SourceLanguage, LiveText>): () => void {
  const closing = panes.map(({ language }) => openModel(language, texts[language]));
  return () => {
    for (const close of closing) close();
  };
}

function openModel(language: SourceLanguage, text: LiveText): () => void {
  const { path, monacoLanguage } = files[language];
  const model = editor.createModel(text.read(), monacoLanguage, Uri.parse(path));
  // Quiet brackets; a code's own indentation is recognised, else it is two spaces.
  model.updateOptions({
    tabSize: 2,
    bracketColorizationOptions: { enabled: false, independentColorPoolPerBracketType: false },
  });
  model.detectIndentation(true, 2);
  let following = false;

  function follow(change: () => void): void {
    following = true;
    change();
    following = false;
  }

  const unsubscribe = text.subscribe((change) => {
    if (change.kind === 'typed' && change.view === model) return;
    follow(() => {
      if (change.kind === 'replaced') model.setValue(change.text);
      else merge(model, change.text);
    });
  });
  model.onDidChangeContent(() => {
    // A byte order mark is kept as it came.
    if (!following) text.type(model.getValue(undefined, true), model);
  });
  return () => {
    unsubscribe();
    model.dispose();
  };
}

/** Changes only what differs: carets elsewhere stay where they are, and it can be undone. */
function merge(model: editor.ITextModel, text: string): void {
  const { start, end, text: replacement } = difference(model.getValue(), text);
  const from = model.getPositionAt(start);
  const to = model.getPositionAt(end);
  model.pushStackElement();
  model.pushEditOperations(null, [{ range: Range.fromPositions(from, to), text: replacement }], () => null);
  model.pushStackElement();
}
