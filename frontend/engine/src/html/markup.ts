import type { Problem } from '../problem.js';
import type { TextPosition } from '../text-position.js';

/** From an offset of the HTML on, where it was written in the pane. */
export interface MarkupPlace extends TextPosition {
  offset: number;
}

/** The HTML pane as HTML, whatever it is written in. */
export interface Markup {
  html: string;
  /** By offset; null: it is the text of the pane itself. */
  places: readonly MarkupPlace[] | null;
  /** An error leaves no HTML. */
  problems: readonly Problem[];
}
