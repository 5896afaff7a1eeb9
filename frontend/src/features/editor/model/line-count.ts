import { countOf } from '@/lib/count-of.ts';

/** `1 line`, `3 lines`: an empty text has one, as in the editor's gutter. */
export function lineCount(text: string): string {
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return countOf(lines, 'line');
}
