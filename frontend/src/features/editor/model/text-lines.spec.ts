import { editorPositionAt, lineCount, withEndingsOf, withPlainEndings } from './text-lines.ts';

test.each([
  ['', '1 line'],
  ['a', '1 line'],
  ['a\n', '2 lines'],
  ['a\r\nb\r\nc', '3 lines'],
])('%j has %s', (text, count) => {
  expect(lineCount(text)).toBe(count);
});

test('code keeps the line endings it came with', () => {
  expect(withPlainEndings('a\r\nb\rc\n')).toBe('a\nb\nc\n');
  expect(withEndingsOf('a\nb\nX', 'a\r\nb\r\n')).toBe('a\r\nb\r\nX');
  expect(withEndingsOf('a\nb\nX', 'a\nb\n')).toBe('a\nb\nX');
});

test.each([
  [0, { lineNumber: 1, column: 1 }],
  [2, { lineNumber: 1, column: 3 }],
  [3, { lineNumber: 2, column: 1 }],
  [5, { lineNumber: 2, column: 3 }],
])('offset %i of "ab\\ncd" is at %j', (offset, position) => {
  expect(editorPositionAt('ab\ncd', offset)).toEqual(position);
});
