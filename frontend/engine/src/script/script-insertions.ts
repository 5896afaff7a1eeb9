import type MagicString from 'magic-string';
import { lineStarts, placeAt, type TextPosition } from '../text-position.js';

/** A text that stands in a script and was not written there. Its line and column are those in the script. */
export interface Insertion extends TextPosition {
  length: number;
  /** Where somebody wrote what it belongs to. */
  origin: TextPosition;
}

/** So many places are remembered: behind more, columns are the page's. */
const rememberedMost = 8_000;

/** Puts texts into the lines of a script, and knows where they stand afterwards. They have no line ends. */
export class ScriptInsertions {
  readonly #code: MagicString;
  readonly #inserted: { offset: number; length: number; origin: TextPosition }[] = [];

  constructor(code: MagicString) {
    this.#code = code;
  }

  /** The script as it was. */
  get original(): string {
    return this.#code.original;
  }

  /** What is inserted at one offset stands in the order of the calls. `origin`: where somebody wrote what it belongs to. */
  insert(offset: number, text: string, origin: TextPosition): void {
    this.#code.appendLeft(offset, text);
    this.#inserted.push({ offset, length: text.length, origin });
  }

  /** From left to right. */
  places(): Insertion[] {
    const starts = lineStarts(this.#code.original);
    let line = 0;
    let shift = 0;
    return this.#inserted
      .slice(0, rememberedMost)
      .toSorted((one, other) => one.offset - other.offset)
      .map(({ offset, length, origin }) => {
        const place = placeAt(starts, offset);
        if (place.line !== line) shift = 0;
        line = place.line;
        const insertion = { line, column: place.column + shift, length, origin };
        shift += length;
        return insertion;
      });
  }
}
