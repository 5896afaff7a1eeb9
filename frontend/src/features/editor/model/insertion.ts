/** A text and the offset it goes to, in UTF-16 units. */
export interface Insertion {
  at: number;
  text: string;
}

/** Decides what is written into a text and where. The caret is null where nobody has put it anywhere yet. */
export type Compose = (text: string, caret: number | null) => Insertion;
