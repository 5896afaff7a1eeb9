import { describe, expect, it } from '@jest/globals';
import { copyTitle } from './project-creation.js';

describe('what a copy is called', () => {
  it.each([
    ['Clock', 'Clock (copy)'],
    ['Clock (copy)', 'Clock (copy 2)'],
    ['Clock (copy 9)', 'Clock (copy 10)'],
    ['(copy)', '(copy) (copy)'],
    ['Clock (copycat)', 'Clock (copycat) (copy)'],
    ['x'.repeat(120), `${'x'.repeat(113)} (copy)`],
    [`${'x'.repeat(113)} (copy)`, `${'x'.repeat(111)} (copy 2)`],
    [`${'x'.repeat(112)}😀${'y'.repeat(6)}`, `${'x'.repeat(112)} (copy)`],
  ])('%j is copied as %j', (title, copy) => {
    expect(copyTitle(title)).toBe(copy);
    expect(copy.length).toBeLessThanOrEqual(120);
  });
});
