import { difference, type Replacement } from './text-difference.ts';

/**
 * Replacements that turn one text into another, from top to bottom; empty where they are alike. Lines that are there once
 * before and once after stay untouched, and with them a caret between two changes. Its time grows with the texts, not
 * with their product, whatever they are made of.
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

/** A line that stands once in both texts: its offset in each, its length with the line's end. */
interface CommonLine {
  before: number;
  after: number;
  length: number;
}

/** The offset of each line that stands once in a text. */
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

/** Of lines in the order of the old text as many as are in the same order in the new one. */
function longestRising(lines: readonly CommonLine[]): CommonLine[] {
  /** For each length of a rising sequence, the line that ends the lowest one; each line knows the one before it. */
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
