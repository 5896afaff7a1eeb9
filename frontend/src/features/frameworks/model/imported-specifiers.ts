import { elementTexts } from '@studio/engine/html/scan-tags';
import type { Source } from '@studio/engine/source';
import { findAllStyleImports } from '@studio/engine/styles/style-imports';

/** Spaces and comments within an import. */
const gap = String.raw`(?:\s|\/\*(?:(?!\/\*)[^])*?\*\/|\/\/[^\n]*\n)*`;

/**
 * A regular expression, at the start of a line or behind what no division follows. Behind a brace, a slash may be a text
 * of JSX: `{done}/{all}`.
 */
const regularExpression = String.raw`\/(?<=(?:^|[=(,:[!&|?{;]|=>|\b(?:return|typeof|case))[ \t]*\/)(?![*/>])(?:[^\\\n/[]|\\.|\[(?:[^\\\n\]]|\\.)*\]?)+\/?`;

/**
 * Comments, strings and regular expressions, to be skipped, or an import. Behind a colon, two slashes are the middle of an
 * address. Where another comment begins before the end, or there is no end, it is no comment but a part of a text, such as
 * `src/*.js` in a template: it must not hide the imports behind it.
 */
const pieces = new RegExp(
  [
    String.raw`\/\*(?:(?!\/\*)[^])*?\*\/|(?<!:)\/\/[^\n]*`,
    regularExpression,
    String.raw`(?<![.\w$])(?:from|import${gap}\(|import)${gap}(["'\`])([^"'\`\n]+)\1`,
    String.raw`"(?:[^"\\\n]|\\[^])*"?|'(?:[^'\\\n]|\\[^])*'?`,
  ].join('|'),
  'gm',
);

/**
 * What the scripts and styles of a project import, as written. Reads the text without parsing it, because code with
 * mistakes imports something, too.
 */
export function importedSpecifiers({ html, css, js, frameworkConfig }: Source): string[] {
  const { framework, vueSfc, htmlLanguage } = frameworkConfig;
  const isComponent = framework === 'vue' && vueSfc;
  const scripts = [
    ...(isComponent ? elementTexts(js, 'script') : [js]),
    ...(htmlLanguage === 'pug' ? [html] : elementTexts(html, 'script')),
  ];
  const styles = isComponent ? [...elementTexts(js, 'style'), css] : [css];
  const found = [...scripts.flatMap(importedByScript), ...styles.flatMap(importedByStyles)];
  return [...new Set(found)];
}

function importedByScript(code: string): string[] {
  return [...code.matchAll(pieces)].flatMap(([, , specifier]) => specifier ?? []);
}

function importedByStyles(css: string): string[] {
  return findAllStyleImports(css).map(({ specifier }) => specifier);
}
