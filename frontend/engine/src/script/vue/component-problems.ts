import type { CompilerError, SFCBlock, SFCDescriptor, SFCTemplateBlock } from '@vue/compiler-sfc';
import type { Problem } from '../../problem.js';
import { positionAt, type TextPosition } from '../../text-position.js';
import { scriptProblem } from '../script-state.js';

/** Features that need other files or a build. */
export function unsupportedParts({
  source,
  template,
  script,
  scriptSetup,
  styles,
}: SFCDescriptor): Problem[] {
  const problems: Problem[] = [];
  const refuse = (block: SFCBlock, message: string) =>
    problems.push(
      scriptProblem(message, positionAt(source, source.lastIndexOf('<', block.loc.start.offset - 1))),
    );
  for (const block of [template, script, scriptSetup, ...styles]) {
    if (block?.src) refuse(block, `<${block.type} src> is not supported: write its content here`);
  }
  if (template?.lang && !['html', 'pug'].includes(template.lang))
    refuse(template, `<template lang="${template.lang}"> is not supported: pug is`);
  for (const block of [script, scriptSetup]) {
    if (block?.lang && !['js', 'ts'].includes(block.lang))
      refuse(block, `<script lang="${block.lang}"> is not supported: js and ts are`);
  }
  for (const style of styles) {
    if (style.lang && !['css', 'scss', 'less'].includes(style.lang))
      refuse(style, `<style lang="${style.lang}"> is not supported: css, scss and less are`);
  }
  return problems;
}

type TemplateNode = NonNullable<SFCTemplateBlock['ast']>['children'][number];

/** By Vue's `ElementTypes`, which its compiler does not export. */
const isComponent = (tagType: number) => tagType === 1;
/** Components of Vue's whose content is no slot. */
const slotless = /^(?:Teleport|teleport|KeepAlive|keep-alive)$/;

/**
 * Each `<template #name>` that is not directly in a component with slots, for which Vue's compiler throws an error
 * without a place.
 */
export function misplacedSlots({ source, template }: SFCDescriptor): Problem[] {
  const problems: Problem[] = [];
  const all: { node: TemplateNode; mayBeSlot: boolean }[] = [];
  const add = (children: readonly TemplateNode[], mayBeSlot: boolean) => {
    for (const node of children) all.push({ node, mayBeSlot });
  };
  add(template?.ast?.children ?? [], false);
  // Also visits what is added meanwhile.
  for (const { node, mayBeSlot } of all) {
    if (problems.length === maxProblems) break;
    if (!('props' in node)) continue;
    const isSlot = node.props.some((prop) => 'modifiers' in prop && prop.name === 'slot');
    if (node.tag === 'template' && isSlot && !mayBeSlot)
      problems.push(scriptProblem(misplacedSlot, positionAt(source, node.loc.start.offset)));
    add(node.children, isComponent(node.tagType) && !slotless.test(node.tag));
  }
  return problems;
}

const misplacedSlot = 'A <template> for a slot belongs directly into a component with slots';

/**
 * The first directive without its name, as in `v-.once`, for whose modifier Vue's parser throws an error without a place;
 * null if there is none.
 */
export function namelessDirective(source: string): Problem | null {
  const at = source.search(/(?<=\s)v-[.:]/);
  return at < 0 ? null : scriptProblem('Legal directive name was expected.', positionAt(source, at));
}

/** The first mistake in the `v-bind()` of styles, for which the compiler of the script throws an error without a place. */
export function brokenBinding(
  { babelParse }: typeof import('@vue/compiler-sfc'),
  { source, styles, cssVars }: SFCDescriptor,
): Problem[] {
  const broken = cssVars.find((expression) => {
    try {
      babelParse(`({ value: (${expression}) })`, { sourceType: 'module' });
      return false;
    } catch {
      return true;
    }
  });
  if (broken === undefined) return [];
  const [offset = 0] = styles.flatMap((style) => bindingsOf(broken, style));
  return [scriptProblem('v-bind() needs a JavaScript expression', positionAt(source, offset))];
}

/** The offsets at which a style binds this expression. */
function bindingsOf(expression: string, { content, loc }: SFCBlock): number[] {
  return [...content.matchAll(/v-bind\s*\(\s*["']?\s*/g)].flatMap(({ index, 0: { length } }) => {
    const from = index + length;
    const isBound =
      content.startsWith(expression, from) &&
      /^\s*(?:["']\s*)?\)/.test(content.slice(from + expression.length));
    return isBound ? loc.start.offset + index : [];
  });
}

/** How many mistakes are reported at most; one unclosed element can cause any number of others. */
const maxProblems = 20;

export function problemsOf(errors: readonly ComponentError[], source: string): Problem[] {
  return errors.slice(0, maxProblems).map((error) => problemOf(error, source));
}

type ComponentError = CompilerError | Error | string;

export function problemOf(error: ComponentError, source: string): Problem {
  if (typeof error === 'string') return scriptProblem(error, { line: 1, column: 1 });
  const message = (error.message.split('\n', 1)[0] ?? '')
    .replace(/^\[@?vue\/compiler-sfc\] /, '')
    .replace(/ \(\d+:\d+\)\.?$/, '');
  if (message.startsWith('At least one <template> or <script>'))
    return scriptProblem(noParts, errorPosition(error, source));
  const isTypeImport = /^(?:No fs option provided|Type import from non-relative)/.test(message);
  return scriptProblem(isTypeImport ? importedType : message, errorPosition(error, source));
}

const noParts =
  'At least one <template> or <script> is required in a single-file component. Put this code into <script>, or turn off Single-file components in Framework Configuration';

const importedType =
  'Vue needs to read this type, and cannot read imported ones here: write the type in this component';

/** Errors in the template have a position; those in the script contain a drawing of the line with a `^` below. */
function errorPosition(error: CompilerError | Error, source: string): TextPosition {
  const [, line, caret = ''] = /^(\d+) *\|.*\n {3}\| {2}( *)\^/m.exec(error.message) ?? [];
  if (line !== undefined) return { line: Number(line), column: caret.length + 1 };
  const offset = 'loc' in error ? error.loc?.start?.offset : undefined;
  return offset === undefined ? { line: 1, column: 1 } : positionAt(source, offset);
}
