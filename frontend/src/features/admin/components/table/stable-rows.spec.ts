import { keepPlaces } from './stable-rows.ts';

const one = { id: '1', views: 1 };
const two = { id: '2', views: 2 };
const three = { id: '3', views: 3 };
const four = { id: '4', views: 4 };

const pageOf = (total: number, page: number, ...data: (typeof one)[]) => ({
  data,
  total,
  page,
  limit: 2,
  totalPages: Math.ceil(total / 2),
});
const gone = ({ rows }: ReturnType<typeof keepPlaces<typeof one>>) =>
  rows.filter((row) => row.gone).map(({ item }) => item.id);

test('while somebody is about to press something, lines change but do not move', () => {
  const stable = keepPlaces(pageOf(2, 1, one, two), pageOf(2, 1, { ...two, views: 20 }, one));
  expect(stable).toEqual({
    rows: [
      { item: one, gone: false },
      { item: { ...two, views: 20 }, gone: false },
    ],
    waiting: 0,
  });
});

test('what has gone stays as a mark; what has come is counted, not shown', () => {
  const stable = keepPlaces(pageOf(2, 1, one, two), pageOf(2, 1, three, two));
  expect(gone(stable)).toEqual(['1']);
  expect(stable.waiting).toBe(1);
});

describe('a line that is not on this page any more', () => {
  test('has not gone where a new one on top moved it to the next page', () => {
    const stable = keepPlaces(pageOf(2, 1, one, two), pageOf(3, 1, three, one));
    expect(gone(stable)).toEqual([]);
    expect(stable.waiting).toBe(1);
  });

  test('has not gone where one fewer on the page before moved it there', () => {
    expect(gone(keepPlaces(pageOf(5, 2, one, two), pageOf(4, 2, two, three)))).toEqual([]);
    expect(gone(keepPlaces(pageOf(3, 2, one), pageOf(2, 2)))).toEqual([]);
  });

  test('has gone where there are as many fewer in all, and one before it is still here', () => {
    expect(gone(keepPlaces(pageOf(4, 1, one, two), pageOf(3, 1, two, three)))).toEqual(['1']);
    expect(gone(keepPlaces(pageOf(6, 2, one, two), pageOf(5, 2, one, three)))).toEqual(['2']);
    const wide = (total: number, ...data: (typeof one)[]) => ({ ...pageOf(total, 2, ...data), limit: 3 });
    expect(gone(keepPlaces(wide(9, one, two, three), wide(7, two, four)))).toEqual(['3']);
  });

  test('has gone where this page is now the only one', () => {
    expect(gone(keepPlaces(pageOf(4, 1, one, two), pageOf(2, 1, one, four)))).toEqual(['2']);
  });
});
