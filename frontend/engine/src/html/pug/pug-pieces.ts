import type { TextPosition } from '../../text-position.js';

/** Text of the page, with the place where it was written. */
export interface TextPiece extends TextPosition {
  text: string;
}

/** A part of a template, in order: text, or code to run, which begins at `line` of the template. */
export type PugPiece = TextPiece | { code: string; line: number };

/** Collects the pieces of a template; adjacent texts of one line become one piece. */
export class PugPieces {
  readonly all: PugPiece[] = [];

  /** Adds markup for the element at this place. */
  markup(text: string, { line, column }: TextPosition): void {
    const last = this.all.at(-1);
    if (last && 'text' in last && last.line === line) last.text += text;
    else if (text !== '') this.all.push({ text, line, column });
  }

  /** Adds text that was written exactly there. */
  written(text: string, { line, column }: TextPosition): void {
    this.all.push({ text, line, column });
  }

  /** Adds closing markup, which has no place of its own. */
  end(text: string, place: TextPosition): void {
    const last = this.all.at(-1);
    if (last && 'text' in last) last.text += text;
    else this.all.push({ text, line: place.line, column: place.column });
  }

  /** Adds a statement; later errors are reported at this place. */
  code(code: string, { line, column }: TextPosition): void {
    this.all.push({ code: `pug_runtime.at(${line},${column});${code}`, line });
  }

  /** Adds a continuation of a statement (`else`), which no other statement may precede. */
  rest(code: string, { line }: { line: number }): void {
    this.all.push({ code, line });
  }
}
