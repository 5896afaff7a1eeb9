import type { CompilerError, SFCBlock, SFCDescriptor, SFCScriptBlock } from '@vue/compiler-sfc';
import { joinSheets } from '../../build-document.js';
import { onDemand } from '../../load-on-demand.js';
import { isError, type Problem } from '../../problem.js';
import type { CompiledStyles } from '../../styles/compiled-styles.js';
import { cutAtRules } from '../../styles/leading-imports.js';
import { positionAt, type TextPosition } from '../../text-position.js';
import { isTooDeep } from '../parse-script.js';
import { readScript } from '../read-script.js';
import { emptyState, locateIn, type ScriptState, scriptProblem } from '../script-state.js';
import { readMappings, type SourcePositions, throughBoth, writeMappings } from '../source-positions.js';

/** Names the component's scoped styles and style variables. Not `app`: Vue sets `data-v-app` on the mounted element. */
const componentId = 'component';

/**
 * Compiles a Vue single-file component to a module that mounts it on `#app`, adding that element if the page lacks it.
 * One file only: a later step reports imports of other files as problems.
 */
export async function compileVueComponent(
  source: string,
  mode: 'development' | 'production',
  hasTailwind: boolean,
): Promise<ScriptState> {
  const vue = await import('@vue/compiler-sfc');
  try {
    return await compileWith(vue, source, mode === 'production', hasTailwind);
  } catch (error) {
    if (!isTooDeep(error)) throw error;
    const problem = scriptProblem('The component is nested too deeply', { line: 1, column: 1 });
    return { ...emptyState(source), isBroken: true, problems: [problem] };
  }
}

async function compileWith(
  vue: typeof import('@vue/compiler-sfc'),
  source: string,
  isProd: boolean,
  hasTailwind: boolean,
): Promise<ScriptState> {
  const { descriptor, errors } = vue.parse(source, { filename: 'App.vue' });
  const problems = [...problemsOf(errors, source), ...unsupportedParts(descriptor)];
  const draft = { ...emptyState(source), isBroken: problems.length > 0, problems };
  if (draft.isBroken) return draft;
  try {
    const script = hasScript(descriptor)
      ? vue.compileScript(descriptor, {
          id: componentId,
          isProd,
          genDefaultAs: component,
          babelParserPlugins: ['decoratorAutoAccessors'],
        })
      : null;
    const template = compileTemplate(vue, descriptor, script, isProd);
    problems.push(...problemsOf(template.errors, source));
    const scope = descriptor.styles.some(({ scoped }) => scoped) ? `data-v-${componentId}` : null;
    const js = [script?.content ?? `const ${component} = {};`, template.code, mounting(scope)].join('\n');
    const positions = [...positionsOf(script), ...readMappings(template.map?.mappings ?? '')];
    const styles = await compileComponentStyles(vue, descriptor, isProd, hasTailwind);
    const typescript = script?.lang === 'ts';
    const read = await readScript(js, { typescript, jsx: false }, 'module');
    if ('mistake' in read) {
      const { message, offset } = read.mistake;
      const locate = locateIn({ source, js, mappings: writeMappings(positions) });
      problems.push(scriptProblem(message, locate(offset)));
      return { ...draft, isBroken: true, problems };
    }
    const mapped = read.mappings === null ? positions : throughBoth(positions, readMappings(read.mappings));
    return {
      ...draft,
      ...read,
      css: styles.css,
      mappings: writeMappings(mapped),
      isBroken: problems.length > 0,
      problems: [...problems, ...styles.problems],
    };
  } catch (error) {
    // The compiler throws mistakes of the script with a message of this form; anything else is a bug.
    if (!(error instanceof Error) || !error.message.startsWith('[')) throw error;
    return { ...draft, isBroken: true, problems: [...problems, problemOf(error, source)] };
  }
}

const component = '__component';

function hasScript({ script, scriptSetup }: SFCDescriptor): boolean {
  return script !== null || scriptSetup !== null;
}

function compileTemplate(
  vue: typeof import('@vue/compiler-sfc'),
  { template, styles }: SFCDescriptor,
  script: SFCScriptBlock | null,
  isProd: boolean,
) {
  if (!template) return { code: '', errors: [], map: undefined };
  const result = vue.compileTemplate({
    source: template.content,
    ...(template.ast && { ast: template.ast }),
    filename: 'App.vue',
    id: componentId,
    scoped: styles.some(({ scoped }) => scoped),
    isProd,
    // Vue would import relative addresses, but a project has no other files.
    transformAssetUrls: false,
    compilerOptions: {
      ...(script?.bindings && { bindingMetadata: script.bindings }),
      expressionPlugins: script?.lang === 'ts' ? ['typescript'] : [],
    },
  });
  return {
    ...result,
    code: result.code.replace('export function render(', `${component}.render = function (`),
  };
}

/** The origins of the compiled script's lines; without a script, one line without origin. */
function positionsOf(script: SFCScriptBlock | null): SourcePositions {
  if (!script) return [[]];
  const positions = readMappings(script.map?.mappings ?? '');
  const count = script.content.split('\n').length;
  return Array.from({ length: count }, (_, line) => positions[line] ?? []);
}

function mounting(scope: string | null): string {
  const scoping = scope ? `${component}.__scopeId = ${JSON.stringify(scope)};\n` : '';
  return `${scoping}import { createApp as __createApp } from 'vue';
__createApp(${component}).mount(document.querySelector('#app') ?? document.body.appendChild(Object.assign(document.createElement('div'), { id: 'app' })));`;
}

/** Features that need other files or a build. */
function unsupportedParts({ source, template, script, scriptSetup, styles }: SFCDescriptor): Problem[] {
  const problems: Problem[] = [];
  const refuse = (block: SFCBlock, message: string) =>
    problems.push(
      scriptProblem(message, positionAt(source, source.lastIndexOf('<', block.loc.start.offset - 1))),
    );
  for (const block of [template, script, scriptSetup, ...styles]) {
    if (block?.src) refuse(block, `<${block.type} src> is not supported: write its content here`);
  }
  if (template?.lang && template.lang !== 'html')
    refuse(template, `<template lang="${template.lang}"> is not supported`);
  for (const block of [script, scriptSetup]) {
    if (block?.lang && !['js', 'ts'].includes(block.lang))
      refuse(block, `<script lang="${block.lang}"> is not supported: js and ts are`);
  }
  for (const style of styles) {
    if (style.lang && !['css', 'scss'].includes(style.lang))
      refuse(style, `<style lang="${style.lang}"> is not supported: css and scss are`);
    if (style.module) refuse(style, '<style module> is not supported: use <style scoped>');
  }
  return problems;
}

/** How many mistakes are reported at most; one unclosed element can cause any number of others. */
const maxProblems = 20;

function problemsOf(errors: readonly ComponentError[], source: string): Problem[] {
  return errors.slice(0, maxProblems).map((error) => problemOf(error, source));
}

type ComponentError = CompilerError | Error | string;

function problemOf(error: ComponentError, source: string): Problem {
  if (typeof error === 'string') return scriptProblem(error, { line: 1, column: 1 });
  const message = (error.message.split('\n', 1)[0] ?? '')
    .replace(/^\[@?vue\/compiler-sfc\] /, '')
    .replace(/ \(\d+:\d+\)\.?$/, '');
  const isTypeImport = /^(?:No fs option provided|Type import from non-relative)/.test(message);
  return scriptProblem(isTypeImport ? importedType : message, errorPosition(error, source));
}

const importedType =
  'Vue needs to read this type, and cannot read imported ones here: write the type in this component';

/** Errors in the template have a position; those in the script contain a drawing of the line with a `^` below. */
function errorPosition(error: CompilerError | Error, source: string): TextPosition {
  const [, line, caret = ''] = /^(\d+) *\|.*\n {3}\| {2}( *)\^/m.exec(error.message) ?? [];
  if (line !== undefined) return { line: Number(line), column: caret.length + 1 };
  const offset = 'loc' in error ? error.loc?.start?.offset : undefined;
  return offset === undefined ? { line: 1, column: 1 } : positionAt(source, offset);
}

/**
 * Compiles the styles of a single-file component to one sheet; scoped ones apply only to its elements. `css` is null if
 * they have an error.
 */
async function compileComponentStyles(
  vue: typeof import('@vue/compiler-sfc'),
  { styles }: SFCDescriptor,
  isProd: boolean,
  hasTailwind: boolean,
): Promise<CompiledStyles> {
  const sheets: string[] = [];
  const problems: Problem[] = [];
  for (const { content, lang, scoped = false, loc } of styles) {
    const plain = await plainStyles(content, lang, hasTailwind);
    const add = ({ line, column, message, severity }: StyleProblem) => {
      const position = {
        line: loc.start.line + line - 1,
        column: line === 1 ? loc.start.column + column - 1 : column,
      };
      problems.push(scriptProblem(message, position, severity));
    };
    const compileStyle = (source: string) =>
      vue.compileStyle({
        source,
        filename: 'App.vue',
        id: `data-v-${componentId}`,
        scoped,
        isProd,
        // PostCSS would look for source maps that styles name, and place mistakes by them.
        postcssOptions: { map: false },
      });
    plain.problems.forEach(add);
    const { code, errors } = compileStyle(plain.css ?? '');
    sheets.push(code);
    if (errors.length === 0) continue;
    // Tailwind may have moved the lines, of which Sass keeps none.
    const placed = lang === 'scss' || plain.css === content ? errors : compileStyle(content).errors;
    (placed.length > 0 ? placed : errors).map((error) => styleProblem(error, lang !== 'scss')).forEach(add);
  }
  return { css: problems.some(isError) ? null : joinSheets(sheets.map(cutAtRules)), problems };
}

type StyleProblem = Pick<Problem, 'message' | 'line' | 'column' | 'severity'>;

/** The message of PostCSS begins with the file's path on this machine, which `reason` omits. */
function styleProblem(error: StyleError, hasPosition: boolean): StyleProblem {
  const { reason = error.message, line = 1, column = 1 } = error;
  const position = hasPosition ? { line, column } : { line: 1, column: 1 };
  return { message: reason, severity: 'error', ...position };
}

type StyleError = Error & { reason?: string; line?: number; column?: number };

const loadSass = onDemand(() => import('../../styles/compile-scss.js'));

/** As in Vite, Tailwind gets only plain CSS. */
async function plainStyles(
  content: string,
  lang: string | undefined,
  hasTailwind: boolean,
): Promise<CompiledStyles> {
  if (lang === 'scss') {
    const { compileScss } = await loadSass();
    return compileScss(content);
  }
  if (!hasTailwind) return { css: content, problems: [] };
  const { compileTailwindComponent } = await import('../../styles/compile-tailwind.js');
  return compileTailwindComponent(content);
}
