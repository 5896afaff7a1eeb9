import { expect, it } from '@jest/globals';
import { defaultFrameworkConfig, type FrameworkConfig } from '@studio/contract/http/frameworks';
import { buildDocument } from './build-document.js';
import { windowNames } from './export/script-file.js';
import { styleFile } from './export/style-file.js';
import { findInlineScripts } from './html/inline-scripts.js';
import { isBlank, isDrawnByScript } from './html/is-blank.js';
import { findCandidates } from './styles/compile-tailwind.js';
import { cutAtRules } from './styles/leading-imports.js';
import { findStyleImports } from './styles/style-imports.js';

const vue: FrameworkConfig = { ...defaultFrameworkConfig, framework: 'vue', vueSfc: true };

/** The engine's own functions that scan whole panes, without third-party compilers. */
const readers: Record<string, (text: string) => unknown> = {
  'the page that is built': (text) => buildDocument({ html: text, css: text, js: text }),
  'whether a page is blank': (html) => isBlank({ html, css: '', js: '', frameworkConfig: vue }),
  'whether its script draws a page': (html) =>
    isDrawnByScript({ html, css: '', js: 'x', frameworkConfig: vue }),
  'the scripts of a page': findInlineScripts,
  'the styles of a package': (css) => styleFile({ html: '', css, js: '', frameworkConfig: vue }),
  'the names that handlers call': (text) =>
    windowNames(text, text, { isModule: true, imports: [], imported: [], declared: [], undeclared: [] }),
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
]);

const small = 8_192;
const factor = 8;

it.each(Object.entries(readers))('H73 %s takes time in proportion to the text', (_what, read) => {
  const time = (piece: string, length: number) => {
    const text = piece.repeat(length / piece.length);
    const startedAt = process.threadCpuUsage();
    read(text);
    return process.threadCpuUsage(startedAt).user / 1_000;
  };
  for (const piece of pieces) time(piece, 1_024);
  const slow = pieces.filter((piece) => {
    // Eight times the time, not 64 times; in processor time, with some slack for one garbage collection.
    const isLong = () => time(piece, small * factor) > Math.max(50, 4 * factor * time(piece, small));
    return isLong() && isLong() && isLong();
  });
  expect(slow).toEqual([]);
});
