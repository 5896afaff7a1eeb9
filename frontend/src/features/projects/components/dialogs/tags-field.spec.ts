import { withTyped } from './details-dialog.tsx';

test('a typed text adds one tag, or several parted by commas, without the spaces around them', () => {
  expect(withTyped(['a'], ' b ')).toEqual({ tags: ['a', 'b'], rest: '' });
  expect(withTyped([], 'b, two words,,')).toEqual({ tags: ['b', 'two words'], rest: '' });
});

test('no tag stands there twice', () => {
  expect(withTyped(['a'], 'a, b, b')).toEqual({ tags: ['a', 'b'], rest: '' });
});

test('a mark of direction alone is no tag, and is no part of one', () => {
  expect(withTyped([], 'one, \u200f')).toEqual({ tags: ['one'], rest: '' });
  expect(withTyped(['one'], '\u200fone\u200f, two')).toEqual({ tags: ['one', 'two'], rest: '' });
});

test('what is longer than 30 characters, or the 21st, is left in the field', () => {
  const long = 'x'.repeat(31);
  expect(withTyped([], `${'x'.repeat(30)}, ${long}`)).toEqual({ tags: ['x'.repeat(30)], rest: long });
  const twenty = Array.from({ length: 20 }, (_, index) => `tag ${index}`);
  expect(withTyped(twenty, 'one more')).toEqual({ tags: twenty, rest: 'one more' });
});
