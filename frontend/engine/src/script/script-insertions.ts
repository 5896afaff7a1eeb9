import type MagicString from 'magic-string';
import { lineStarts, placeAt, type TextPosition } from '../text-position.js';

/** A text that was inserted into a script. Line and column are those in the script. */
export interface Insertion extends TextPosition {
  length: number;
  /** The length of what was inserted before it in its line. */
  shift: number;
  /** The position in the pane of the code that it belongs to. */
  origin: TextPosition;
}

/** How many insertions are recorded; columns behind further ones are not corrected. */
const maxInsertions = 8_000;

/** Inserts texts without line ends into a script, and records their positions. */
export class ScriptInsertions {
  readonly #code: MagicString;
  readonly #inserted: { offset: number; length: number; origin: TextPosition }[] = [];

  constructor(code: MagicString) {
    this.#code = code;
  }

  /** The script without insertions. */
  get original(): string {
    return this.#code.original;
  }

  /** Texts at the same offset keep the order of the calls. `origin`: position in the pane of the related code. */
  insert(offset: number, text: string, origin: TextPosition): void {
    this.#code.appendLeft(offset, text);
    this.#inserted.push({ offset, length: text.length, origin });
  }

  /** The insertions from left to right. */
  places(): Insertion[] {
    const starts = lineStarts(this.#code.original);
    let line = 0;
    let shift = 0;
    return this.#inserted
      .slice(0, maxInsertions)
      .toSorted((one, other) => one.offset - other.offset)
      .map(({ offset, length, origin }) => {
        const place = placeAt(starts, offset);
        if (place.line !== line) shift = 0;
        line = place.line;
        const insertion = { line, column: place.column + shift, length, shift, origin };
        shift += length;
        return insertion;
      });
  }
}
