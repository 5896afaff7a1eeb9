import type { TextPosition } from '../../text-position.js';

/** A mistake in a template, at a position in it. */
export class PugMistake extends Error {
  readonly line: number;
  readonly column: number;

  constructor(message: string, { line, column }: TextPosition) {
    super(message);
    this.line = line;
    this.column = column;
  }
}
