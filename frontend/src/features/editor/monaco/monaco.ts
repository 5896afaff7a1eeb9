import { closeModels, openModels, setTabSize } from './models.ts';
import { defineTheme } from './monaco-colors.ts';
import { MonacoEditor } from './monaco-editor.tsx';
import { teachLanguages } from './monaco-languages.ts';
import { markProblems } from './problem-markers.ts';
import { followTab } from './tab-note.ts';

/** Monaco with everything that the workspace asks of it, to be fetched as one. */
export const monaco = {
  MonacoEditor,
  openModels,
  closeModels,
  setTabSize,
  teachLanguages,
  markProblems,
  defineTheme,
  followTab,
};
export type Monaco = typeof monaco;
