const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/**
 * The source line for each line of a text, from the `mappings` of its source map (ECMA-426): lines from 1, 0 for what
 * was not written by anybody.
 */
export function mappedLines(mappings: string): number[] {
  let sourceLine = 0;
  return mappings.split(';').map((line) => {
    let first = 0;
    for (const segment of line.split(',')) {
      const [, , lineChange] = decodeSegment(segment);
      if (lineChange === undefined) continue;
      sourceLine += lineChange;
      first ||= sourceLine + 1;
    }
    return first;
  });
}

/** Numbers in base 64, five bits to a digit, the lowest first; the lowest bit of a number is its sign. */
function decodeSegment(segment: string): number[] {
  const numbers: number[] = [];
  let value = 0;
  let shift = 0;
  for (const digit of segment) {
    const bits = digits.indexOf(digit);
    value += (bits & 31) << shift;
    shift += 5;
    if (bits & 32) continue;
    numbers.push(value & 1 ? -(value >> 1) : value >> 1);
    value = 0;
    shift = 0;
  }
  return numbers;
}
