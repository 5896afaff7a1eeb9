import type { SourceLanguage } from '@studio/engine/source';

/** A place in one of the editors. Line and column count from 1. */
export interface SourcePlace {
  language: SourceLanguage;
  line: number;
  column: number;
}

/** One frame of a stack: its function and its position. */
export interface StackFrame {
  name: string;
  /** As short as possible, like `script.js:3:1`. */
  label: string;
  /** Null if it is in none of the editors. */
  place: SourcePlace | null;
}

/** The panes by their file names in stacks. */
const panes = new Map<string, SourceLanguage>([
  ['index.html', 'html'],
  ['style.css', 'css'],
  ['script.js', 'js'],
]);
export const fileNames: Record<SourceLanguage, string> = {
  html: 'index.html',
  css: 'style.css',
  js: 'script.js',
};

/** Reads Chromium's `    at name (file:1:2)` and `    at file:1:2`, and other browsers' `name@file:1:2`. */
function nameAndFile(text: string): { name: string; file: string } | null {
  const isChromiums = text.startsWith('at ');
  const rest = isChromiums ? text.slice('at '.length) : text;
  const divider = isChromiums ? ' (' : '@';
  const at = rest.indexOf(divider);
  if (at < 0) return isChromiums ? { name: '', file: rest } : null;
  return { name: rest.slice(0, at), file: rest.slice(at + divider.length) };
}

const placeInFile = /:(\d+):(\d+)\)?$/;

/** Reads the frames of a stack, innermost first; skips other lines. */
export function readFrames(stack: string): StackFrame[] {
  return stack.split('\n').flatMap((line) => readFrame(line) ?? []);
}

/** Reads one line of a stack; null if it is no frame. Evaluated code has the position of the call that evaluated it. */
export function readFrame(text: string): StackFrame | null {
  const evaluated = text.includes(evalMark) ? readEvaluated(text) : null;
  if (evaluated) return evaluated;
  const place = placeInFile.exec(text);
  const found = place && nameAndFile(text.slice(0, place.index).trimStart());
  if (!found) return null;
  const { name, file } = found;
  const [line, column] = [Number(place[1]), Number(place[2])];
  const language = panes.get(file);
  return {
    name,
    label: `${shortName(file)}:${line}:${column}`,
    place: language ? { language, line, column } : null,
  };
}

const evalMark = 'eval at ';

/**
 * Reads Chromium's `    at name (eval at outer (file:1:2), <anonymous>:3:4)`, which may be nested. Chromium does not
 * name the page's own scripts there; code that they evaluate has its own line numbers.
 */
function readEvaluated(text: string): StackFrame | null {
  const innermost = text.slice(text.lastIndexOf(evalMark) + evalMark.length);
  const [, caller] = /^[^()]*\(([^()]*:\d+:\d+)\)/.exec(innermost) ?? [];
  if (caller === undefined) return null;
  const isNamed = !caller.startsWith(':');
  const own = innermost.slice(innermost.lastIndexOf(', ') + ', '.length);
  const frame = readFrame(`at ${isNamed ? caller : own}`);
  if (!frame) return null;
  const [name = ''] = text.trimStart().replace(/^at /, '').split(evalMark, 1);
  return {
    ...frame,
    name: name.replace(/ \($/, ''),
    label: isNamed ? `${evalMark}${frame.label}` : frame.label,
  };
}

function shortName(file: string): string {
  return (
    file
      .split(/[?#]/, 1)[0]
      ?.split('/')
      .findLast((part) => part !== '') ?? file
  );
}
