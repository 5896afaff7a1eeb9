import { difference, type Replacement } from './text-difference.ts';

/**
 * Replacements that turn one text into another, from top to bottom; empty if they are equal. Lines that occur once in
 * each text stay untouched, and so does a caret between two changes. Takes time in proportion to the texts' lengths,
 * not to their product.
 */
export function differences(before: string, after: string): Replacement[] {
  const old = linesOf(before);
  const kept = longestRising(linesInBoth(old, linesOf(after)));
  const found: Replacement[] = [];
  let from = { before: 0, after: 0 };
  const compare = (to: typeof from) => {
    const gap = difference(before.slice(from.before, to.before), after.slice(from.after, to.after));
    if (gap.start < gap.end || gap.text !== '')
      found.push({ start: from.before + gap.start, end: from.before + gap.end, text: gap.text });
  };
  for (const line of kept) {
    compare(line);
    from = { before: line.before + line.length, after: line.after + line.length };
  }
  compare({ before: before.length, after: after.length });
  return found;
}

/** A line that occurs once in each text: its offset in both, and its length with the line end. */
interface CommonLine {
  before: number;
  after: number;
  length: number;
}

/** The offset of each line; null for a line that occurs more than once. */
function linesOf(text: string): Map<string, number | null> {
  const lines = new Map<string, number | null>();
  let offset = 0;
  for (const line of text.split(/(?<=\n)/)) {
    lines.set(line, lines.has(line) ? null : offset);
    offset += line.length;
  }
  return lines;
}

function linesInBoth(old: Map<string, number | null>, next: Map<string, number | null>): CommonLine[] {
  const common: CommonLine[] = [];
  for (const [line, before] of old) {
    const after = next.get(line) ?? null;
    if (before !== null && after !== null) common.push({ before, after, length: line.length });
  }
  return common;
}

/** The longest subsequence of lines that have the same order in both texts. */
function longestRising(lines: readonly CommonLine[]): CommonLine[] {
  /** For each length of a rising sequence, the smallest last line, linked to its predecessor. */
  const ends: { line: CommonLine; last: (typeof ends)[number] | undefined }[] = [];
  for (const line of lines) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle]?.line.after ?? 0) < line.after) low = middle + 1;
      else high = middle;
    }
    ends[low] = { line, last: ends[low - 1] };
  }
  const rising: CommonLine[] = [];
  for (let end = ends.at(-1); end; end = end.last) rising.push(end.line);
  return rising.toReversed();
}
