import { findLandmarks } from '@studio/engine/html/landmarks';
import { scanTags } from '@studio/engine/html/scan-tags';
import type { Compose, Placed } from './compose.ts';

/** Elements whose content is text: markup in there would be read, not shown. */
const textOnly = new Set(['script', 'style', 'textarea', 'title']);

/**
 * Puts markup at the caret. Inside a start tag, where an attribute takes an address, it is the address alone; an end
 * tag, a script or another text is left first. Without a caret it becomes the last of the page.
 */
export function placeInHtml(markup: string, url: string): Compose {
  return (html, caret) => {
    if (caret === null) return lastOf(html, markup);
    let leaving = false;
    for (const { kind, name, start, end, contentEnd } of scanTags(html)) {
      if (leaving) return { at: end, text: markup };
      if (start >= caret) break;
      const isBegunTag = kind === 'unclosed' && /^["']?>$/.test(name);
      if (isBegunTag || (kind === 'start' && caret < end)) return { at: caret, text: url };
      if (caret < end) return { at: end, text: markup };
      leaving = kind === 'start' && textOnly.has(name) && caret <= contentEnd;
    }
    return { at: caret, text: markup };
  };
}

function lastOf(html: string, markup: string): Placed {
  const { bodyEnd } = findLandmarks(html);
  const at = bodyEnd < 0 ? html.length : bodyEnd;
  const isOnOwnLine = at === 0 || html[at - 1] === '\n';
  return { at, text: `${isOnOwnLine ? '' : '\n'}${markup}\n` };
}
