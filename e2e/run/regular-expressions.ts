import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import { parseSync } from '@swc/core';
import { getConsumedChars, isPotentiallyEmpty, type ReadonlyFlags } from 'regexp-ast-analysis';
import { analyse } from 'scslre';

const root = fileURLToPath(new URL('../..', import.meta.url));
const production = ['backend/{contract/,}src/**/*.ts', 'frontend/{engine/,sandbox/,}src/**/*.{ts,tsx}'];
const notProduction = ['**/*.spec.*', '**/testing/**', '**/templates/**', '**/welcome/**'];

/** A regular expression in the product's code. */
export interface WrittenExpression {
  file: string;
  source: string;
  flags: string;
}

/**
 * All regular expressions in the product's code: literals, and those made of texts that are constants of their file or
 * of `backend/src/common/ids.ts`.
 */
export function writtenExpressions(): WrittenExpression[] {
  const shared = constantsOf(syntaxOf('backend/src/common/ids.ts'));
  return globSync(production, { cwd: root, exclude: notProduction })
    .toSorted()
    .flatMap((file) => expressionsIn(file, shared));
}

function expressionsIn(file: string, shared: Constants): WrittenExpression[] {
  const nodes = syntaxOf(file);
  const constants = new Map([...shared, ...constantsOf(nodes)]);
  return nodes.flatMap((node) => {
    if (node.type === 'RegExpLiteral') return [{ file, source: node.pattern ?? '', flags: node.flags ?? '' }];
    if (node.type !== 'NewExpression' || node.callee?.value !== 'RegExp') return [];
    const [source, flags = ''] = (node.arguments ?? []).map(({ expression }) =>
      textOf(expression, constants),
    );
    return source === null || source === undefined || flags === null ? [] : [{ file, source, flags }];
  });
}

/** A node of the syntax tree: the fields that the search uses, whichever kind of node has them. */
interface SyntaxNode {
  type?: string;
  value?: unknown;
  pattern?: string;
  flags?: string;
  id?: SyntaxNode;
  init?: SyntaxNode;
  callee?: SyntaxNode;
  object?: SyntaxNode;
  property?: SyntaxNode;
  tag?: SyntaxNode;
  template?: SyntaxNode;
  quasis?: { raw: string; cooked: string }[];
  expressions?: SyntaxNode[];
  elements?: { expression: SyntaxNode }[];
  arguments?: { expression: SyntaxNode }[];
}

function syntaxOf(file: string): SyntaxNode[] {
  const code = readFileSync(`${root}/${file}`, 'utf8');
  const syntax = { syntax: 'typescript', tsx: file.endsWith('x'), decorators: true } as const;
  return nodesOf(parseSync(code, { ...syntax, target: 'esnext' }));
}

function nodesOf(tree: unknown): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  const waiting = [tree];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (typeof node !== 'object' || node === null) continue;
    found.push(node);
    waiting.push(...(Object.values(node) as unknown[]).filter((part) => part !== undefined));
  }
  return found;
}

type Constants = ReadonlyMap<unknown, SyntaxNode | undefined>;

function constantsOf(nodes: SyntaxNode[]): Constants {
  return new Map(
    nodes.flatMap((node) =>
      node.type === 'VariableDeclarator' ? [[node.id?.value, node.init] as const] : [],
    ),
  );
}

/** The text that an expression stands for; null if that is known only when it runs. */
function textOf(node: SyntaxNode | undefined, constants: Constants): string | null {
  const { type, value, callee } = node ?? {};
  if (type === 'StringLiteral') return String(value);
  if (type === 'RegExpLiteral') return node?.pattern ?? '';
  if (type === 'Identifier') return constants.has(value) ? textOf(constants.get(value), constants) : null;
  if (type === 'TemplateLiteral') return joined(node, 'cooked', constants);
  if (type === 'TaggedTemplateExpression')
    return node?.tag?.property?.value === 'raw' ? joined(node.template, 'raw', constants) : null;
  if (type === 'CallExpression' && callee?.property?.value === 'join') {
    const separator = textOf(node?.arguments?.[0]?.expression, constants);
    const parts = callee.object?.elements?.map(({ expression }) => textOf(expression, constants)) ?? [null];
    return separator === null || parts.includes(null) ? null : parts.join(separator);
  }
  return type === 'MemberExpression' && node?.property?.value === 'source'
    ? textOf(node.object, constants)
    : null;
}

function joined(
  template: SyntaxNode | undefined,
  kind: 'raw' | 'cooked',
  constants: Constants,
): string | null {
  const values = template?.expressions?.map((each) => textOf(each, constants)) ?? [];
  if (values.includes(null)) return null;
  return template?.quasis?.map((part, at) => part[kind] + (values[at] ?? '')).join('') ?? null;
}

/**
 * Reasons why matching may take more than linear time; empty if none. `scslre` finds parts that match the same text in
 * two ways. This adds the search: if a match can begin at any character that a repetition consumes, each such beginning
 * may be read to the end of the text, unless nothing after the repetition can fail.
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

/** Whether the rest of the expression always matches after the repetition, so that no attempt fails. */
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

/** Whether a match can begin at a character that the repetition consumes. */
function beginsWithin(repetition: AST.Quantifier, flags: ReadonlyFlags): boolean {
  const passed = getConsumedChars(repetition, flags).chars;
  const { before } = elementsBeside(repetition);
  /** `(?<![x])[x]+` matches only at the beginning of a run of `x`. */
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
      // `\b` matches only at the edge of a word.
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

/** The elements before and after a part of an expression, in its own alternative and in the enclosing ones. */
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
