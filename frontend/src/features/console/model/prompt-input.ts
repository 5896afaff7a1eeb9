/** The prompt's text, and earlier input that it can recall. */
export interface PromptInput {
  code: string;
  /** Earlier input, oldest first. */
  lines: readonly string[];
  /** The index of the recalled one; equal to the length at the user's own draft. */
  at: number;
  /** The text before the first recall. */
  draft: string;
}

export const emptyInput: PromptInput = { code: '', lines: [], at: 0, draft: '' };

/** How many inputs are remembered. */
const maxLines = 100;

/** The prompt after its code was run, which is remembered unless it equals the last one. */
export function submitted({ code, lines }: PromptInput): PromptInput {
  const next = lines.at(-1) === code ? lines : [...lines, code].slice(-maxLines);
  return { ...emptyInput, lines: next, at: next.length };
}

/** The prompt with the previous or next input; null if there is none. */
export function recalled({ code, lines, at, draft }: PromptInput, step: -1 | 1): PromptInput | null {
  const next = at + step;
  if (next < 0 || next > lines.length) return null;
  const own = at === lines.length ? code : draft;
  return { code: lines[next] ?? own, lines, at: next, draft: own };
}
