import { expect, it } from '@jest/globals';
import { PendingViews } from './pending-views.js';

it('views that wait are counted once per viewer, oldest first, and the oldest are dropped for newer ones', () => {
  const views = new PendingViews(3);
  for (const [project, viewer] of ['a1', 'a2', 'a1', 'b1']) views.add(String(project), String(viewer));
  expect([views.size, views.countOf('a'), views.countOf('b')]).toEqual([3, 2, 1]);
  const first = { projectId: 'a', key: '1' };
  expect(views.oldest(2)).toEqual([first, { projectId: 'a', key: '2' }]);

  views.add('b', '2');
  expect([views.size, views.countOf('a'), views.countOf('b')]).toEqual([3, 1, 2]);
  expect(views.has('a', '1')).toBe(false);

  views.remove([first, ...views.oldest(2)]);
  expect([views.size, views.countOf('a'), views.countOf('b')]).toEqual([1, 0, 1]);
});
