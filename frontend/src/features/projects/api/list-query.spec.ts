import { firstPage, type ListQuery, readListQuery, writeListQuery } from './use-project-list.ts';

test.each<[string, ListQuery]>([
  ['', firstPage],
  ['?page=3', { ...firstPage, page: 3 }],
  [
    '?search=a+%26+b&sortBy=popular&tags=one%2Ctwo',
    { page: 1, search: 'a & b', sortBy: 'popular', tags: ['one', 'two'] },
  ],
])('the address %s and what it asks for are the same', (address, query) => {
  expect(readListQuery(address)).toEqual(query);
  expect(writeListQuery(query)).toBe(address);
});

test.each([
  '?page=0',
  '?page=-1',
  '?page=1e9',
  '?page=NaN',
  '?page=1.5',
  '?sortBy=__proto__',
  '?tags=,,',
  `?tags=${'x'.repeat(31)}`,
  '?search=%20',
  '?other=1',
])('what no list takes counts as not given: %s', (address) => {
  expect(readListQuery(address)).toEqual(firstPage);
});
