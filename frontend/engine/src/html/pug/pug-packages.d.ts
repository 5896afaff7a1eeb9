/** Types for those of Pug's packages that have none, as far as they are used here. */

declare module 'pug-strip-comments' {
  import type { Token } from 'pug-lexer';
  export default function stripComments(tokens: Token[]): Token[];
}

declare module 'pug-parser' {
  import type { Token } from 'pug-lexer';

  interface TokenStream {
    peek(): Token | undefined;
    advance(): Token | undefined;
    defer(token: Token): void;
  }
  class Parser {
    tokens: TokenStream;
    constructor(tokens: Token[]);
    parse(): import('./pug-tree.js').PugBlock;
  }
  const parse: { Parser: typeof Parser };
  export default parse;
}
