import type { Sheet } from '../build-document.js';
import { findAllStyleImports } from './style-imports.js';

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

/** A style sheet up to its first rule, behind which browsers skip every `@import`. */
export function beforeRules(css: string): string {
  let end = 0;
  leading.lastIndex = 0;
  while (leading.test(css)) end = leading.lastIndex;
  const [unended = ''] = /^@import[^;{}]*$/i.exec(css.slice(end)) ?? [];
  return css.slice(0, end + unended.length);
}

/**
 * Takes the imports of these addresses out of a style sheet. `taken` has them without line ends, with the names of layers
 * that come before them, since their order counts; empty if there are none.
 */
export function takeImports(
  [imports, rules]: Sheet,
  addresses: ReadonlySet<string>,
): { taken: string; rest: Sheet } {
  let taken = '';
  let rest = '';
  let hasTaken = false;
  leading.lastIndex = 0;
  for (let match = leading.exec(imports); match; match = leading.exec(imports)) {
    const [text, kind = ''] = match;
    const isTaken = findAllStyleImports(text).some(({ specifier }) => addresses.has(specifier));
    if (isTaken || /^layer$/i.test(kind)) taken += text.replace(/[\r\n\f]/g, ' ');
    if (!isTaken) rest += text;
    hasTaken ||= isTaken;
  }
  return { taken: hasTaken ? taken : '', rest: [rest, rules] };
}
