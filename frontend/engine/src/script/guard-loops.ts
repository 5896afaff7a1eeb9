import type { Node, Program } from 'acorn';
import type MagicString from 'magic-string';
import { loopRuntime } from './loop-runtime.js';

/** So many turns pass between two questions; a power of two. */
const turnsPerQuestion = 1024;

/** User code may have a variable of the same name. */
const runtime = `globalThis.${loopRuntime}`;

type Loop = Node & { body: Node };

/**
 * Makes every loop ask the runtime now and then whether it may go on. Each gets a block around it with a counter of
 * its own, which is a local variable and so costs next to nothing; all of it stands on the loop's own lines. What the
 * question does beyond its answer must end in a throw: V8 then keeps it out of the way of the loop. `for…in` ends by
 * itself. `lineAt` tells the editor's line for an offset.
 */
export async function guardLoops(
  code: MagicString,
  program: Program,
  lineAt: (offset: number) => number,
): Promise<void> {
  const counter = unusedName(code.original);
  // Outer loops first: what several of them put at one place then stands in the order in which it nests.
  for (const { loop, outermost } of await findLoops(program)) {
    const question = `if(!(++${counter}&${turnsPerQuestion - 1})&&${runtime}?.isLate())throw ${runtime}.stop(${lineAt(loop.start)});`;
    const isBlock = loop.body.type === 'BlockStatement';
    code.appendLeft(outermost.start, `{let ${counter}=0;`);
    code.appendLeft(isBlock ? loop.body.start + 1 : loop.body.start, isBlock ? question : `{${question}`);
    if (!isBlock) code.appendLeft(loop.body.end, '}');
    code.appendLeft(outermost.end, '}');
  }
}

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
