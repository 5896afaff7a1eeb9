import type { Problem } from '../problem.js';
import { positionAt } from '../text-position.js';

/** Comments and strings, to be skipped, or the beginning of what only Tailwind understands. CSS can apply `--mixins`. */
const pieces =
  /\/\*[^]*?(?:\*\/|$)|@(?:import\s+(?:url\()?["']?tailwindcss(?=["'/)])|tailwind\s+(?:base|components|utilities)\b|apply\s+(?!\s|--))|"(?:[^"\\\n]|\\[^])*"?|'(?:[^'\\\n]|\\[^])*'?/g;

/** A warning where plain CSS is written for Tailwind, of which browsers say nothing; empty if it is not. */
export function tailwindNotChosen(css: string): Problem[] {
  for (const { 0: text, index } of css.matchAll(pieces)) {
    if (!text.startsWith('@')) continue;
    const message = 'This is Tailwind: choose it as the CSS framework in Framework Configuration';
    return [{ language: 'css', severity: 'warning', message, ...positionAt(css, index) }];
  }
  return [];
}
