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
import { onFirstUse } from './on-first-use.ts';

/**
 * The services of the languages are 2 MB on the wire and more than a second of a processor: they are for who writes or
 * looks closely, and wait until the page has nothing better to do.
 */
const startWhenUsed = (Service: new () => Worker) =>
  new Promise<Worker>((resolve) => onFirstUse(() => whenIdle(() => resolve(new Service()))));

globalThis.MonacoEnvironment = {
  getWorker(_module, label) {
    if (label === 'css' || label === 'scss' || label === 'less') return startWhenUsed(CssWorker);
    if (label === 'html') return startWhenUsed(HtmlWorker);
    if (label === 'javascript' || label === 'typescript') return startWhenUsed(TypeScriptWorker);
    return new EditorWorker();
  },
};

// Without this the wrapper would ask a public CDN for Monaco.
loader.config({ monaco });

/** Follows the `exports` of packages; Monaco's own list ends before it. */
const bundlerResolution = 100 as ModuleResolutionKind;

/** Each file is a module of its own, so that a name may be one of the browser's as well. */
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
// In JavaScript what does not parse is wrong, what is unused or untyped is nobody's business.
javascriptDefaults.setDiagnosticsOptions({ noSemanticValidation: true, noSuggestionDiagnostics: true });
typescriptDefaults.setDiagnosticsOptions({ noSuggestionDiagnostics: true });
// The compilers tell what is wrong with SCSS and Less, and know more.
lessDefaults.setOptions({ ...lessDefaults.options, validate: false });
scssDefaults.setOptions({ ...scssDefaults.options, validate: false });

/** Emmet needs of Monaco only what the editor itself has; its types ask for the languages, too. */
const monacoForEmmet = monaco as typeof import('monaco-editor');

startEmmet();
registerSnippets();
// From the context menu: Monaco's own list would stand beside the studio's, which has a way to it.
monaco.editor.registerCommand('editor.action.quickCommand', () => {
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'F1' }));
});

// Monaco measures its font once; the web font may come later.
document.fonts.addEventListener('loadingdone', () => monaco.editor.remeasureFonts());

/** Expands abbreviations in HTML and in styles. */
function startEmmet(): void {
  emmetHTML(monacoForEmmet, ['html', 'markdown']);
  emmetCSS(monacoForEmmet, ['css', 'scss', 'less']);
}

/** Expands abbreviations to JSX until the returned function is called. */
export function startJsxEmmet(): () => void {
  return emmetJSX(monacoForEmmet, ['javascript', 'typescript']);
}
