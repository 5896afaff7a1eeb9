/** Characters that open or close a direction of their own. */
const controls = /[\u202a-\u202e\u2066-\u2069]/g;
/** Letters of right-to-left scripts, those beyond U+FFFF by their first half, the mark that acts as one, and the controls. */
const turning =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\ud802\ud803\ud83a\ud83b]/;

/**
 * What a person wrote, to stand in a sentence of ours: its direction ends with it, and an override in it turns nothing
 * around (UAX 9). Text that runs from left to right alone stays to the letter. Where an element holds nothing else,
 * `dir="auto"` does the same.
 */
export function bidiIsolate(text: string): string {
  return turning.test(text) ? `\u2068${text.replace(controls, '')}\u2069` : text;
}
