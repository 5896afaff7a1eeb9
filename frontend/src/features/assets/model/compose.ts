/** A text and the offset it goes to, in UTF-16 units. */
export interface Placed {
  at: number;
  text: string;
}

/** Finds a place in the text of a pane; the caret is null where nobody has put it anywhere yet. */
export type Compose = (text: string, caret: number | null) => Placed;
