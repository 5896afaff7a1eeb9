import type { AnyNode, Program } from 'acorn';
import type MagicString from 'magic-string';
import type { ImportMetaEnv } from './import-meta-env.js';
import { walkNodes } from './walk-nodes.js';

/** Whether a script may read `process.env.NODE_ENV`. */
export function mayReadNodeEnv(js: string): boolean {
  return js.includes('NODE_ENV') && js.includes('process');
}

/**
 * Replaces `process.env.NODE_ENV` by the mode, as Vite does, also where it is written with brackets or `?.`, unless the
 * script has a `process` of its own. Nothing behind it moves to another line or column.
 */
export function replaceNodeEnv(code: MagicString, program: Program, mode: ImportMetaEnv['MODE']): void {
  if (!mayReadNodeEnv(code.original)) return;
  const reads: AnyNode[] = [];
  let isOwn = false;
  walkNodes(program, (node) => {
    if (isNodeEnv(node)) reads.push(node);
    isOwn ||= isProcess(node);
    return partsThatRead(node);
  });
  if (isOwn) return;
  const text = JSON.stringify(mode);
  for (const { start, end } of reads) {
    const blank = code.original.slice(start, end).replace(/[^\n]/g, ' ');
    const lineEnd = blank.search(/\n|$/);
    code.update(start, end, text + blank.slice(Math.min(text.length, lineEnd)));
  }
}

function isNodeEnv(node: AnyNode): boolean {
  const env = objectOf(node, 'NODE_ENV');
  const object = env && objectOf(env, 'env');
  return object !== null && isProcess(object);
}

/** The object whose property of this name a node reads; null for anything else. */
function objectOf(node: AnyNode, name: string): AnyNode | null {
  if (node.type === 'ChainExpression') return objectOf(node.expression, name);
  if (node.type !== 'MemberExpression') return null;
  const { property } = node;
  const isNamed = node.computed
    ? property.type === 'Literal' && property.value === name
    : property.type === 'Identifier' && property.name === name;
  return isNamed ? node.object : null;
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
