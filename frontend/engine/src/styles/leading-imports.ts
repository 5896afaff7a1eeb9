import type { Sheet } from '../build-document.js';

const quoted = String.raw`"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'`;
const inParentheses = String.raw`\((?:[^()"']|${quoted}|\((?:[^()"']|${quoted})*\))*\)`;

/** Comments and spaces, or a statement that may stand before an `@import` or is one. */
const leading = new RegExp(
  String.raw`(?:\s|/\*[^]*?\*/)+|@(charset|layer|import)\b(?:[^;{}"'()]|${quoted}|${inParentheses})*;`,
  'iy',
);

/** Cuts a style sheet behind its last leading `@import`, up to which browsers take it only in front of all rules. */
export function cutAtRules(css: string): Sheet {
  let end = 0;
  leading.lastIndex = 0;
  for (let match = leading.exec(css); match; match = leading.exec(css))
    if (/^(?:charset|import)$/i.test(match[1] ?? '')) end = leading.lastIndex;
  return [css.slice(0, end), css.slice(end)];
}
