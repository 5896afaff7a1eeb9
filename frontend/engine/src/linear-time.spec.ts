import { expect, it } from '@jest/globals';
import { defaultFrameworkConfig, type FrameworkConfig } from '@studio/contract/http/frameworks';
import { parse } from 'acorn';
import MagicString from 'magic-string';
import { buildDocument, pageName } from './build-document.js';
import { compile } from './compile.js';
import { windowNames } from './export/script-file.js';
import { outlineScript } from './export/script-outline.js';
import { styleFile } from './export/style-file.js';
import { compileHtml } from './html/compile-html.js';
import { findInlineScripts } from './html/inline-scripts.js';
import { isBlank, isDrawnByScript } from './html/is-blank.js';
import { locate } from './page-positions.js';
import { importMetaEnv } from './script/import-meta-env.js';
import { insertLoopChecks } from './script/insert-loop-checks.js';
import { unrenderedWarning } from './script/mistakes/unrendered-component.js';
import { ScriptInsertions } from './script/script-insertions.js';
import { findCandidates } from './styles/compile-tailwind.js';
import { cutAtRules } from './styles/leading-imports.js';
import { findStyleImports } from './styles/style-imports.js';

const vue: FrameworkConfig = { ...defaultFrameworkConfig, framework: 'vue', vueSfc: true };

const target = { mode: 'development', libraries: 'local', moduleCdn: null, checkLoops: true } as const;
const plain = (css: string) => ({ html: '', css, js: '', frameworkConfig: defaultFrameworkConfig });

/** The engine's own functions that scan whole panes, without third-party compilers. */
const readers: Record<string, (text: string) => unknown> = {
  'a stack as long as the page': (html) => {
    const document = buildDocument({ html, css: '', js: '' });
    for (let line = 1; line < html.length / 16; line += 1) locate(document, pageName, { line, column: 1 });
  },
  'the places of what styles import': (css) => compile(plain(css), target),
  'the checks in loops': (text) => {
    const code = new MagicString(`for(;;);//$turns${text}`);
    return insertLoopChecks(new ScriptInsertions(code), parse('for(;;);', { ecmaVersion: 2026 }), () => ({
      line: 1,
      column: 1,
    }));
  },
  'the page that is built': (text) => buildDocument({ html: text, css: text, js: text }),
  'whether a page is blank': (html) => isBlank({ html, css: '', js: '', frameworkConfig: vue }),
  'whether its script draws a page': (html) =>
    isDrawnByScript({ html, css: '', js: 'x', frameworkConfig: vue }),
  'the HTML pane': (text) => {
    // Never the same twice: the last results are remembered.
    const html = `${text}<!--${performance.now()}-->`;
    return compileHtml({
      html,
      places: null,
      checkLoops: true,
      nameScripts: true,
      metaEnv: importMetaEnv(target),
    });
  },
  'the scripts of a page': findInlineScripts,
  'whether a page renders a component': (html) =>
    unrenderedWarning({ name: 'App', position: { line: 1, column: 1 } }, html, defaultFrameworkConfig),
  'the styles of a package': (css) => styleFile({ css, frameworkConfig: vue }, []),
  'the names that handlers call': (text) =>
    windowNames(
      { html: text, css: '', js: text, frameworkConfig: vue },
      { isModule: true, imports: [], effects: [], imported: [], declared: [], undeclared: [] },
    ),
  'the imports of a script': (js) => outlineScript(js, { typescript: false, jsx: false }),
  'what styles import of packages': findStyleImports,
  'the imports at the top of styles': cutAtRules,
  'what may be a class': findCandidates,
};
const pieces = [
  '<!--',
  '<a ',
  '<',
  '<script>',
  '<head ',
  '<!doctype ',
  '\n',
  '\t',
  '{',
  '/*',
  '<div>',
  '<a x="',
].concat([
  '</script',
  '((',
  '((()))',
  '[[',
  '[a[b]',
  '[(',
  '@import ',
  '@import "',
  'onx=',
  'onx="',
  '\\"',
  '\r',
  'a=',
  '$',
  '\n<img src=/assets/0123456789abcdef/>',
  '\n@import "a/b.css";',
  'import/**/"a"\n',
  '@import "a", ',
  '<script type=importmap>{}</script>',
  'render ',
  'createRoot',
]);

const small = 8_192;
const factor = 8;

it.each(Object.entries(readers))('H73 %s takes time in proportion to the text', async (_what, read) => {
  const time = async (piece: string, length: number) => {
    const text = piece.repeat(length / piece.length);
    const startedAt = process.threadCpuUsage();
    await read(text);
    return process.threadCpuUsage(startedAt).user / 1_000;
  };
  for (const piece of pieces) await time(piece, 1_024);
  // Eight times the time, not 64 times; in processor time, with some slack for one garbage collection.
  const isLong = async (piece: string) =>
    (await time(piece, small * factor)) > Math.max(50, 4 * factor * (await time(piece, small)));
  const slow: string[] = [];
  for (const piece of pieces)
    if ((await isLong(piece)) && (await isLong(piece)) && (await isLong(piece))) slow.push(piece);
  expect(slow).toEqual([]);
});
