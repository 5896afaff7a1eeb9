import type { Token } from 'pug-lexer';

/** A token stream for Pug's parser. Pug's own moves all remaining tokens at every step, which takes quadratic time. */
export class TokenQueue {
  readonly #tokens: readonly Token[];
  #next = 0;
  /** Tokens put back in front of the others, in reverse order. */
  readonly #deferred: Token[] = [];

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  peek(): Token | undefined {
    return this.#deferred.at(-1) ?? this.#tokens[this.#next];
  }

  advance(): Token | undefined {
    const deferred = this.#deferred.pop();
    if (deferred) return deferred;
    this.#next += 1;
    return this.#tokens[this.#next - 1];
  }

  defer(token: Token): void {
    this.#deferred.push(token);
  }
}
