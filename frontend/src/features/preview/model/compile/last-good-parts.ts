import { type BuiltDocument, type PageStyles, withStyles } from '@studio/engine/build-document';
import type { Compiled } from '@studio/engine/compile';
import type { Source } from '@studio/engine/source';
import { hasSameConfig } from '../same-source.ts';

interface PageOnShow {
  /** The last page is shown and responds. */
  isRunning: boolean;
  /** The user asked for a new run. */
  rerun: boolean;
}

/** The page to show for a compile result; null: none. */
export type CompletePage = (source: Source, compiled: Compiled, onShow: PageOnShow) => BuiltDocument | null;

/**
 * Keeps the last good parts of a project's page, to replace parts with errors. Broken styles are replaced by the last
 * good ones. While the script is broken, the shown page keeps running, with new styles; with new markup, or after a
 * restart, it has no script, since an old one is never run again. While the markup is broken, the shown page always
 * keeps running.
 */
export function rememberGoodParts(): CompletePage {
  let styles: PageStyles = { js: null, css: null };
  let last: { source: Source; document: BuiltDocument } | null = null;
  return (source, compiled, { isRunning, rerun }) => {
    if (!compiled.document) return null;
    styles = { js: compiled.styles.js ?? styles.js, css: compiled.styles.css ?? styles.css };
    const goesOn =
      last !== null &&
      isRunning &&
      !rerun &&
      hasSameConfig(last.source, source) &&
      (compiled.isMarkupBroken || (compiled.isScriptBroken && last.source.html === source.html));
    if (!goesOn || !last) last = { source, document: compiled.document };
    last = { source: last.source, document: withStyles(last.document, styles) };
    return last.document;
  };
}
