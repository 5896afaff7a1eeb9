import { columnsOf, type TabSize } from './editor-look.ts';

/** How many lines are searched for an indentation. */
const searched = 200;

/** A tab, or a usual number of spaces: others are the alignment of comments and lists. */
const usualStep = /^(?:\t| {2,4}| {8})$/;

/** The indentation step for a code: its own, except for spaces where the settings say how many. */
export function indentationStep(lines: Iterable<string>, tabSize: TabSize): string {
  const own = ownStep(lines);
  return own === '\t' || (own && tabSize === 'auto') ? own : ' '.repeat(columnsOf(tabSize));
}

/** What lines most often add to the indentation of the line before. */
function ownStep(lines: Iterable<string>): string | undefined {
  const counts = new Map<string, number>();
  let before = '';
  let number = 0;
  for (const line of lines) {
    number += 1;
    if (number > searched) break;
    const indentation = /^[\t ]*(?=\S)/.exec(line)?.[0];
    // A blank line.
    if (indentation === undefined) continue;
    const step = indentation.startsWith(before) ? indentation.slice(before.length) : '';
    if (usualStep.test(step)) counts.set(step, (counts.get(step) ?? 0) + 1);
    before = indentation;
  }
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0];
}
