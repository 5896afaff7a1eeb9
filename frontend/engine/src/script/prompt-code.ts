import { type ModuleDeclaration, type Program, parse, type Statement, type VariableDeclaration } from 'acorn';
import { awaitsOutside } from './parse-script.js';

/** A line of the console's prompt as a global script. */
interface PromptCode {
  code: string;
  /** The value of the script is a promise of the line's result. */
  awaits: boolean;
}

/**
 * Prepares a line of the console's prompt, as browsers' consoles do: `{a: 1}` is an object, not a block; `await` needs
 * no function; and what the line declares lasts, and can be declared again. A line with a mistake stays as it is.
 */
export function promptCode(line: string): PromptCode {
  const object = `(${line}\n)`;
  const code = /^\s*\{/.test(line) && parsed(object) ? object : line;
  const program = parsed(code);
  const awaits = program ? awaitsOutside(program) : /\bawait\b/.test(line);
  if (!program) return { code: awaits ? `(async () => {${line}\n})()` : line, awaits };
  const { body } = program;
  return { code: awaits ? awaitingCode(code, body) : rewritten(code, body, declaration), awaits };
}

function parsed(code: string): Program | null {
  // Where it may be a keyword, `await` is one: `await [a]`.
  for (const allowAwaitOutsideFunction of [true, false])
    try {
      return parse(code, { ecmaVersion: 'latest', allowAwaitOutsideFunction });
    } catch {
      // Has a mistake, or is nested too deeply.
    }
  return null;
}

type Node = Statement | ModuleDeclaration;
type Write = (node: Node, code: string) => string;

/** The code with the text that `write` gives for each statement; what is between them stays. */
function rewritten(code: string, body: Node[], write: Write): string {
  let at = 0;
  let result = '';
  for (const node of body) {
    result += code.slice(at, node.start) + write(node, code);
    at = node.end;
  }
  return result + code.slice(at);
}

/** Constants, variables and classes become `var`: any others would end with the line. */
function declaration(node: Node, code: string): string {
  if (isLexical(node)) return `var ${initialized(node, code)};`;
  if (node.type === 'ClassDeclaration') return `var ${node.id.name} = ${textOf(node, code)};`;
  return textOf(node, code);
}

/**
 * Wraps the statements in an async function that returns the value of the last. What they declare is assigned, which
 * makes it global; functions stay outside.
 */
function awaitingCode(code: string, body: Node[]): string {
  const functions = body.filter(({ type }) => type === 'FunctionDeclaration');
  const last = body.findLast(({ type }) => type !== 'FunctionDeclaration');
  const inside = rewritten(code, body, (node) => {
    if (node.type === 'FunctionDeclaration') return '';
    const result = node === last ? 'return ' : '';
    if (node.type === 'ExpressionStatement' && result)
      return `${result}(${textOf(node.expression, code)}\n);`;
    if (node.type === 'ClassDeclaration') return `${node.id.name} = ${textOf(node, code)};`;
    // The semicolon before it ends a statement that has none.
    if (isVariable(node)) return `;${result}(${initialized(node, code)});`;
    return textOf(node, code);
  });
  return `${functions.map((node) => textOf(node, code)).join('\n')}(async () => {${inside}\n})()`;
}

/** The variables of a declaration with their values: one without a value is undefined from now on. */
function initialized({ declarations }: VariableDeclaration, code: string): string {
  return declarations
    .map((variable) => textOf(variable, code) + (variable.init ? '' : ' = undefined'))
    .join(', ');
}

function isVariable(node: Node): node is VariableDeclaration {
  return node.type === 'VariableDeclaration' && (node.kind === 'var' || isLexical(node));
}

function isLexical(node: Node): node is VariableDeclaration {
  return node.type === 'VariableDeclaration' && (node.kind === 'let' || node.kind === 'const');
}

function textOf({ start, end }: { start: number; end: number }, code: string): string {
  return code.slice(start, end);
}
