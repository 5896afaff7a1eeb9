import type { Token } from 'pug-lexer';

/** Tokens as Pug's parser takes them, without moving those that are left at every step, as its own list of them does. */
export class TokenQueue {
  readonly #tokens: readonly Token[];
  #next = 0;
  /** Put back in front of the others, the first one last. */
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
