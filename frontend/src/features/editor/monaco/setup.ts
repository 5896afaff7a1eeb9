import { loader } from '@monaco-editor/react';
import * as monaco from 'monaco-editor/editor';
import EditorWorker from 'monaco-editor/editor/editor.worker?worker';
import 'monaco-editor/features/register.all';
import 'monaco-editor/languages/definitions/css/register';
import 'monaco-editor/languages/definitions/html/register';
import 'monaco-editor/languages/definitions/javascript/register';
import 'monaco-editor/languages/definitions/less/register';
import 'monaco-editor/languages/definitions/markdown/register';
import 'monaco-editor/languages/definitions/pug/register';
import 'monaco-editor/languages/definitions/scss/register';
import 'monaco-editor/languages/definitions/typescript/register';
import CssWorker from 'monaco-editor/languages/features/css/css.worker?worker';
import { lessDefaults, scssDefaults } from 'monaco-editor/languages/features/css/register';
import HtmlWorker from 'monaco-editor/languages/features/html/html.worker?worker';
import 'monaco-editor/languages/features/html/register';
import { emmetCSS, emmetHTML, emmetJSX } from 'emmet-monaco-es';
import {
  type CompilerOptions,
  JsxEmit,
  javascriptDefaults,
  ModuleKind,
  type ModuleResolutionKind,
  ScriptTarget,
  typescriptDefaults,
} from 'monaco-editor/languages/features/typescript/register';
import TypeScriptWorker from 'monaco-editor/languages/features/typescript/ts.worker?worker';
import { whenIdle } from '@/lib/time.ts';
import { registerSnippets } from '../snippets/register-snippets.ts';
import { onFirstUse, whenTypingPauses } from './on-first-use.ts';

/** Somebody uses an editor, or stays. */
export const firstUse = new Promise<void>(onFirstUse);

/** After the first use, typing has paused and the page was idle. */
const firstPause = firstUse.then(
  () => new Promise<void>((resolve) => whenTypingPauses(() => whenIdle(resolve))),
);

/**
 * The language services take 2 MB of download and more than a second of processor time, which the preview of the first
 * keys would have to share. Those that Monaco has stopped, and starts again, need not wait.
 */
const startAfterPause = (Service: new () => Worker) => firstPause.then(() => new Service());

globalThis.MonacoEnvironment = {
  getWorker(_module, label) {
    if (label === 'css' || label === 'scss' || label === 'less') return startAfterPause(CssWorker);
    if (label === 'html') return startAfterPause(HtmlWorker);
    if (label === 'javascript' || label === 'typescript') return startAfterPause(TypeScriptWorker);
    return new EditorWorker();
  },
};

// Without this the wrapper would load Monaco from a public CDN.
loader.config({ monaco });

/** Resolves the `exports` of packages; missing from Monaco's own enum. */
const bundlerResolution = 100 as ModuleResolutionKind;

/** Each file is treated as a module, so that its names may equal the browser's globals. */
const compilerOptions: CompilerOptions = {
  allowJs: true,
  allowNonTsExtensions: true,
  allowUmdGlobalAccess: true,
  esModuleInterop: true,
  jsx: JsxEmit.Preserve,
  module: ModuleKind.ESNext,
  moduleDetection: 3,
  moduleResolution: bundlerResolution,
  strict: true,
  target: ScriptTarget.ESNext,
};
javascriptDefaults.setCompilerOptions(compilerOptions);
typescriptDefaults.setCompilerOptions(compilerOptions);
// JavaScript gets syntax errors only, no hints on unused or untyped code.
javascriptDefaults.setDiagnosticsOptions({ noSemanticValidation: true, noSuggestionDiagnostics: true });
typescriptDefaults.setDiagnosticsOptions({ noSuggestionDiagnostics: true });
// The compilers report errors in SCSS and Less more precisely.
lessDefaults.setOptions({ ...lessDefaults.options, validate: false });
scssDefaults.setOptions({ ...scssDefaults.options, validate: false });

/** Emmet needs only the editor part of Monaco, but its types require the languages, too. */
const monacoForEmmet = monaco as typeof import('monaco-editor');

startEmmet();
registerSnippets();
// In the context menu, opens the studio's command palette instead of Monaco's, which can be opened from there.
monaco.editor.registerCommand('editor.action.quickCommand', () => {
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'F1' }));
});

// Monaco measures its font once; the web font may be loaded later.
document.fonts.addEventListener('loadingdone', () => monaco.editor.remeasureFonts());

/** Expands abbreviations in HTML and in styles. */
function startEmmet(): void {
  emmetHTML(monacoForEmmet, ['html']);
  emmetCSS(monacoForEmmet, ['css', 'scss', 'less']);
}

/** Expands abbreviations to JSX until the returned function is called. */
export function startJsxEmmet(): () => void {
  return emmetJSX(monacoForEmmet, ['javascript', 'typescript']);
}
