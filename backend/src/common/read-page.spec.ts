import { expect, it } from '@jest/globals';
import { readPage } from './read-page.js';

const rows = ['a', 'b', 'c', 'd', 'e'];

/** A page of two rows, and the queries that it took. */
async function readTwo(page: number, list = rows) {
  const done: string[] = [];
  const response = await readPage(
    { page, limit: 2 },
    async () => {
      done.push('counted');
      return list.length;
    },
    async ({ limit, offset }) => {
      done.push(`read from ${offset}`);
      return list.slice(offset, offset + limit);
    },
  );
  return { ...response, done };
}

it.each([
  [1, ['a', 'b'], ['read from 0', 'counted']],
  [2, ['c', 'd'], ['counted', 'read from 2']],
  [3, ['e'], ['counted', 'read from 4']],
])('page %d has its rows and the total', async (page, data, done) => {
  expect(await readTwo(page)).toEqual({ data, total: 5, page, limit: 2, totalPages: 3, done });
});

it('H77: no rows are read for a page past the end', async () => {
  for (const page of [4, 1_000_000])
    expect(await readTwo(page)).toMatchObject({ data: [], total: 5, page, totalPages: 3, done: ['counted'] });
  expect(await readTwo(2, ['a', 'b'])).toMatchObject({ data: [], total: 2, done: ['counted'] });
});

it('a list that ends on its first page is not counted', async () => {
  expect(await readTwo(1, ['a'])).toMatchObject({
    data: ['a'],
    total: 1,
    totalPages: 1,
    done: ['read from 0'],
  });
  expect(await readTwo(1, [])).toMatchObject({ data: [], total: 0, totalPages: 0, done: ['read from 0'] });
});
