import pugLexer, { type Token } from 'pug-lexer';
import pugParser from 'pug-parser';
import stripComments from 'pug-strip-comments';
import { isTooDeep } from '../../script/parse-script.js';
import { PugMistake } from './pug-mistake.js';
import type { PugBlock } from './pug-tree.js';
import { TokenQueue } from './token-queue.js';

/**
 * Parses a template with Pug's own lexer and parser, which run none of its code.
 * @throws PugMistake
 */
export function parsePug(text: string): PugBlock {
  const lexer = new pugLexer.Lexer(text);
  try {
    const tokens = stripComments(lexer.getTokens());
    for (const token of tokens) {
      refuse(token);
      // The code begins on the line below its dash.
      if (token.type === 'blockcode') token.loc.start.line += 1;
    }
    const parser = new pugParser.Parser([]);
    parser.tokens = new TokenQueue(joinAttributes(tokens));
    return parser.parse();
  } catch (error) {
    if (isPugError(error)) throw new PugMistake(error.msg, error);
    // For some texts Pug throws a plain error without a position.
    if (!(error instanceof Error) || error instanceof PugMistake || isTooDeep(error)) throw error;
    throw new PugMistake(`Unexpected text: ${error.message}`, { line: lexer.lineno, column: lexer.colno });
  }
}

interface PugError extends Error {
  msg: string;
  line: number;
  column: number;
}

function isPugError(error: unknown): error is PugError {
  return error instanceof Error && String((error as { code?: unknown }).code).startsWith('PUG:');
}

/** Features that need files, or packages that run while the template is compiled. */
const refused: Record<string, string> = {
  include: 'There is no such file: a project has this one template.',
  extends: 'There is no such template: a project has this one.',
  filter: 'Filters are not supported.',
};

function refuse({ type, loc }: Token): void {
  const reason = refused[type];
  if (reason !== undefined) throw new PugMistake(reason, loc.start);
}

/** Turns `a(one)(two)` into the equivalent `a(one two)`, since Pug writes a warning to the console for the former. */
function joinAttributes(tokens: readonly Token[]): Token[] {
  const joined: Token[] = [];
  /** The end token of the attributes so far, and the tokens behind it of the same tag. */
  let held: Token[] = [];
  for (const token of tokens) {
    const { type } = token;
    if (type === 'attribute') joined.push(token);
    else if (type === 'end-attributes') held = held.length > 0 ? held : [token];
    else if (held.length > 0 && /^(?:id|class|&attributes)$/.test(type)) held.push(token);
    else if (held.length === 0 || type !== 'start-attributes') {
      joined.push(...held, token);
      held = [];
    }
  }
  return joined;
}
