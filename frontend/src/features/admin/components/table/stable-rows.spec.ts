import { keepPlaces } from './stable-rows.ts';

const one = { id: '1', views: 1 };
const two = { id: '2', views: 2 };
const three = { id: '3', views: 3 };

test('while somebody is about to press something, lines change but do not move', () => {
  const stable = keepPlaces([one, two], [{ ...two, views: 20 }, one]);
  expect(stable).toEqual({
    rows: [
      { item: one, gone: false },
      { item: { ...two, views: 20 }, gone: false },
    ],
    waiting: 0,
  });
});

test('what has gone stays as a mark; what has come is counted, not shown', () => {
  const stable = keepPlaces([one, two], [three, two]);
  expect(stable.rows.map(({ item, gone }) => [item.id, gone])).toEqual([
    ['1', true],
    ['2', false],
  ]);
  expect(stable.waiting).toBe(1);
});
