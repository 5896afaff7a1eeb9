import type { SFCDescriptor } from '@vue/compiler-sfc';
import type { Problem } from '../../problem.js';
import { scriptProblem } from '../draft.js';

/** The styles of a single-file component as one sheet, those that are scoped kept to its elements. */
export async function compileComponentStyles(
  vue: typeof import('@vue/compiler-sfc'),
  { styles }: SFCDescriptor,
  id: string,
  isProd: boolean,
): Promise<{ css: string; problems: Problem[] }> {
  const sheets: string[] = [];
  const problems: Problem[] = [];
  for (const { content, scoped = false, loc } of styles) {
    const result = vue.compileStyle({
      source: content,
      filename: 'App.vue',
      id: `data-v-${id}`,
      scoped,
      isProd,
    });
    sheets.push(result.code);
    for (const { message } of result.errors) {
      problems.push(scriptProblem(message, { line: loc.start.line, column: loc.start.column }));
    }
  }
  return { css: sheets.join('\n'), problems };
}
