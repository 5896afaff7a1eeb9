import { countOf } from './count-of.ts';

test.each([
  [0, '0 files'],
  [1, '1 file'],
  [2, '2 files'],
  [1_200, '1,200 files'],
])('%i files are shown as %s', (count, text) => {
  expect(countOf(count, 'file')).toBe(text);
});

test('a noun that has a plural of its own keeps it', () => {
  expect([countOf(1, 'entry', 'entries'), countOf(2, 'entry', 'entries')]).toEqual(['1 entry', '2 entries']);
});
