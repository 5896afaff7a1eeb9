import { median, p95, percentile } from './percentile.ts';

const descending = (count: number) => Array.from({ length: count }, (_, index) => count - index);

test('the median is the middle sample, or half-way between the two in the middle', () => {
  expect(median(descending(5))).toBe(3);
  expect(median(descending(40))).toBe(20.5);
});

test('all but two of forty samples are at or below p95', () => {
  expect(p95(descending(40))).toBe(38);
});

test('twenty samples have a p95, nineteen do not', () => {
  expect(p95(descending(20))).toBe(19);
  expect(p95(descending(19))).toBeUndefined();
});

test('no samples have no median and no percentile', () => {
  expect(() => median([])).toThrow('no median');
  expect(() => percentile([], 0.99)).toThrow('no percentile');
});
