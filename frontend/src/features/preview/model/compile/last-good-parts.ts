import { type BuiltDocument, type PageStyles, withStyles } from '@studio/engine/build-document';
import type { Compiled } from '@studio/engine/compile';
import type { Source } from '@studio/engine/source';

interface PageOnShow {
  /** The page that was made last is there and answers. */
  isRunning: boolean;
  /** Somebody wants it to begin anew. */
  rerun: boolean;
}

/** The page to show of what has just been compiled; null: there is none. */
export type CompletePage = (source: Source, compiled: Compiled, onShow: PageOnShow) => BuiltDocument | null;

/**
 * Remembers the last good parts of one project's page for as long as an error keeps newer ones out of it. Styles that are
 * broken are replaced by the last good ones. While the script is broken, the page on show goes on running, with its new
 * styles; new markup, and what begins anew, comes without a script: an old one is never run again. While the markup is
 * broken, the page on show goes on in any case.
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

function hasSameConfig(one: Source, other: Source): boolean {
  return JSON.stringify(one.frameworkConfig) === JSON.stringify(other.frameworkConfig);
}
