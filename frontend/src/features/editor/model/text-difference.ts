/** Characters `start` to `end` of the old text become `text`; offsets in UTF-16 units. */
export interface Replacement {
  start: number;
  end: number;
  text: string;
}

/** The smallest single replacement that turns one text into another, without their common beginning and end. */
export function difference(before: string, after: string): Replacement {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start += 1;
  let same = 0;
  while (
    same < shorter - start &&
    before.charCodeAt(before.length - 1 - same) === after.charCodeAt(after.length - 1 - same)
  ) {
    same += 1;
  }
  return { start, end: before.length - same, text: after.slice(start, after.length - same) };
}
