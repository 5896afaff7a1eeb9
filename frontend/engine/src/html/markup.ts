import type { Problem } from '../problem.js';
import type { TextPosition } from '../text-position.js';

/** The position in the pane of the HTML that begins at an offset. */
export interface MarkupPlace extends TextPosition {
  offset: number;
}

/** The HTML pane compiled to HTML from any of its languages. */
export interface Markup {
  html: string;
  /** Sorted by offset; null: the HTML is the text of the pane itself. */
  places: readonly MarkupPlace[] | null;
  /** With an error, `html` is empty. */
  problems: readonly Problem[];
}
