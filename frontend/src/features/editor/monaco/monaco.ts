import { TabFocus } from 'monaco-editor/editor/browser/config/tabFocus';
import * as texts from '../full-editor-texts.ts';
import { closeModels, markProblems, openModels, setTabSize } from './models.ts';
import { defineTheme } from './monaco-colors.ts';
import { MonacoEditor } from './monaco-editor.tsx';
import { configureLanguages } from './monaco-languages.ts';

/** Monaco with everything that the workspace asks of it, to be fetched as one. */
export const monaco = {
  MonacoEditor,
  openModels,
  closeModels,
  setTabSize,
  teachLanguages: configureLanguages,
  markProblems,
  defineTheme,
  followTab,
};
export type Monaco = typeof monaco;

/** Monaco's own key for it, which is another one on Apple's systems. */
const tabKey = /Mac|iPhone|iPad/.test(navigator.platform) ? 'Ctrl+Shift+M' : 'Ctrl+M';

/** How the keyboard gets out of the editors (WCAG 2.1.2). */
const noteFor = (moves: boolean) => (moves ? texts.tabMoves(tabKey) : texts.tabIndents(tabKey));

/** Tells what Tab does, now and whenever its key has changed that, which it does for all editors at once. The returned function ends it. */
export function followTab(onChange: (note: string) => void): () => void {
  onChange(noteFor(false));
  const changes = TabFocus.onDidChangeTabFocus((moves) => onChange(noteFor(moves)));
  return () => changes.dispose();
}
