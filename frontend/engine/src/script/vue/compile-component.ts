import type {
  CompilerError,
  SFCDescriptor,
  SFCScriptBlock,
  SFCTemplateCompileOptions,
} from '@vue/compiler-sfc';
import { onDemand } from '../../load-on-demand.js';
import type { Problem } from '../../problem.js';
import { isTooDeep } from '../parse-script.js';
import { readScript } from '../read-script.js';
import { emptyState, locateIn, type ScriptState, scriptProblem } from '../script-state.js';
import {
  originOf,
  readMappings,
  type SourcePositions,
  throughBoth,
  writeMappings,
} from '../source-positions.js';
import { type ComponentStyles, compileComponentStyles, componentId } from './compile-component-styles.js';
import {
  brokenBinding,
  misplacedSlots,
  namelessDirective,
  problemOf,
  problemsOf,
  unsupportedParts,
} from './component-problems.js';
import type { HtmlComponent } from './pug-template.js';

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
    const { template } = vue.parse(source, { filename }).descriptor;
    if (template?.lang === 'pug' && template.src === undefined) {
      const { withHtmlTemplate } = await loadPug();
      const component = await withHtmlTemplate(source, template);
      if ('problems' in component) return { ...emptyState(source), isBroken: true, ...component };
      return inSource(source, component, await compileVueComponent(component.text, mode, hasTailwind));
    }
    return await compileWith(vue, source, mode === 'production', hasTailwind);
  } catch (error) {
    const problem = isTooDeep(error)
      ? scriptProblem('The component is nested too deeply', { line: 1, column: 1 })
      : namelessDirective(source);
    if (problem === null) throw error;
    return { ...emptyState(source), isBroken: true, problems: [problem] };
  }
}

const filename = 'App.vue';

const loadPug = onDemand(() => import('./pug-template.js'));

/** What the component in HTML was compiled to, with positions in the source. */
function inSource(source: string, { positions }: HtmlComponent, state: ScriptState): ScriptState {
  const { mappings } = state;
  return {
    ...state,
    source,
    mappings: mappings === null ? null : writeMappings(throughBoth(positions, readMappings(mappings))),
    problems: state.problems.map((problem) => ({ ...problem, ...originOf(positions, problem) })),
  };
}

async function compileWith(
  vue: typeof import('@vue/compiler-sfc'),
  source: string,
  isProd: boolean,
  hasTailwind: boolean,
): Promise<ScriptState> {
  const { descriptor, errors } = vue.parse(source, { filename });
  const problems = [
    ...problemsOf(errors, source),
    ...unsupportedParts(descriptor),
    ...misplacedSlots(descriptor),
    ...brokenBinding(vue, descriptor),
  ];
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
    const styles = await compileComponentStyles(vue, descriptor, isProd, hasTailwind);
    const js = [
      script?.content ?? `const ${component} = {};`,
      template.code,
      mounting(descriptor, styles.classes),
    ].join('\n');
    const positions = [...positionsOf(script), ...readMappings(template.map?.mappings ?? '')];
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
    return { ...draft, isBroken: true, problems: [...problems, ...mistakesBehind(error, vue, descriptor)] };
  }
}

/** The mistakes because of which the compiler has thrown an error. Throws any other error again: it is a bug. */
function mistakesBehind(
  error: unknown,
  vue: typeof import('@vue/compiler-sfc'),
  descriptor: SFCDescriptor,
): Problem[] {
  const { source } = descriptor;
  // Mistakes of the script have a message of this form.
  if (error instanceof Error && error.message.startsWith('[')) return [problemOf(error, source)];
  // For those of a template, it may read what is not there.
  const { errors } = compileTemplate(vue, descriptor, null, true);
  if (errors.length === 0) throw error;
  return problemsOf(errors, source);
}

const component = '__component';

function hasScript({ script, scriptSetup }: SFCDescriptor): boolean {
  return script !== null || scriptSetup !== null;
}

function compileTemplate(
  vue: typeof import('@vue/compiler-sfc'),
  { template, styles, script: plain, scriptSetup }: SFCDescriptor,
  script: SFCScriptBlock | null,
  isProd: boolean,
) {
  if (!template) return { code: '', errors: [], map: undefined };
  /** They are lost where the compiler throws an error because of them. */
  const mistakes: CompilerError[] = [];
  const collectMistakes: Transform = (node, context) => {
    if (node !== context.root) return;
    const { onError } = context;
    context.onError = (mistake) => {
      mistakes.push(mistake);
      onError(mistake);
    };
  };
  try {
    const result = vue.compileTemplate({
      source: template.content,
      ...(template.ast && { ast: template.ast }),
      filename,
      id: componentId,
      scoped: styles.some(({ scoped }) => scoped),
      isProd,
      // Vue would import relative addresses, but a project has no other files.
      transformAssetUrls: false,
      compilerOptions: {
        ...(script?.bindings && { bindingMetadata: script.bindings }),
        expressionPlugins: (scriptSetup ?? plain)?.lang === 'ts' ? ['typescript'] : [],
        nodeTransforms: [collectMistakes],
      },
    });
    return {
      ...result,
      code: result.code.replace('export function render(', `${component}.render = function (`),
    };
  } catch (error) {
    if (mistakes.length === 0) throw error;
    return { code: '', errors: mistakes, map: undefined };
  }
}

type Transform = NonNullable<
  NonNullable<SFCTemplateCompileOptions['compilerOptions']>['nodeTransforms']
>[number];

/** The origins of the compiled script's lines; without a script, one line without origin. */
function positionsOf(script: SFCScriptBlock | null): SourcePositions {
  if (!script) return [[]];
  const positions = readMappings(script.map?.mappings ?? '');
  const count = script.content.split('\n').length;
  return Array.from({ length: count }, (_, line) => positions[line] ?? []);
}

function mounting({ styles }: SFCDescriptor, classes: ComponentStyles['classes']): string {
  const isScoped = styles.some(({ scoped }) => scoped);
  const scoping = isScoped ? `${component}.__scopeId = "data-v-${componentId}";\n` : '';
  const hasModules = styles.some(({ module }) => module);
  const naming = hasModules ? `${component}.__cssModules = ${JSON.stringify(classes)};\n` : '';
  return `${scoping}${naming}import { createApp as __createApp } from 'vue';
__createApp(${component}).mount(document.querySelector('#app') ?? document.body.appendChild(Object.assign(document.createElement('div'), { id: 'app' })));`;
}
