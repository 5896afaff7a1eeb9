/** Characters `start` to `end` of the old text become `text`; offsets in UTF-16 units. */
export interface Replacement {
  start: number;
  end: number;
  text: string;
}

/**
 * The smallest single replacement that turns one text into another, without their common beginning and end. It splits no
 * surrogate pair: Monaco would move a position out of the pair, and leave half of it.
 */
export function difference(before: string, after: string): Replacement {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before.codePointAt(start) === after.codePointAt(start)) start += 1;
  let same = 0;
  while (same < shorter - start && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  // Alike are only the second halves of two pairs, 0xDC00 to 0xDFFF.
  if (before.charCodeAt(before.length - same) >> 10 === 0x37) same -= 1;
  return { start, end: before.length - same, text: after.slice(start, after.length - same) };
}
