import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import { parseSync } from '@swc/core';
import { getConsumedChars, isPotentiallyEmpty, type ReadonlyFlags } from 'regexp-ast-analysis';
import { analyse } from 'scslre';

const root = fileURLToPath(new URL('../..', import.meta.url));
const production = ['backend/{contract/,}src/**/*.ts', 'frontend/{engine/,sandbox/,}src/**/*.{ts,tsx}'];
const notProduction = ['**/*.spec.*', '**/testing/**', '**/templates/**', '**/welcome/**'];

/** A regular expression of the product, as it stands in its file. */
export interface WrittenExpression {
  file: string;
  source: string;
  flags: string;
}

/** All that stand in what the product is made of. */
export function writtenExpressions(): WrittenExpression[] {
  return globSync(production, { cwd: root, exclude: notProduction })
    .toSorted()
    .flatMap((file) => expressionsIn(readFileSync(`${root}/${file}`, 'utf8'), file));
}

function expressionsIn(code: string, file: string): WrittenExpression[] {
  const syntax = { syntax: 'typescript', tsx: file.endsWith('x'), decorators: true } as const;
  const found: WrittenExpression[] = [];
  const waiting: unknown[] = [parseSync(code, { ...syntax, target: 'esnext' })];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (typeof node !== 'object' || node === null) continue;
    const { type, pattern, flags } = node as { type?: string; pattern?: string; flags?: string };
    if (type === 'RegExpLiteral') found.push({ file, source: pattern ?? '', flags: flags ?? '' });
    else waiting.push(...(Object.values(node) as unknown[]).filter((part) => part !== undefined));
  }
  return found;
}

/**
 * Why an expression may take more time than in proportion to a text, or nothing. Besides what `scslre` finds, parts
 * that match the same in two ways, this is the search: where an expression begins with what a repetition in it passes
 * over, each beginning is read to the end of the text, unless nothing that follows can fail.
 */
export function costs({ source, flags: letters }: Pick<WrittenExpression, 'source' | 'flags'>): string[] {
  const parser = new RegExpParser();
  const flags = parser.parseFlags(letters);
  const { reports } = analyse({ source, flags: letters });
  const found: string[] = reports
    .filter(({ type }) => type !== 'Move' || !flags.sticky)
    .map(({ type }) => type);
  if (flags.sticky) return found;
  visitRegExpAST(parser.parsePattern(source, 0, source.length, flags), {
    onQuantifierEnter(repetition) {
      if (repetition.max === Infinity && !canFollow(repetition, flags) && beginsWithin(repetition, flags))
        found.push(`Search ${repetition.raw}`);
    },
  });
  return found;
}

/** Whether whatever comes behind it fits: it is never tried in vain. */
function canFollow(repetition: AST.Quantifier, flags: ReadonlyFlags): boolean {
  const passesAll = getConsumedChars(repetition, flags).chars.isAll;
  const endsAnywhere = (element: AST.Element) =>
    passesAll &&
    element.type === 'Group' &&
    element.alternatives.some(({ elements: [first] }) => first?.type === 'Assertion' && first.kind === 'end');
  for (const element of elementsBeside(repetition).after) {
    if (!flags.multiline && endsAnywhere(element)) return true;
    if (element.type === 'Assertion' || !isPotentiallyEmpty(element, flags)) return false;
  }
  return true;
}

/** Whether the expression can begin in what the repetition passes over. */
function beginsWithin(repetition: AST.Quantifier, flags: ReadonlyFlags): boolean {
  const passed = getConsumedChars(repetition, flags).chars;
  const { before } = elementsBeside(repetition);
  /** `(?<![x])[x]+` begins where a run of them does, and nowhere within. */
  const isBehindOther = (element: AST.Assertion) =>
    element.kind === 'lookbehind' &&
    element.negate &&
    element.alternatives.some(
      ({ elements: [first, ...rest] }) =>
        first !== undefined && rest.length === 0 && passed.isSubsetOf(getConsumedChars(first, flags).chars),
    );
  for (const element of before) {
    if (element.type === 'Assertion') {
      const isLineStart = element.kind === 'start' && (!flags.multiline || !passed.has(lineFeed));
      // Nor where a word starts, within one.
      const isWordStart = element.kind === 'word' && element === before[0] && !passed.has(space);
      if (isLineStart || isWordStart || isBehindOther(element)) return false;
    } else if (!isPotentiallyEmpty(element, flags)) {
      if (getConsumedChars(element, flags).chars.isDisjointWith(passed)) return false;
    }
  }
  return before.some((element) => !isPotentiallyEmpty(element, flags));
}

const lineFeed = 10;
const space = 32;

/** What stands before and behind a part of an expression, in its own alternative and in those around it. */
function elementsBeside(part: AST.Quantifier): { before: AST.Element[]; after: AST.Element[] } {
  const before: AST.Element[] = [];
  const after: AST.Element[] = [];
  for (let node: AST.Node = part; node.parent; node = node.parent) {
    if (node.parent.type !== 'Alternative') continue;
    const { elements } = node.parent;
    const place = elements.indexOf(node as AST.Element);
    before.unshift(...elements.slice(0, place));
    after.push(...elements.slice(place + 1));
  }
  return { before, after };
}
