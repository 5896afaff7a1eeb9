import type { Node, Program } from 'acorn';
import type MagicString from 'magic-string';
import { lineStarts, placeAt, type TextPosition } from '../text-position.js';
import { loopHook } from './loop-hook.js';

/** So many turns pass between two questions; a power of two. */
const turnsPerQuestion = 1024;

type Loop = Node & { body: Node };

/** A text that stands in a script and was not written there. Its line and column are those in the script. */
export interface Insertion extends TextPosition {
  length: number;
  /** Where somebody wrote what it belongs to. */
  origin: TextPosition;
}

/** For how many loops it is remembered where they stand in their lines: more have the page's columns. */
const locatedMost = 2_000;

/**
 * Makes every loop ask the runtime now and then whether it may go on. Each gets a block around it with a counter of
 * its own, which is a local variable and so costs next to nothing; all of it stands on the loop's own lines. `for…in`
 * ends by itself. `originOf` tells the editor's place of a loop, by its offset and its keyword. Returns what was put into
 * the lines, from left to right.
 */
export async function insertLoopChecks(
  code: MagicString,
  program: Program,
  originOf: (offset: number, keyword: string) => TextPosition,
): Promise<Insertion[]> {
  const counter = unusedName(code.original);
  const inserted: { offset: number; length: number; origin: TextPosition }[] = [];
  // Outer loops first: what several of them put at one place then stands in the order in which it nests.
  for (const { loop, outermost } of await findLoops(program)) {
    const origin = originOf(loop.start, keywords[loop.type] ?? '');
    const insert = (offset: number, text: string) => {
      code.appendLeft(offset, text);
      inserted.push({ offset, length: text.length, origin });
    };
    const question = `if(!(++${counter}&${turnsPerQuestion - 1}))globalThis.${loopHook}?.(${origin.line});`;
    const isBlock = loop.body.type === 'BlockStatement';
    insert(outermost.start, `{let ${counter}=0;`);
    insert(isBlock ? loop.body.start + 1 : loop.body.start, isBlock ? question : `{${question}`);
    if (!isBlock) insert(loop.body.end, '}');
    insert(outermost.end, '}');
  }
  const starts = lineStarts(code.original);
  let line = 0;
  let shift = 0;
  return inserted
    .slice(0, 4 * locatedMost)
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

const keywords: Record<string, string> = {
  ForStatement: 'for',
  ForOfStatement: 'for',
  WhileStatement: 'while',
  DoWhileStatement: 'do',
};

interface GuardedLoop {
  loop: Loop;
  /** The outermost of its labels, or the loop itself. */
  outermost: Node;
}

/** Every loop that may run without end; those further out come first. */
async function findLoops(program: Program): Promise<GuardedLoop[]> {
  const { simple } = await import('acorn-walk');
  const found = new Map<Loop, GuardedLoop>();
  const add = (loop: Loop) => found.set(loop, { loop, outermost: loop });
  simple(program, {
    ForStatement: add,
    ForOfStatement: add,
    WhileStatement: add,
    DoWhileStatement: add,
    // Inner nodes are visited first, so that the outermost label is the one that stays.
    LabeledStatement(label) {
      let body: Node = label.body;
      while (body.type === 'LabeledStatement') body = (body as Loop).body;
      const guarded = found.get(body as Loop);
      if (guarded) guarded.outermost = label;
    },
  });
  return [...found.values()].toSorted((one, other) => one.outermost.start - other.outermost.start);
}

function unusedName(code: string): string {
  let name = '$turns';
  while (code.includes(name)) name += '$';
  return name;
}
