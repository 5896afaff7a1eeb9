import { elementTexts } from '@studio/engine/html/scan-tags';
import type { Source } from '@studio/engine/source';
import { findAllStyleImports } from '@studio/engine/styles/style-imports';

/** Spaces and comments within an import. */
const gap = String.raw`(?:\s|\/\*(?:[^*]|\*(?!\/))*\*\/|\/\/[^\n]*\n)*`;

/** Comments and strings, to be skipped, or an import. Behind a colon, two slashes are the middle of an address. */
const pieces = new RegExp(
  [
    String.raw`\/\*[^]*?(?:\*\/|$)|(?<!:)\/\/[^\n]*`,
    String.raw`(?<![.\w$])(?:from|import${gap}\(|import)${gap}(["'\`])([^"'\`\n]+)\1`,
    String.raw`"(?:[^"\\\n]|\\[^])*"?|'(?:[^'\\\n]|\\[^])*'?`,
  ].join('|'),
  'g',
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
