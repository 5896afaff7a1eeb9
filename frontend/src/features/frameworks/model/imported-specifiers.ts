import { elementTexts } from '@studio/engine/html/scan-tags';
import { importsAsWritten } from '@studio/engine/script/imports-as-written';
import type { Source } from '@studio/engine/source';
import { findAllStyleImports } from '@studio/engine/styles/style-imports';

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
  const found = [...scripts.flatMap(importsAsWritten), ...styles.flatMap(importedByStyles)];
  return [...new Set(found)];
}

function importedByStyles(css: string): string[] {
  return findAllStyleImports(css).map(({ specifier }) => specifier);
}
