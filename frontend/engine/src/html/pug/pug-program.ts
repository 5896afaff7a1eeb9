import type { PugPiece, TextPiece } from './pug-pieces.js';
import { pugRuntime } from './pug-runtime.js';

/** A template as JavaScript. */
export interface PugProgram {
  code: string;
  /** The line of the template that each line comes from, the first at 1; 0: from none. */
  lines: readonly number[];
}

/** The longest output, in characters, and the message of the error beyond it. */
export interface OutputLimit {
  longest: number;
  message: string;
}

/** An expression whose value is a text: the list of places, then the page. */
export function pugProgram(pieces: readonly PugPiece[], { longest, message }: OutputLimit): PugProgram {
  const code = ['(function (pug_runtime) { with (pug_runtime.scope) { (function (pug_runtime) {'];
  const lines = [0, 0];
  for (const piece of pieces) {
    const statement = 'text' in piece ? textStatement(piece) : piece.code;
    code.push(statement);
    const height = statement.split('\n').length;
    for (let line = 0; line < height; line += 1) lines.push(piece.line + line);
  }
  code.push(
    '})(pug_runtime); } return pug_runtime.result(); })',
    `((${pugRuntime.toString()})(${longest}, ${JSON.stringify(message)}))`,
  );
  return { code: code.join('\n'), lines };
}

function textStatement({ text, line, column }: TextPiece): string {
  return `pug_runtime.text(${JSON.stringify(text)},${line},${column});`;
}
