import { limits } from '@studio/contract/limits';
import type { Problem } from '../../problem.js';
import { isTooDeep } from '../../script/parse-script.js';
import type { TextPosition } from '../../text-position.js';
import type { Markup, MarkupPlace } from '../markup.js';
import { parsePug } from './parse-pug.js';
import { noDialect } from './pug-doctype.js';
import { PugMistake } from './pug-mistake.js';
import type { PugPiece, TextPiece } from './pug-pieces.js';
import { pugProgram } from './pug-program.js';
import { writePug } from './write-pug.js';

/** In characters; the same limit as for the pane itself. */
const longest = limits.sourceBytes;

const messages = {
  'too slow': 'The template runs too long and was stopped; look for a loop that never ends.',
  'too large': 'The template needs too much memory and was stopped; look for a loop that never ends.',
  'too deep': 'A mixin calls itself without end, or the template is nested too deeply.',
  'too long': 'The template makes a page of more than 1 MB and was stopped; look for a loop that never ends.',
};

/**
 * Pug to HTML. Only a template that contains code is run in the isolate. `dialect`: its syntax until it names a document
 * type.
 */
export async function compilePug(text: string, dialect = noDialect): Promise<Markup> {
  try {
    const pieces = writePug(parsePug(text), dialect);
    return isText(pieces) ? joinPieces(pieces) : await runTemplate(pieces, text.split('\n').length);
  } catch (error) {
    if (error instanceof PugMistake) return failed(error.message, error);
    if (isTooDeep(error)) return failed(messages['too deep'], { line: 1, column: 1 });
    throw error;
  }
}

function isText(pieces: readonly PugPiece[]): pieces is readonly TextPiece[] {
  return pieces.every((piece) => 'text' in piece);
}

function joinPieces(pieces: readonly TextPiece[]): Markup {
  const places: MarkupPlace[] = [];
  let offset = 0;
  for (const { text, line, column } of pieces) {
    places.push({ offset, line, column });
    offset += text.length;
  }
  return { html: pieces.map(({ text }) => text).join(''), places, problems: [] };
}

async function runTemplate(pieces: readonly PugPiece[], lastLine: number): Promise<Markup> {
  const { code, lines } = pugProgram(pieces, { longest, message: messages['too long'] });
  const { runIsolated } = await import('./run-isolated.js');
  const outcome = await runIsolated(code, longest + maxPlacesLength);
  if ('value' in outcome)
    return (
      readResult(outcome.value, lastLine) ??
      failed('The template changes variables that the compiler needs.', start)
    );
  const at = within(outcome.at, lastLine);
  if (outcome.failure !== 'error') return failed(messages[outcome.failure], at);
  if (outcome.message.endsWith(messages['too long'])) return failed(messages['too long'], at);
  const line = outcome.line === null ? undefined : lines[outcome.line];
  return failed(outcome.message, line === undefined ? at : { line: Math.max(1, line), column: 1 });
}

const start: TextPosition = { line: 1, column: 1 };
/** In characters: the list of places that the isolate returns. */
const maxPlacesLength = 3_000_000;

/**
 * Reads the result of the isolate. A hostile template can return anything: null if the form is invalid. The form is not
 * JSON, in which a short text can produce millions of objects.
 */
function readResult(value: string, lastLine: number): Markup | null {
  const end = value.indexOf('\n');
  const html = value.slice(end + 1);
  if (end < 0 || end > maxPlacesLength || html.length > longest) return null;
  const written = value.slice(0, end);
  if (!/^[\d,]*$/.test(written)) return null;
  const flat = written === '' ? [] : written.split(',').map(Number);
  const places = Array.from({ length: Math.floor(flat.length / 3) }, (_, index) => {
    const [offset = 0, line = 1, column = 1] = flat.slice(3 * index, 3 * index + 3);
    return { offset, ...within({ line, column }, lastLine) };
  });
  return { html, places, problems: [] };
}

/** Clamps a position, since a template can return any. */
function within({ line, column }: TextPosition, lastLine: number): TextPosition {
  return { line: Math.min(line, lastLine), column: Math.min(column, limits.sourceBytes) };
}

function failed(message: string, { line, column }: TextPosition): Markup {
  const problem: Problem = { language: 'html', severity: 'error', message, line, column };
  return { html: '', places: [], problems: [problem] };
}
