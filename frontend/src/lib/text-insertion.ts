/** A text and the offset it goes to, in UTF-16 units. */
export interface TextInsertion {
  at: number;
  text: string;
}

/** Returns the text to insert into the text of a pane, and its place. The caret is null if it was never set. */
export type FindInsertion = (text: string, caret: number | null) => TextInsertion;
