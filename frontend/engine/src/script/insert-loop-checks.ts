import type { Node, Program } from 'acorn';
import type { TextPosition } from '../text-position.js';
import { loopHook } from './loop-hook.js';
import type { ScriptInsertions } from './script-insertions.js';

/** So many turns pass between two questions; a power of two. */
const turnsPerQuestion = 1024;

type Loop = Node & { body: Node };

/**
 * Makes every loop ask the runtime now and then whether it may go on. Each gets a block around it with a counter of
 * its own, which is a local variable and so costs next to nothing; all of it stands on the loop's own lines. `for…in`
 * ends by itself. `originOf` tells the editor's place of a loop, by its offset and its keyword.
 */
export async function insertLoopChecks(
  script: ScriptInsertions,
  program: Program,
  originOf: (offset: number, keyword: string) => TextPosition,
): Promise<void> {
  const counter = unusedName(script.original);
  // Outer loops first: what several of them put at one place then stands in the order in which it nests.
  for (const { loop, outermost } of await findLoops(program)) {
    const origin = originOf(loop.start, keywords[loop.type] ?? '');
    const insert = (offset: number, text: string) => script.insert(offset, text, origin);
    const question = `if(!(++${counter}&${turnsPerQuestion - 1}))globalThis.${loopHook}?.(${origin.line});`;
    const isBlock = loop.body.type === 'BlockStatement';
    insert(outermost.start, `{let ${counter}=0;`);
    insert(isBlock ? loop.body.start + 1 : loop.body.start, isBlock ? question : `{${question}`);
    if (!isBlock) insert(loop.body.end, '}');
    insert(outermost.end, '}');
  }
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
