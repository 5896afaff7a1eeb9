import type { Problem } from '../problem.js';
import { lineStarts, placeAt } from '../text-position.js';
import { beforeRules } from './leading-imports.js';
import { findAllStyleImports } from './style-imports.js';

/** Warnings where plain CSS has an `@import` within or behind a rule, of which browsers say nothing. */
export function lateImports(css: string): Problem[] {
  const { length } = beforeRules(css);
  const late = findAllStyleImports(css).filter(({ start }) => start >= length);
  const starts = lineStarts(css);
  const message = 'Browsers skip this @import: it has to come before all rules';
  return late.map(({ start }) => ({
    language: 'css',
    severity: 'warning',
    message,
    ...placeAt(starts, start),
  }));
}
