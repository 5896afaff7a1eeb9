import { expect, it } from '@jest/globals';
import { closestNames } from './closest-names.js';

it('H84 of very many long names, only those are compared that begin most like the wrong one', () => {
  const rest = 'x-'.repeat(40);
  const names = Array.from({ length: 60_000 }, (_, index) => `./${index}${rest}`);
  const startedAt = process.threadCpuUsage();
  expect(closestNames(`./31234${rest}y`, names)[0]).toBe(`./31234${rest}`);
  // Without the limit it takes ten times as long and more.
  expect(process.threadCpuUsage(startedAt).user / 1_000).toBeLessThan(500);
});
