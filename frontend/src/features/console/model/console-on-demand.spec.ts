import { waitFor } from '@testing-library/react';
import { appendEntry, beginRun, showProblems } from './console-on-demand.ts';
import { kept } from './console-rows.ts';
import { consoleStore } from './console-store.ts';

test('of what a page prints before the list has loaded, the newest is shown, and how much was dropped', async () => {
  const printed = 23_456;
  beginRun();
  for (let line = 1; line <= printed; line += 1)
    appendEntry({ level: 'log', args: [`line ${line}`], timestamp: line });
  showProblems([{ language: 'css', severity: 'error', message: 'Unclosed block', line: 1, column: 1 }]);

  const texts = () => consoleStore.getState().rows.map(({ entry }) => entry.args[0]);
  await waitFor(() => expect(texts()).toHaveLength(kept.rows));
  expect(texts().slice(-2)).toEqual([`line ${printed}`, 'Unclosed block']);
  expect(consoleStore.getState().dropped).toBe(printed + 1 - kept.rows);
});
