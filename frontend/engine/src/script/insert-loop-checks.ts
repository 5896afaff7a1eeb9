import type {
  AnyNode,
  CallExpression,
  DoWhileStatement,
  ForOfStatement,
  ForStatement,
  Program,
  WhileStatement,
} from 'acorn';
import type { TextPosition } from '../text-position.js';
import { loopHook } from './loop-hook.js';
import type { ScriptInsertions } from './script-insertions.js';
import { walkNodes } from './walk-nodes.js';

/** A power of two. */
const iterationsPerCheck = 1024;

/** Other playgrounds have this comment, too. */
const optOut = /\/[/*]\s*noprotect\b/;

/** Whether the author of a script wants its loops left alone. */
export function refusesLoopChecks(source: string): boolean {
  return optOut.test(source);
}

/**
 * Inserts checks into every loop, by which the runtime ends infinite ones. Each loop gets a block around it with a
 * local counter, which is cheap; line numbers do not change. `for…in` always ends. `originOf` returns the position of
 * a loop in the editor, by its offset and its keyword.
 */
export function insertLoopChecks(
  script: ScriptInsertions,
  program: Program,
  originOf: (offset: number, keyword: string) => TextPosition,
): void {
  const counter = unusedName(script.original);
  // Outer loops first, so that insertions at the same offset nest correctly.
  for (const { loop, outermost } of findLoops(program)) {
    const origin = originOf(loop.start, keywords[loop.type]);
    const insert = (offset: number, text: string) => script.insert(offset, text, origin);
    const check = `if(!(++${counter}&${iterationsPerCheck - 1}))globalThis.${loopHook}?.(${origin.line});`;
    const isBlock = loop.body.type === 'BlockStatement';
    insert(outermost.start, `{let ${counter}=0;`);
    // The comments tell these braces from the project's own (`loopChecks`).
    const end = `}/*${counter}*/`;
    insert(isBlock ? loop.body.start + 1 : loop.body.start, isBlock ? check : `/*${counter}*/{${check}`);
    if (!isBlock) insert(loop.body.end, end);
    insert(outermost.end, end);
  }
}

const keywords: Record<Loop['type'], string> = {
  ForStatement: 'for',
  ForOfStatement: 'for',
  WhileStatement: 'while',
  DoWhileStatement: 'do',
};

type Loop = ForStatement | ForOfStatement | WhileStatement | DoWhileStatement;

function isGuarded(node: AnyNode): node is Loop {
  return Object.hasOwn(keywords, node.type);
}

interface GuardedLoop {
  loop: Loop;
  /** The outermost of its labels, or the loop itself. */
  outermost: AnyNode;
}

/** Calls of p5.js and GPU.js that take a function and translate its text, which must not have checks in it. */
const translators = /^(?:modify|build\w*Shader|createKernel)$/;

function isTranslated({ callee }: CallExpression): boolean {
  const name = callee.type === 'MemberExpression' ? callee.property : callee;
  return name.type === 'Identifier' && translators.test(name.name);
}

/** Every loop that may be infinite, outer loops first. */
function findLoops(program: Program): GuardedLoop[] {
  const found: GuardedLoop[] = [];
  /** By a label's statement: the outermost of its labels. */
  const labels = new Map<AnyNode, AnyNode>();
  walkNodes(program, (node) => {
    if (node.type === 'LabeledStatement') labels.set(node.body, labels.get(node) ?? node);
    if (isGuarded(node)) found.push({ loop: node, outermost: labels.get(node) ?? node });
    return node.type === 'CallExpression' && isTranslated(node) ? [node.callee] : undefined;
  });
  return found.toSorted((one, other) => one.outermost.start - other.outermost.start);
}

/** A short name that does not occur in the code: every loop repeats it. */
function unusedName(code: string): string {
  const taken = new Set(code.match(/\$turns\d*/g));
  let name = '$turns';
  for (let number = 1; taken.has(name); number += 1) name = `$turns${number}`;
  return name;
}
