import { stepInGrid } from './step-in-grid.ts';

// 0 1 2
// 3 4
test.each([
  ['ArrowRight', 0, 1],
  ['ArrowRight', 2, 3],
  ['ArrowRight', 4, null],
  ['ArrowLeft', 0, null],
  ['ArrowDown', 1, 4],
  ['ArrowDown', 2, null],
  ['ArrowUp', 4, 1],
  ['ArrowUp', 1, null],
  ['Home', 4, 0],
  ['End', 0, 4],
  ['End', 4, null],
  ['Enter', 0, null],
])('%s from %i leads to %s', (key, from, to) => {
  expect(stepInGrid(key, from, 3, 5)).toBe(to);
});
