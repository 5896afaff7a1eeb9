import type { SourceFile } from '../model/source-files.ts';
import type { SyntaxKind } from './syntax-colors.ts';

export type Language = SourceFile['language'];

/** Code of another language, up to where `until` matches. */
export interface Embedded {
  language: Language | 'text';
  until: RegExp;
}

/** What follows a match: a state within the present one, another in its place, the one around it, or another language. */
export type Move = `push ${string}` | `to ${string}` | 'pop' | Embedded;

/**
 * What may stand in a state: how it is written, what it is (nothing: plain ink), and what follows. The patterns are
 * sticky and need no more time than in proportion to what they pass over; where one looks ahead, it looks a bounded
 * way or no further than its next try begins.
 */
export type Rule = readonly [pattern: RegExp, kind: SyntaxKind | null, move?: Move];

/** The rules of each state, the first that matches counts. A character that none matches is plain ink. */
export type Grammar = Readonly<Record<string, readonly Rule[]>> & { readonly root: readonly Rule[] };
