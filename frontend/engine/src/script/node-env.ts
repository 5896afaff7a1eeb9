import type { AnyNode, Program } from 'acorn';
import type MagicString from 'magic-string';
import type { ImportMetaEnv } from './import-meta-env.js';
import { walkNodes } from './walk-nodes.js';

const nodeEnv = 'process.env.NODE_ENV';

/** Whether a script may read `process.env.NODE_ENV`. */
export function mayReadNodeEnv(js: string): boolean {
  return js.includes(nodeEnv);
}

/**
 * Replaces `process.env.NODE_ENV` by the mode, as Vite does, unless the script has a `process` of its own. The text is as
 * long as before: no column moves.
 */
export function replaceNodeEnv(code: MagicString, program: Program, mode: ImportMetaEnv['MODE']): void {
  if (!mayReadNodeEnv(code.original)) return;
  const reads: AnyNode[] = [];
  let isOwn = false;
  walkNodes(program, (node) => {
    if (node.type === 'MemberExpression' && code.original.slice(node.start, node.end) === nodeEnv)
      reads.push(node);
    isOwn ||= isProcess(node);
    return partsThatRead(node);
  });
  if (isOwn) return;
  for (const { start, end } of reads) code.update(start, end, JSON.stringify(mode).padEnd(nodeEnv.length));
}

function isProcess(node: AnyNode): boolean {
  return node.type === 'Identifier' && node.name === 'process';
}

/** Where to go on: neither to what is assigned, nor to a `process` that is only read or is the name of a property. */
function partsThatRead(node: AnyNode): AnyNode[] | undefined {
  if (node.type === 'AssignmentExpression') return [...partsOfTarget(node.left), node.right];
  if (node.type === 'UpdateExpression') return partsOfTarget(node.argument);
  if (node.type === 'ForInStatement' || node.type === 'ForOfStatement')
    return node.left.type === 'VariableDeclaration' ? undefined : [node.right, node.body];
  if (node.type === 'UnaryExpression') return isProcess(node.argument) ? [] : undefined;
  if (node.type === 'MemberExpression')
    return [...(isProcess(node.object) ? [] : [node.object]), ...(node.computed ? [node.property] : [])];
  const hasKey =
    node.type === 'Property' || node.type === 'MethodDefinition' || node.type === 'PropertyDefinition';
  return hasKey ? [...(node.computed ? [node.key] : []), ...(node.value ? [node.value] : [])] : undefined;
}

/** What is assigned is not read, but what says where it is, such as a key in brackets. */
function partsOfTarget(target: AnyNode): AnyNode[] {
  return (target.type === 'MemberExpression' && partsThatRead(target)) || [];
}
