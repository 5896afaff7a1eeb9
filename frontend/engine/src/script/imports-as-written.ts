/** Spaces and comments within an import. */
const gap = String.raw`(?:\s|\/\*(?:(?!\/\*)[^])*?\*\/|\/\/[^\n]*\n)*`;

/**
 * A regular expression, at the start of a line or behind what no division follows. Behind a brace, a slash may be a text
 * of JSX: `{done}/{all}`.
 */
const regularExpression = String.raw`\/(?<=(?:^|[=(,:[!&|?{;]|=>|\b(?:return|typeof|case))[ \t]*\/)(?![*/>])(?:[^\\\n/[]|\\.|\[(?:[^\\\n\]]|\\.)*\]?)+\/?`;

/**
 * Comments, strings and regular expressions, to be skipped, or an import. Behind a colon, two slashes are the middle of an
 * address. Where another comment begins before the end, or there is no end, it is no comment but a part of a text, such as
 * `src/*.js` in a template: it must not hide the imports behind it.
 */
const pieces = new RegExp(
  [
    String.raw`\/\*(?:(?!\/\*)[^])*?\*\/|(?<!:)\/\/[^\n]*`,
    regularExpression,
    String.raw`(?<![.\w$])(?:from|import${gap}\(|import)${gap}(["'\`])([^"'\`\n]+)\1`,
    String.raw`"(?:[^"\\\n]|\\[^])*"?|'(?:[^'\\\n]|\\[^])*'?`,
  ].join('|'),
  'gm',
);

/**
 * The specifiers that a script imports, also for its types alone, in their order. Reads the text without parsing it,
 * because code with mistakes imports something, too.
 */
export function importsAsWritten(code: string): string[] {
  return [...code.matchAll(pieces)].flatMap(([, , specifier]) => specifier ?? []);
}
