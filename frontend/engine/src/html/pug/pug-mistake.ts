import type { TextPosition } from '../../text-position.js';

/** Something is wrong with a template, at this place of it. */
export class PugMistake extends Error {
  readonly line: number;
  readonly column: number;

  constructor(message: string, { line, column }: TextPosition) {
    super(message);
    this.line = line;
    this.column = column;
  }
}
