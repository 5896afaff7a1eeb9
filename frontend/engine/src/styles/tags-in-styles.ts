import type { Problem } from '../problem.js';
import { positionAt } from '../text-position.js';

/** A warning where plain CSS begins with a tag, of which browsers say nothing: they skip the first rule. */
export function tagsInStyles(css: string): Problem[] {
  const at = css.search(/\S/);
  if (!/^<(?:!doctype|html|head|link|style)[\s>]/i.test(css.slice(at, at + 10))) return [];
  const message = 'This is HTML: the CSS pane has styles without tags, such as p { color: red }';
  return [{ language: 'css', severity: 'warning', message, ...positionAt(css, at) }];
}
