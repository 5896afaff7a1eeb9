import type { Transform } from 'sucrase';
import { findTagMistake, givenUpElements, type Token } from './jsx-tags.js';
import { isTooDeep, readSyntaxError, type SyntaxMistake } from './parse-script.js';

export interface Dialect {
  typescript: boolean;
  /** JSX becomes `React.createElement` and `React.Fragment` (SPEC 9: React's classic runtime). */
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
    const told = wrongTag ?? reason;
    const offset = (told?.offset ?? 0) + start - 1;
    if (told && (wrongTag || offset > mistake.offset)) return { message: told.message, offset };
  }
  return findTagMistake(code, tokens, mistake);
}

function mistakeOf(result: Transpiled): SyntaxMistake | null {
  return 'mistake' in result ? result.mistake : null;
}
