import { benchmarksDocument } from './benchmarks-document.ts';
import { medianRow } from './row.ts';
import type { Run } from './runs.ts';

const run = (day: string, values: Partial<Run> = {}): Run => ({
  startedAt: `2026-11-${day}T10:00:00.000Z`,
  machine: '2 × fast',
  chromium: '156.0',
  endedEarly: false,
  rows: [medianRow('Embed', { of: 'studio', samples: [40, 40] }, { atMost: 50 })],
  ...values,
});
const runsIn = (document: string) => document.split('\n').find((line) => line.startsWith('- Runs:'));

test('the report names the code that was measured, and whether it had uncommitted changes', () => {
  const runs = [run('27'), run('27'), run('28')];
  expect(runsIn(benchmarksDocument('417bbfe7a0b1', runs))).toBe(
    '- Runs: 3, 2026-11-27 and 2026-11-28, commit 417bbfe7a0b1',
  );
  expect(runsIn(benchmarksDocument('417bbfe7a0b1-0123456789ab', runs))).toMatch(
    /, commit 417bbfe7a0b1 with changes$/,
  );
  expect(runsIn(benchmarksDocument('without-git', runs))).toMatch(/, code without a repository$/);
});

test('the report says how many runs ended early, also before their first row', () => {
  const runs = [run('27'), run('27', { endedEarly: true }), run('27', { endedEarly: true, rows: [] })];
  expect(runsIn(benchmarksDocument('417bbfe7a0b1', runs))).toMatch(/; \*\*2 of 3 runs ended early\*\*$/);
});

test('without any row there is no report', () => {
  expect(() => benchmarksDocument('417bbfe7a0b1', [run('27', { rows: [] })])).toThrow('Nothing was measured');
});
