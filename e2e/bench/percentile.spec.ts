import { p50p95, percentile } from './percentile.ts';

const samples = Array.from({ length: 40 }, (_, index) => 40 - index);

test('half of the samples are at or below p50, all but two of forty at or below p95', () => {
  expect(percentile(samples, 0.5)).toBe(20);
  expect(percentile(samples, 0.95)).toBe(38);
  expect(p50p95(samples)).toBe('20 / 38');
});

test('no samples have no percentile', () => {
  expect(() => percentile([], 0.5)).toThrow('no samples');
});
