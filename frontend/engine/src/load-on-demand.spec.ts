import { expect, it } from '@jest/globals';
import { onDemand, watchLoading } from './load-on-demand.js';

it('a compiler is loaded once, which is reported, and again after a failure', async () => {
  const reports: boolean[] = [];
  const outcomes = [Promise.reject(new Error('offline')), Promise.resolve('compiler')];
  const load = onDemand(() => outcomes.shift() ?? Promise.resolve('another'));
  watchLoading((isLoading) => reports.push(isLoading));
  await expect(load()).rejects.toThrow('offline');
  expect(reports).toEqual([true]);
  expect(await load()).toBe('compiler');
  expect(await load()).toBe('compiler');
  expect(reports).toEqual([true, true, false]);
  watchLoading(null);
});
