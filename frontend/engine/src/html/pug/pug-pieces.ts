import type { TextPosition } from '../../text-position.js';

/** Text of the page, with the place where it was written. */
export interface TextPiece extends TextPosition {
  text: string;
}

/** A part of a template, in order: text, or code that has to run and whose lines are those of the template from there on. */
export type PugPiece = TextPiece | { code: string; line: number };

/** Collects the pieces of a template; text that follows upon text of the same line is one piece with it. */
export class PugPieces {
  readonly all: PugPiece[] = [];

  /** Markup that belongs to something at this place. */
  markup(text: string, { line, column }: TextPosition): void {
    const last = this.all.at(-1);
    if (last && 'text' in last && last.line === line) last.text += text;
    else if (text !== '') this.all.push({ text, line, column });
  }

  /** Text that stands exactly there, and goes on as it was written. */
  written(text: string, { line, column }: TextPosition): void {
    this.all.push({ text, line, column });
  }

  /** What ends something and has no place of its own. */
  end(text: string, place: TextPosition): void {
    const last = this.all.at(-1);
    if (last && 'text' in last) last.text += text;
    else this.all.push({ text, line: place.line, column: place.column });
  }

  /** A statement; what goes wrong from there on has gone wrong at this place. */
  code(code: string, { line, column }: TextPosition): void {
    this.all.push({ code: `pug_runtime.at(${line},${column});${code}`, line });
  }

  /** A part of a statement, before which no other may stand. */
  rest(code: string, { line }: { line: number }): void {
    this.all.push({ code, line });
  }
}
