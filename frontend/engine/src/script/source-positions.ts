import { decode, encode } from '@jridgewell/sourcemap-codec';
import { lineStarts, positionAt, type TextPosition } from '../text-position.js';

/** A piece of generated text and where it was written, counted from 0: column, source (there is one), line, column. */
type Segment = [start: number, source: 0, line: number, column: number];

/** For each line of a generated text where its pieces were written, from left to right; nothing for what nobody wrote. */
export type SourcePositions = readonly (readonly Segment[])[];

/** Reads the `mappings` of a source map. */
export function readMappings(mappings: string): SourcePositions {
  return decode(mappings).map((segments) =>
    segments.flatMap(([start, , line, column]): Segment[] =>
      line === undefined || column === undefined ? [] : [[start, 0, line, column]],
    ),
  );
}

export function writeMappings(positions: SourcePositions): string {
  return encode(positions.map((segments) => segments.map((segment): Segment => [...segment])));
}

/** Where a place in the generated text was written; null where nobody wrote it. */
export function originOf(positions: SourcePositions, { line, column }: TextPosition): TextPosition | null {
  const segments = positions[line - 1] ?? [];
  const found = lastStartingBy(segments, column - 1) ?? segments[0];
  if (!found) return null;
  const [start, , sourceLine, sourceColumn] = found;
  return { line: sourceLine + 1, column: sourceColumn + Math.max(0, column - 1 - start) + 1 };
}

function lastStartingBy(segments: readonly Segment[], column: number): Segment | undefined {
  let low = 0;
  let high = segments.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((segments[middle] as Segment)[0] <= column) low = middle + 1;
    else high = middle;
  }
  return segments[low - 1];
}

/** Of a text that was generated in two steps: from the last one back to what the first was made from. */
export function throughBoth(first: SourcePositions, last: SourcePositions): SourcePositions {
  return last.map((segments) =>
    segments.flatMap(([start, , line, column]): Segment[] => {
      const origin = originOf(first, { line: line + 1, column: column + 1 });
      return origin ? [[start, 0, origin.line - 1, origin.column - 1]] : [];
    }),
  );
}

/** The same by offsets: where in `source` something stands in what was generated from it. */
export function originOffset(mappings: string, generated: string, source: string, offset: number): number {
  const origin = originOf(readMappings(mappings), positionAt(generated, offset));
  return origin ? (lineStarts(source)[origin.line - 1] ?? 0) + origin.column - 1 : 0;
}
