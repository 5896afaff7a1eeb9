import type { Options, Program } from 'acorn';
import { isStackOverflow } from '../stack-overflow.js';
import { walkNodes } from './walk-nodes.js';

export interface Dialect {
  typescript: boolean;
  /** JSX becomes `React.createElement` and `React.Fragment` unless a pragma says otherwise. */
  jsx: boolean;
}

/** A mistake in a text, by its offset. */
export interface SyntaxMistake {
  message: string;
  offset: number;
}

/**
 * `program` is null if the code is nested too deeply to be parsed; browsers may still run it. `endComment`: where a line
 * comment starts that goes on to the end of the text.
 */
export type ParsedScript =
  | { program: Program | null; isModule: boolean; endComment: number | null; mistake: null }
  | { mistake: SyntaxMistake };

export type ScriptGoal = 'script' | 'module' | 'detect';

const moduleWords = /\b(?:import|export|await)\b/;

/**
 * Parses a script for browsers. `detect`: a top-level import, export or await makes it a module
 * (specification: Preview); if it is invalid both ways, the mistake that comes later in the text is reported.
 */
export async function parseScript(code: string, goal: ScriptGoal): Promise<ParsedScript> {
  const { parse } = await import('acorn');
  const attempt = (sourceType: 'script' | 'module'): ParsedScript => {
    const isModule = sourceType === 'module';
    let endComment: number | null = null;
    const onComment: Options['onComment'] = (isBlock, _text, start, end) => {
      if (!isBlock && end === code.length) endComment = start;
    };
    try {
      const program = parse(code, { ecmaVersion: 'latest', sourceType, onComment });
      return { program, isModule, endComment, mistake: null };
    } catch (error) {
      if (isTooDeep(error)) return { program: null, isModule, endComment, mistake: null };
      return { mistake: readSyntaxError(error, code) };
    }
  };
  if (goal !== 'detect') return attempt(goal);
  if (!moduleWords.test(code)) return attempt('script');
  const asModule = attempt('module');
  if (!asModule.mistake && asModule.program && isModuleOnly(asModule.program)) return asModule;
  const asScript = attempt('script');
  if (!asScript.mistake) return asScript;
  if (!asModule.mistake) return asModule;
  return asScript.mistake.offset > asModule.mistake.offset ? asScript : asModule;
}

/** True if a recursive parser has run out of stack. */
export function isTooDeep(error: unknown): boolean {
  return (
    isStackOverflow(error) ||
    (error instanceof SyntaxError && error.message.startsWith('Not enough stack space'))
  );
}

/** Translates acorn's error into the wording of browsers. Throws any other error again: it is a bug. */
function readSyntaxError(error: unknown, code: string): SyntaxMistake {
  if (!(error instanceof SyntaxError) || !('pos' in error && 'raisedAt' in error)) throw error;
  const [offset, end] = [Number(error.pos), Number(error.raisedAt)];
  const message = error.message.replace(/ \(\d+:\d+\)$/, '');
  if (message.startsWith("Cannot use keyword 'await'")) return { message: misplacedAwait, offset };
  const character = message.startsWith('Unexpected character') ? code.codePointAt(offset) : undefined;
  if (character !== undefined && /^[\p{C}\p{M}\p{Z}]/u.test(String.fromCodePoint(character)))
    return { message: `Unexpected invisible character ${nameOf(character)}`, offset };
  if (message !== 'Unexpected token') return { message, offset };
  if (offset === code.length) return { message: 'Unexpected end of input', offset };
  const before = code.slice(0, offset).trimEnd();
  // Outside modules and async functions `await` is an identifier, so the parser rejects the token behind it.
  if (/(?<![\w$.])await$/.test(before.slice(-'.await'.length)))
    return { message: misplacedAwait, offset: before.length - 'await'.length };
  const token = code.slice(offset, end);
  return { message: isShort(token) ? `Unexpected token '${token}'` : message, offset };
}

const misplacedAwait = 'await is only valid in async functions and the top level of modules';

/** A character in the notation of Unicode: `U+200B`. */
function nameOf(character: number): string {
  return `U+${character.toString(16).toUpperCase().padStart(4, '0')}`;
}

function isShort(token: string): boolean {
  return token !== '' && token.length <= 40 && !token.includes('\n');
}

/** True with an import, export or await at the top level. */
function isModuleOnly(program: Program): boolean {
  return program.body.some(({ type }) => /^(?:Import|Export)/.test(type)) || awaitsOutside(program);
}

/** True with an await outside functions. */
export function awaitsOutside(program: Program): boolean {
  let found = false;
  walkNodes(program, (node) => {
    found ||= node.type === 'AwaitExpression' || (node.type === 'ForOfStatement' && node.await);
    return /Function/.test(node.type) ? [] : undefined;
  });
  return found;
}
