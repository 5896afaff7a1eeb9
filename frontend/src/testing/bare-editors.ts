import * as monaco from 'monaco-editor';
import EditorWorker from 'monaco-editor/editor/editor.worker?worker';
import CssWorker from 'monaco-editor/languages/features/css/css.worker?worker';
import HtmlWorker from 'monaco-editor/languages/features/html/html.worker?worker';
import TypeScriptWorker from 'monaco-editor/languages/features/typescript/ts.worker?worker';

/** The smallest page with three Monaco editors: the baseline of the studio's start in `npm run bench`. */
globalThis.MonacoEnvironment = {
  getWorker(_module, label) {
    if (label === 'css') return new CssWorker();
    if (label === 'html') return new HtmlWorker();
    return label === 'javascript' ? new TypeScriptWorker() : new EditorWorker();
  },
};

const texts = { html: '<p>Typing</p>', css: 'p { color: teal }', javascript: 'console.log(1)' };
for (const [language, value] of Object.entries(texts)) {
  const place = document.createElement('div');
  place.style.height = '30vh';
  document.body.append(place);
  monaco.editor.create(place, { value, language, automaticLayout: true, editContext: false });
}
