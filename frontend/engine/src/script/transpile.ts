import type { Transform } from 'sucrase';
import { isTooDeep, readSyntaxError, type SyntaxMistake } from './parse-script.js';

export interface Dialect {
  typescript: boolean;
  /** JSX becomes `React.createElement` and `React.Fragment` (React's classic runtime). */
  jsx: boolean;
}

type Transpiled = { code: string } | { mistake: SyntaxMistake };

const tooDeep: SyntaxMistake = { message: 'The code is nested too deeply', offset: 0 };

/** Turns TypeScript and JSX into JavaScript; every line stays where it is. */
export async function transpile(code: string, { typescript, jsx }: Dialect): Promise<Transpiled> {
  const transforms: Transform[] = [];
  if (typescript) transforms.push('typescript');
  if (jsx) transforms.push('jsx');
  if (transforms.length === 0) return { code };
  const read = await loadSucrase(transforms);
  const { result, tokens } = read(code);
  const mistake = jsx ? tagMistake(code, result, tokens, read) : null;
  return mistake ? { mistake } : result;
}

type Read = (code: string) => { result: Transpiled; tokens: readonly Token[] };

async function loadSucrase(transforms: Transform[]): Promise<Read> {
  const { transform } = await import('sucrase');
  const parser = await import('sucrase/dist/parser/traverser/base.js');
  // `production` leaves out the file names that React's developer tools would read.
  const options = { transforms, jsxRuntime: 'classic', production: true, disableESTransforms: true } as const;
  return (code) => {
    const tokens = () => (parser.default ?? parser).state?.tokens ?? [];
    try {
      return { result: { code: transform(code, options).code }, tokens: tokens() };
    } catch (error) {
      if (isTooDeep(error)) return { result: { mistake: tooDeep }, tokens: [] };
      return { result: { mistake: readSyntaxError(error) }, tokens: tokens() };
    }
  };
}

/** A wrong tag, or what else is wrong within an element that was taken for something else. */
function tagMistake(
  code: string,
  result: Transpiled,
  tokens: readonly Token[],
  read: Read,
): SyntaxMistake | null {
  const mistake = mistakeOf(result);
  if (!mistake) return findTagMistake(code, tokens, null);
  for (const start of givenUpElements(code, tokens)) {
    // Behind an operator it can only be an element.
    const text = `!${code.slice(start)}`;
    const again = read(text);
    const reason = mistakeOf(again.result);
    const wrongTag = findTagMistake(text, again.tokens, reason);
    const shown = wrongTag ?? reason;
    const offset = (shown?.offset ?? 0) + start - 1;
    if (shown && (wrongTag || offset > mistake.offset)) return { message: shown.message, offset };
  }
  return findTagMistake(code, tokens, mistake);
}

function mistakeOf(result: Transpiled): SyntaxMistake | null {
  return 'mistake' in result ? result.mistake : null;
}

/** A piece of code as sucrase read it, by its offsets; `jsxRole` is a number on the `<` that begins an element. */
interface Token {
  start: number;
  end: number;
  isType: boolean;
  jsxRole: number | null;
}

interface Tag {
  name: string;
  offset: number;
}

/** What begins a statement, and so never a value in braces. */
const statementWord = /^(?:return|const|let|var|if|for|while|do|switch|throw|try)\b/;

/**
 * The first tag that is wrong: sucrase takes any end tag for any element. `mistake` is what it stumbled over, if it did;
 * only what it read before that counts.
 */
function findTagMistake(
  code: string,
  tokens: readonly Token[],
  mistake: SyntaxMistake | null,
): SyntaxMistake | null {
  const read = mistake ? tokens.filter(({ start }) => start < mistake.offset) : tokens;
  const text = (at: number) => code.slice(read[at]?.start, read[at]?.end);
  const open: Tag[] = [];
  for (const [at, { start, jsxRole }] of read.entries()) {
    if (jsxRole !== null) open.push({ name: nameAt(read, text, at + 1), offset: start });
    else if (text(at) === '<' && text(at + 1) === '/') {
      const end = { name: nameAt(read, text, at + 2), offset: start };
      const last = open.pop();
      if (last && last.name !== end.name) return mismatch(last, open, end);
    } else if (text(at) === '/' && text(at + 1) === '>') open.pop();
  }
  const last = open.at(-1);
  if (!last || !mistake) return null;
  const hasRunOn =
    mistake.message.startsWith('Unterminated JSX contents') ||
    (text(read.length - 1) === '{' && statementWord.test(code.slice(mistake.offset)));
  return hasRunOn ? unclosed(last) : null;
}

/** The name of a tag, with its dots and colons; empty for a fragment. */
function nameAt(tokens: readonly Token[], text: (at: number) => string, first: number): string {
  let name = text(first) === '>' ? '' : text(first);
  for (let at = first + 1; at < tokens.length && /^[.:]$/.test(text(at)); at += 2) {
    name += text(at) + text(at + 1);
  }
  return name;
}

function mismatch(last: Tag, around: readonly Tag[], end: Tag): SyntaxMistake {
  if (around.some(({ name }) => name === end.name)) return unclosed(last);
  return {
    message: `</${end.name}> does not match <${last.name}>: write </${last.name}>`,
    offset: end.offset,
  };
}

function unclosed({ name, offset }: Tag): SyntaxMistake {
  const advice = name === '' ? 'write </>' : `write </${name}>, or <${name} /> if nothing is in it`;
  return { message: `<${name}> has no end tag: ${advice}`, offset };
}

/** What may stand before a value, where `<` begins an element or the type parameters of a function. */
const beforeValue = /^(?:[^\w$)\]}'"`]+|return|default|case|yield|await|else)$/;

/**
 * Where elements begin that sucrase has given up and taken for the type parameters of an arrow function: with TypeScript
 * it tries both.
 */
function givenUpElements(code: string, tokens: readonly Token[]): number[] {
  const text = (at: number) => code.slice(tokens[at]?.start, tokens[at]?.end);
  return tokens.flatMap(({ start, isType, jsxRole }, at) => {
    const isFirst = at === 0 || beforeValue.test(text(at - 1));
    if (!isType || jsxRole !== null || !isFirst || text(at) !== '<') return [];
    const behind = tokens.findIndex((_, index) => index > at && text(index) === '>') + 1;
    return text(behind) === '(' ? [] : [start];
  });
}
