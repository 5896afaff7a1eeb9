import * as fc from 'fast-check';
import { randomSeed } from '@/testing/random-seed.ts';
import { differences } from './line-differences.ts';
import { difference } from './text-difference.ts';

test.each([
  ['abc', 'abXc', { start: 2, end: 2, text: 'X' }],
  ['abc', 'ac', { start: 1, end: 2, text: '' }],
  ['aa', 'aaa', { start: 2, end: 2, text: 'a' }],
  ['', 'new', { start: 0, end: 0, text: 'new' }],
  ['same', 'same', { start: 4, end: 4, text: '' }],
  ['a 😀 b', 'a 😁 b', { start: 2, end: 4, text: '😁' }],
  ['a 😀 b', 'a 🨀 b', { start: 2, end: 4, text: '🨀' }],
  ['😀😀', '😀😁😀', { start: 2, end: 2, text: '😁' }],
  ['😀', '😁😀', { start: 0, end: 0, text: '😁' }],
  ['🇩🇪', '🇫🇷', { start: 0, end: 4, text: '🇫🇷' }],
  ['\uD83D', '😀', { start: 0, end: 1, text: '😀' }],
  ['\uDE00', '😀', { start: 0, end: 1, text: '😀' }],
])('%j becomes %j by one small replacement', (before, after, replacement) => {
  expect(difference(before, after)).toEqual(replacement);
});

test('the replacement always makes the new text out of the old one', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '\uD83D', '\uDE00'), maxLength: 12 });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const { start, end, text: middle } = difference(before, after);
      expect(before.slice(0, start) + middle + before.slice(end)).toBe(after);
    }),
    { seed: randomSeed },
  );
});

test('no replacement splits a surrogate pair', () => {
  // Two pairs that begin alike, one that ends like the first, and a flag.
  const text = fc.string({ unit: fc.constantFrom('a', '\n', '😀', '😁', '🨀', '🇩🇪'), maxLength: 12 });
  fc.assert(
    fc.property(text, text, (before, after) => {
      for (const { start, end, text: middle } of [difference(before, after), ...differences(before, after)])
        for (const part of [before.slice(0, start), middle, before.slice(end)])
          expect(part.isWellFormed()).toBe(true);
    }),
    { seed: randomSeed },
  );
});

const textOfLines = fc
  .array(fc.constantFrom('a\n', 'b\n', 'c\n', 'd\n', '\n', 'x'), { maxLength: 14 })
  .map((lines) => lines.join(''));

test('the replacements of differences make the new text out of the old one, in order and apart', () => {
  fc.assert(
    fc.property(textOfLines, textOfLines, (before, after) => {
      const found = differences(before, after);
      const ends = [0, ...found.map(({ end }) => end)];
      expect(found.every(({ start }, at) => start >= (ends[at] ?? 0))).toBe(true);
      const made = found.reduceRight((text, { start, end, text: middle }) => {
        return text.slice(0, start) + middle + text.slice(end);
      }, before);
      expect(made).toBe(after);
    }),
    { seed: randomSeed },
  );
});

test('what stands between two changes stays untouched', () => {
  expect(differences('one\ntwo\nthree\n', 'ONE\ntwo\nTHREE\n')).toEqual([
    { start: 0, end: 3, text: 'ONE' },
    { start: 8, end: 13, text: 'THREE' },
  ]);
  expect(differences('one\ntwo\n', 'one\ntwo\n')).toEqual([]);
});

test.each([
  ['lines alike', 'a\n'.repeat(200_000), `b\n${'a\n'.repeat(200_000)}c`],
  ['lines in reverse', numbered((line) => line), numbered((line) => 50_000 - line)],
  ['one line', 'ab'.repeat(200_000), `${'ba'.repeat(200_000)}c`],
])('the time grows with the texts alone: %s', (_what, before, after) => {
  const started = performance.now();
  differences(before, after);
  expect(performance.now() - started).toBeLessThan(2_000);
});

function numbered(number: (line: number) => number): string {
  return Array.from({ length: 50_000 }, (_, line) => `${number(line)}\n`).join('');
}
