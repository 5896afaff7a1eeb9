import { loader } from '@monaco-editor/react';
import * as monaco from 'monaco-editor/editor';
import EditorWorker from 'monaco-editor/editor/editor.worker?worker';
import 'monaco-editor/features/register.all';
import 'monaco-editor/languages/definitions/css/register';
import 'monaco-editor/languages/definitions/html/register';
import 'monaco-editor/languages/definitions/javascript/register';
import 'monaco-editor/languages/definitions/typescript/register';
import CssWorker from 'monaco-editor/languages/features/css/css.worker?worker';
import 'monaco-editor/languages/features/css/register';
import HtmlWorker from 'monaco-editor/languages/features/html/html.worker?worker';
import 'monaco-editor/languages/features/html/register';
import {
  JsxEmit,
  javascriptDefaults,
  ScriptTarget,
} from 'monaco-editor/languages/features/typescript/register';
import TypeScriptWorker from 'monaco-editor/languages/features/typescript/ts.worker?worker';
import { whenIdle } from '@/ui/when-idle.ts';

/** The TypeScript service is 1.5 MB on the wire: it waits until the page has nothing better to do. */
const startTypeScript = () =>
  new Promise<Worker>((resolve) => whenIdle(() => resolve(new TypeScriptWorker())));

globalThis.MonacoEnvironment = {
  getWorker(_module, label) {
    if (label === 'css') return new CssWorker();
    if (label === 'html') return new HtmlWorker();
    if (label === 'javascript' || label === 'typescript') return startTypeScript();
    return new EditorWorker();
  },
};

// Without this the wrapper would ask a public CDN for Monaco.
loader.config({ monaco });

// Plain scripts in a page: what does not parse is wrong, what is unused or untyped is nobody's business.
javascriptDefaults.setDiagnosticsOptions({ noSemanticValidation: true, noSuggestionDiagnostics: true });
javascriptDefaults.setCompilerOptions({
  allowJs: true,
  allowNonTsExtensions: true,
  jsx: JsxEmit.Preserve,
  target: ScriptTarget.ESNext,
});

// Monaco measures its font once; the web font may come later.
document.fonts.addEventListener('loadingdone', () => monaco.editor.remeasureFonts());
