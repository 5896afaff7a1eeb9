import type { SFCDescriptor } from '@vue/compiler-sfc';
import { isError, type Problem } from '../../problem.js';
import type { CompiledStyles } from '../../styles/compiled-styles.js';
import { scriptProblem } from '../draft.js';

/**
 * The styles of a single-file component as one sheet, those that are scoped kept to its elements. `css` is null where an
 * error keeps them from being made.
 */
export async function compileComponentStyles(
  vue: typeof import('@vue/compiler-sfc'),
  { styles }: SFCDescriptor,
  id: string,
  isProd: boolean,
): Promise<CompiledStyles> {
  const sheets: string[] = [];
  const problems: Problem[] = [];
  for (const { content, lang, scoped = false, loc } of styles) {
    const plain = lang === 'scss' ? await compileNested(content) : { css: content, problems: [] };
    for (const { line, column, message, severity } of plain.problems) {
      const position = { line: loc.start.line + line - 1, column };
      problems.push(scriptProblem(message, position, severity));
    }
    const result = vue.compileStyle({
      source: plain.css ?? '',
      filename: 'App.vue',
      id: `data-v-${id}`,
      scoped,
      isProd,
    });
    sheets.push(result.code);
    problems.push(...result.errors.map(({ message }) => scriptProblem(message, loc.start)));
  }
  return { css: problems.some(isError) ? null : sheets.join('\n'), problems };
}

async function compileNested(scss: string) {
  const { compileScss } = await import('../../styles/compile-scss.js');
  return compileScss(scss);
}
