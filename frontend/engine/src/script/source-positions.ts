import { decode, encode } from '@jridgewell/sourcemap-codec';
import { lineStarts, positionAt, type TextPosition } from '../text-position.js';

/** A piece of generated text and its origin, counted from 0: column, source (always 0), line, column. */
type Segment = [start: number, source: 0, line: number, column: number];

/** For each line of a generated text, its pieces with an origin, from left to right. */
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

/** The origin of a position in the generated text; null if its line has none. */
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

/** Combines the positions of two steps: from the result of the last back to the input of the first. */
export function throughBoth(first: SourcePositions, last: SourcePositions): SourcePositions {
  return last.map((segments) =>
    segments.flatMap(([start, , line, column]): Segment[] => {
      const origin = originOf(first, { line: line + 1, column: column + 1 });
      return origin ? [[start, 0, origin.line - 1, origin.column - 1]] : [];
    }),
  );
}

/** Like `originOf`, by offsets: from an offset in `generated` to one in `source`; 0 if it has no origin. */
export function originOffset(mappings: string, generated: string, source: string, offset: number): number {
  const origin = originOf(readMappings(mappings), positionAt(generated, offset));
  return origin ? (lineStarts(source)[origin.line - 1] ?? 0) + origin.column - 1 : 0;
}
