import type { AnyNode, Program } from 'acorn';
import { isTooDeep } from '../script/parse-script.js';

/**
 * The names that a script assigns to without declaring them. An ordinary script makes them properties of `window`; in a
 * module, which is strict, the assignment is an error. None for code with chains too long for the walker, which is data.
 */
export async function undeclaredNames(program: Program): Promise<string[]> {
  const { ancestor } = await import('acorn-walk');
  try {
    return namesIn(program, ancestor);
  } catch (error) {
    if (isTooDeep(error)) return [];
    throw error;
  }
}

function namesIn(program: Program, ancestor: typeof import('acorn-walk')['ancestor']): string[] {
  const declared = new Map<AnyNode, Set<string>>();
  const assigned: { name: string; scopes: AnyNode[] }[] = [];
  const declare = (name: string, scope: AnyNode | undefined) => {
    if (!scope) return;
    declared.set(scope, (declared.get(scope) ?? new Set()).add(name));
  };
  const assign = (target: AnyNode, within: AnyNode[]) => {
    if (target.type !== 'Identifier') return;
    assigned.push({ name: target.name, scopes: within.filter(({ type }) => blockScope.test(type)) });
  };
  ancestor(program, {
    // A name in a pattern, which is declared or assigned.
    Pattern(node, _state, within) {
      if (node.type !== 'Identifier') return;
      const { name } = node;
      const owner = nearest(within, patternOwner);
      if (owner?.type === 'VariableDeclarator') {
        const list = within.findLast((one) => one.type === 'VariableDeclaration');
        declare(name, nearest(within, list?.kind === 'var' ? functionScope : blockScope));
      } else if (owner && /^(?:Assign|For)/.test(owner.type)) assign(node, within);
      else declare(name, owner);
    },
    UpdateExpression: ({ argument }, _state, within) => assign(argument, within),
    // Names that are no declaration are expressions to the walker here, not patterns.
    ForInStatement: ({ left }, _state, within) => assign(left, within),
    ForOfStatement: ({ left }, _state, within) => assign(left, within),
    FunctionDeclaration: ({ id }, _state, within) =>
      id && declare(id.name, nearest(within.slice(0, -1), functionScope)),
    ClassDeclaration: ({ id }, _state, within) =>
      id && declare(id.name, nearest(within.slice(0, -1), blockScope)),
  });
  const names = assigned
    .filter(({ name, scopes }) => !scopes.some((scope) => declared.get(scope)?.has(name)))
    .map(({ name }) => name);
  return [...new Set(names)];
}

function nearest(within: AnyNode[], types: RegExp): AnyNode | undefined {
  return within.findLast(({ type }) => types.test(type));
}

const functionScope = /^(?:Program|Function\w+|ArrowFunctionExpression|StaticBlock)$/;
const blockScope =
  /^(?:Program|Function\w+|ArrowFunctionExpression|Class\w+|StaticBlock|BlockStatement|CatchClause|For\w*Statement|SwitchStatement)$/;
/** What a name in a pattern belongs to: a declaration, parameters, or an assignment. */
const patternOwner =
  /^(?:VariableDeclarator|Function\w+|ArrowFunctionExpression|Class\w+|CatchClause|AssignmentExpression|For(?:In|Of)Statement)$/;
