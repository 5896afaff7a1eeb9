import { expect, it } from '@jest/globals';
import { FairQueue, TimeBudget } from './fair-queue.js';

/** A queue of names like `eve 2`, which records what it takes and drops. */
function queueOf(limits: { perOwner: number; total: number }) {
  const queue = new FairQueue<void>(limits);
  const happened: string[] = [];
  return {
    happened,
    add(...names: string[]) {
      for (const name of names)
        queue.add({
          ownerId: name.split(' ')[0] as string,
          start: () => happened.push(name),
          drop: () => happened.push(`no ${name}`),
        });
    },
    take(spent: Record<string, number> = {}, busy: string[] = []) {
      const next = queue.take(
        (ownerId) => !busy.includes(ownerId),
        (ownerId) => spent[ownerId] ?? 0,
      );
      next?.start();
      return next !== undefined;
    },
  };
}
const roomy = { perOwner: 10, total: 100 };

it('H73 takes from the owners in turn, however many one has waiting', () => {
  const queue = queueOf(roomy);
  queue.add('eve 1', 'eve 2', 'eve 3', 'ada 1', 'ada 2', 'bob 1');
  while (queue.take());
  expect(queue.happened).toEqual(['eve 1', 'ada 1', 'bob 1', 'eve 2', 'ada 2', 'eve 3']);
});

it('H73 takes first from the owner who has used the least time, and from none whose work is running', () => {
  const queue = queueOf(roomy);
  queue.add('eve 1', 'mallory 1', 'ada 1');
  expect(queue.take({ eve: 5_000, mallory: 900, ada: 20 }, ['ada'])).toBe(true);
  expect(queue.take({ eve: 5_000, mallory: 5_900, ada: 20 })).toBe(true);
  expect(queue.take({}, ['eve'])).toBe(false);
  expect(queue.happened).toEqual(['mallory 1', 'ada 1']);
});

it('H73 a full queue drops from the longest line, so that one owner’s projects displace none of another', () => {
  const queue = queueOf({ perOwner: 3, total: 4 });
  queue.add('eve 1', 'eve 2', 'eve 3', 'eve 4', 'mallory 1', 'ada 1', 'bob 1');
  expect(queue.happened).toEqual(['no eve 4', 'no eve 3', 'no eve 2']);
});

it('H73 a budget of compiling is used up by what was compiled, and comes back', () => {
  const budget = new TimeBudget(1_000);
  budget.spend('eve', 999);
  expect(budget.secondsToWait('eve')).toBe(0);
  budget.spend('eve', 5_000);
  expect(budget.secondsToWait('eve')).toBeGreaterThan(50);
  expect(budget.secondsToWait('eve')).toBeLessThanOrEqual(60);
  expect(budget.secondsToWait('ada')).toBe(0);
});
