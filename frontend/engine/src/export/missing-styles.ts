import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import { scanTags } from '../html/scan-tags.js';
import { packageOf } from '../libraries/frozen-packages.js';
import { carriedStyle, type LibraryFile } from '../libraries/library-manifest.js';
import { findAllStyleImports } from '../styles/style-imports.js';

/**
 * Removes imports of files, which a project does not have and Vite would fail to find.
 * @param linked style sheets of Bootstrap and Bulma that need no import, because they are there already
 */
export function withoutMissingImports(
  css: string,
  { packages = {} }: FrameworkConfig,
  linked: ReadonlySet<LibraryFile> = new Set(),
): string {
  let text = '';
  let at = 0;
  for (const { specifier, start, end } of findAllStyleImports(css)) {
    const carried = carriedStyle(specifier);
    const isMissing =
      /.\.css/i.test(specifier) &&
      !/^(?:[a-z]+:|\/\/|tailwindcss)/i.test(specifier) &&
      packages[packageOf(specifier) ?? ''] === undefined &&
      (carried === null || linked.has(carried));
    const isComplete = css[end - 1] === ';' || css.slice(end).trim() === '';
    if (!isMissing || !isComplete) continue;
    text += css.slice(at, start);
    at = end;
  }
  return text + css.slice(at);
}

/** The same for the style elements of a page or a Vue component. */
export function withoutMissingImportsOf(html: string, config: FrameworkConfig): string {
  let text = '';
  let at = 0;
  for (const { kind, name, end, contentEnd } of scanTags(html)) {
    if (kind !== 'start' || name !== 'style') continue;
    text += html.slice(at, end) + withoutMissingImports(html.slice(end, contentEnd), config);
    at = contentEnd;
  }
  return text + html.slice(at);
}
