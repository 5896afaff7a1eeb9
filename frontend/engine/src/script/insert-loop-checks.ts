import type { CallExpression, Node, Program } from 'acorn';
import type { SimpleVisitors } from 'acorn-walk';
import type { TextPosition } from '../text-position.js';
import { loopHook } from './loop-hook.js';
import type { ScriptInsertions } from './script-insertions.js';

/** A power of two. */
const iterationsPerCheck = 1024;

/** Other playgrounds have this comment, too. */
const optOut = /\/[/*]\s*noprotect\b/;

/** Whether the author of a script wants its loops left alone. */
export function refusesLoopChecks(source: string): boolean {
  return optOut.test(source);
}

type Loop = Node & { body: Node };

/**
 * Inserts checks into every loop, by which the runtime ends infinite ones. Each loop gets a block around it with a
 * local counter, which is cheap; line numbers do not change. `for…in` always ends. `originOf` returns the position of
 * a loop in the editor, by its offset and its keyword.
 */
export async function insertLoopChecks(
  script: ScriptInsertions,
  program: Program,
  originOf: (offset: number, keyword: string) => TextPosition,
): Promise<void> {
  const counter = unusedName(script.original);
  // Outer loops first, so that insertions at the same offset nest correctly.
  for (const { loop, outermost } of await findLoops(program)) {
    const origin = originOf(loop.start, keywords[loop.type] ?? '');
    const insert = (offset: number, text: string) => script.insert(offset, text, origin);
    const check = `if(!(++${counter}&${iterationsPerCheck - 1}))globalThis.${loopHook}?.(${origin.line});`;
    const isBlock = loop.body.type === 'BlockStatement';
    insert(outermost.start, `{let ${counter}=0;`);
    insert(isBlock ? loop.body.start + 1 : loop.body.start, isBlock ? check : `{${check}`);
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

/** Calls of p5.js and GPU.js that take a function and translate its text, which must not have checks in it. */
const translators = /^(?:modify|build\w*Shader|createKernel)$/;

function isTranslated({ callee }: CallExpression): boolean {
  const name = callee.type === 'MemberExpression' ? callee.property : callee;
  return name.type === 'Identifier' && translators.test(name.name);
}

/** Every loop that may be infinite, outer loops first. */
async function findLoops(program: Program): Promise<GuardedLoop[]> {
  const { base, simple } = await import('acorn-walk');
  const found = new Map<Loop, GuardedLoop>();
  const add = (loop: Loop) => found.set(loop, { loop, outermost: loop });
  const visitors: SimpleVisitors<unknown> = {
    ForStatement: add,
    ForOfStatement: add,
    WhileStatement: add,
    DoWhileStatement: add,
    // Inner nodes are visited first, so the outermost label is stored last.
    LabeledStatement(label) {
      let body: Node = label.body;
      while (body.type === 'LabeledStatement') body = (body as Loop).body;
      const guarded = found.get(body as Loop);
      if (guarded) guarded.outermost = label;
    },
  };
  simple(program, visitors, {
    ...base,
    CallExpression(call: CallExpression, state, visit) {
      if (isTranslated(call)) visit(call.callee, state);
      else base.CallExpression?.(call, state, visit);
    },
  });
  return [...found.values()].toSorted((one, other) => one.outermost.start - other.outermost.start);
}

/** A name that does not occur in the code, not even as the beginning of another. */
function unusedName(code: string): string {
  let name = '$turns';
  for (const [taken] of code.matchAll(/(?<=\$)turns\$*/g))
    if (taken.length + 1 >= name.length) name = `$${taken}$`;
  return name;
}
