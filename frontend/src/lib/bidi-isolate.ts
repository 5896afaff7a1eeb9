/** Characters that begin or end a text direction. */
const controls = /[\u202a-\u202e\u2066-\u2069]/g;
/** Right-to-left letters (beyond U+FFFF by their first surrogate), the right-to-left mark, and the controls. */
const turning =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\ud802\ud803\ud83a\ud83b]/;

/**
 * Isolates a user's text within a sentence: its direction does not affect the text around it, and overrides in it
 * have no effect there (UAX 9). Left-to-right text is returned unchanged. For an element with nothing else, use
 * `dir="auto"`.
 */
export function bidiIsolate(text: string): string {
  return turning.test(text) ? `\u2068${text.replace(controls, '')}\u2069` : text;
}
