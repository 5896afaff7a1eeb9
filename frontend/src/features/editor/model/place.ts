import type { TextPosition } from './text-lines.ts';

/** Where a person is in the text: the selection from `anchor` to `caret`, scroll in CSS pixels. */
export interface Place {
  focused: boolean;
  anchor: TextPosition;
  caret: TextPosition;
  scrollTop: number;
}
