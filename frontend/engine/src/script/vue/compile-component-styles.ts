import type { SFCDescriptor } from '@vue/compiler-sfc';
import { joinSheets } from '../../build-document.js';
import { onDemand } from '../../load-on-demand.js';
import { isError, type Problem } from '../../problem.js';
import type { CompiledStyles } from '../../styles/compiled-styles.js';
import { cutAtRules } from '../../styles/leading-imports.js';
import { scriptProblem } from '../script-state.js';

/** Names the component's scoped styles and style variables. Not `app`: Vue sets `data-v-app` on the mounted element. */
export const componentId = 'component';

export interface ComponentStyles extends CompiledStyles {
  /** The classes of each `<style module>` by their names in the source, by the module's name: `$style` if it has none. */
  classes: Record<string, Record<string, string>>;
}

/**
 * Compiles the styles of a single-file component to one sheet; scoped ones apply only to its elements, and modules have
 * classes of their own. `css` is null if they have an error.
 */
export async function compileComponentStyles(
  vue: typeof import('@vue/compiler-sfc'),
  { styles }: SFCDescriptor,
  isProd: boolean,
  hasTailwind: boolean,
): Promise<ComponentStyles> {
  const sheets: string[] = [];
  const problems: Problem[] = [];
  const classes: ComponentStyles['classes'] = {};
  for (const [index, { content, lang, scoped = false, module, loc }] of styles.entries()) {
    const plain = await plainStyles(content, lang, hasTailwind);
    const local = module ? (await loadLocalClasses()).localClasses(index) : null;
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
        ...(local && { postcssPlugins: local.plugins }),
        // PostCSS would look for source maps that styles name, and place mistakes by them.
        postcssOptions: { map: false },
      });
    plain.problems.forEach(add);
    const { code, errors } = compileStyle(plain.css ?? '');
    sheets.push(code);
    if (local) classes[module === true ? '$style' : String(module)] = local.classes;
    if (errors.length === 0) continue;
    // Tailwind may have moved the lines, of which Sass and Less keep none.
    const keepsLines = lang !== 'scss' && lang !== 'less';
    const placed = keepsLines && plain.css !== content ? compileStyle(content).errors : errors;
    (placed.length > 0 ? placed : errors).map((error) => styleProblem(error, keepsLines)).forEach(add);
  }
  return { css: problems.some(isError) ? null : joinSheets(sheets.map(cutAtRules)), problems, classes };
}

type StyleProblem = Pick<Problem, 'message' | 'line' | 'column' | 'severity'>;

/** The message of PostCSS begins with the file's path on this machine, which `reason` omits. */
function styleProblem(error: StyleError, hasPosition: boolean): StyleProblem {
  const { reason = error.message, line = 1, column = 1 } = error;
  const position = hasPosition ? { line, column } : { line: 1, column: 1 };
  return { message: reason, severity: 'error', ...position };
}

type StyleError = Error & { reason?: string; line?: number; column?: number };

const loadLocalClasses = onDemand(() => import('./local-classes.js'));

const loadSass = onDemand(() => import('../../styles/compile-scss.js'));
const loadLess = onDemand(() => import('../../styles/compile-less.js'));

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
  if (lang === 'less') {
    const { compileLess } = await loadLess();
    return compileLess(content);
  }
  if (!hasTailwind) return { css: content, problems: [] };
  const { compileTailwindComponent } = await import('../../styles/compile-tailwind.js');
  return compileTailwindComponent(content);
}
