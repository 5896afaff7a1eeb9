import * as fc from 'fast-check';
import { difference } from './text-difference';

test.each([
  ['abc', 'abXc', { start: 2, end: 2, text: 'X' }],
  ['abc', 'ac', { start: 1, end: 2, text: '' }],
  ['aa', 'aaa', { start: 2, end: 2, text: 'a' }],
  ['', 'new', { start: 0, end: 0, text: 'new' }],
  ['same', 'same', { start: 4, end: 4, text: '' }],
])('%j becomes %j by one small replacement', (before, after, replacement) => {
  expect(difference(before, after)).toEqual(replacement);
});

test('the replacement always makes the new text out of the old one', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 12 });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const { start, end, text: middle } = difference(before, after);
      expect(before.slice(0, start) + middle + before.slice(end)).toBe(after);
    }),
  );
});
