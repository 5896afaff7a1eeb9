import type { AnyNode, Pattern, Program } from 'acorn';
import type { Problem } from '../../problem.js';
import type { Source } from '../../source.js';
import { type locateIn, scriptProblem } from '../script-state.js';
import { walkNodes } from '../walk-nodes.js';

/**
 * Warnings at statements with Node's `require`, which pages lack, each with the import to write instead. None where the
 * code does anything else with that name: it may have a function of its own, or of a loader of scripts.
 */
export function requiredModules(
  program: Program,
  js: string,
  locate: ReturnType<typeof locateIn>,
): Problem[] {
  if (!js.includes('require(') || !onlyCalls(program)) return [];
  return program.body.flatMap((statement) => {
    const instead = importFor(statement);
    if (instead === null) return [];
    const text = js.slice(statement.start, statement.end).replace(/;$/, '');
    const [, nodePart] = endsWithNodePart.exec(instead) ?? [];
    if (nodePart !== undefined) {
      const message = `"${nodePart}" is a part of Node, which a page does not have, and so is require()`;
      return scriptProblem(message, locate(statement.start, text), 'warning');
    }
    const message = `require() is Node's, and no page has it. Write ${instead}`;
    const problem = scriptProblem(message, locate(statement.start, text), 'warning');
    return text.includes('\n') ? problem : { ...problem, fix: { text, by: [instead] } };
  });
}

/** Ends an import of what only Node has, and no package replaces. */
const endsWithNodePart =
  /'((?:node:)?(?:async_hooks|child_process|cluster|crypto|dgram|dns|fs|http2?|https|inspector|module|net|os|perf_hooks|readline|repl|tls|tty|v8|vm|worker_threads|zlib)(?:\/\w+)?)'$/;

/** Whether a script of the HTML pane or an external one may define a `require` of its own. */
export function mayHaveRequire({ html, frameworkConfig: { resources = [] } }: Source): boolean {
  return [html, ...resources.map(({ url }) => url)].some((text) => /\brequire(?:js)?\b/i.test(text));
}

function onlyCalls(program: Program): boolean {
  let others = 0;
  walkNodes(program, (node) => {
    if (node.type === 'Identifier' && node.name === 'require') others += 1;
    if (requiredBy(node) !== null) others -= 1;
    return undefined;
  });
  return others === 0;
}

/** The name in `require('name')`; null for anything else. */
function requiredBy(node: AnyNode | null | undefined): string | null {
  if (node?.type !== 'CallExpression' || node.callee.type !== 'Identifier') return null;
  const [argument, more] = node.arguments;
  const isRequire = node.callee.name === 'require' && argument?.type === 'Literal' && !more;
  return isRequire && typeof argument.value === 'string' ? argument.value : null;
}

/** The import that does the same as a statement; null if there is none. */
function importFor(statement: Program['body'][number]): string | null {
  if (statement.type === 'ExpressionStatement') {
    const name = requiredBy(statement.expression);
    return name === null ? null : `import '${name}'`;
  }
  if (statement.type !== 'VariableDeclaration') return null;
  const [declared, more] = statement.declarations;
  const name = more ? null : requiredBy(declared?.init);
  const bound = declared && boundBy(declared.id);
  return name === null || !bound ? null : `import ${bound} from '${name}'`;
}

function boundBy(pattern: Pattern): string | null {
  if (pattern.type === 'Identifier') return pattern.name;
  if (pattern.type !== 'ObjectPattern') return null;
  const names = pattern.properties.map((part) => {
    if (part.type !== 'Property' || part.key.type !== 'Identifier' || part.value.type !== 'Identifier')
      return null;
    return part.shorthand ? part.key.name : `${part.key.name} as ${part.value.name}`;
  });
  return names.includes(null) ? null : `{ ${names.join(', ')} }`;
}
