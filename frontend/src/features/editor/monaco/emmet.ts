import { emmetCSS, emmetHTML, emmetJSX } from 'emmet-monaco-es';
import * as editorApi from 'monaco-editor/editor';

/** Emmet needs of Monaco only what the editor itself has; its types ask for the languages, too. */
const monaco = editorApi as typeof import('monaco-editor');

/** Expands abbreviations in HTML and in styles. */
export function startEmmet(): void {
  emmetHTML(monaco, ['html']);
  emmetCSS(monaco, ['css', 'scss']);
}

/** Expands abbreviations to JSX until the returned function is called. */
export function startJsxEmmet(): () => void {
  return emmetJSX(monaco, ['javascript', 'typescript']);
}
