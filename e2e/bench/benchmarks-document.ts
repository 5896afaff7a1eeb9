import { nameOfState } from '../run/code-state.ts';
import type { Run } from './runs.ts';
import { combineRuns, toTable, toTableOfChanges } from './table.ts';

/** The report of all runs of one state of the code. @throws if no run has measured anything */
export function benchmarksDocument(state: string, runs: readonly Run[]): string {
  const rows = combineRuns(runs.map((run) => run.rows));
  const last = runs.findLast((run) => run.rows.length > 0);
  if (!last) throw new Error('Nothing was measured');
  const days = [...new Set(runs.map(({ startedAt }) => startedAt.slice(0, 10)))];
  const early = runs.filter(({ endedEarly }) => endedEarly).length;
  return `# Benchmarks

Written by \`npm run bench -- --runs 3\` from all runs of one state of the code, on one machine, in the real product and a
real browser. Each row gives the statistic of one run with its number of samples, the median of the runs, and in brackets
the smallest and the largest of them. Of the figures behind it, each the median of the runs, two with a stroke are p50 and
p95; of fewer than twenty samples there is no p95. Ratios hold between machines; milliseconds do not.

- Runs: ${runs.length}, ${days.join(' and ')}, ${nameOfState(state)}${early > 0 ? `; **${early} of ${runs.length} runs ended early**` : ''}
- Machine: ${last.machine}
- Node ${process.version}, Chromium ${last.chromium}

${toTable(rows)}

## Changed references

These rows were once compared with something that did other work, or measured something else. Both figures stand here. The
goals are the same, except that of the save, which was a sum that a slower machine loosened, and that of the key, which is now
the goal of the row that measures a part of it.

${toTableOfChanges(rows)}

## Measured by other commands

| What | Command | Goal | Figures |
| --- | --- | --- | --- |
| A whole run of the tests on two cores | \`npm test\` | ≤ 600 s | [measurements](measurements.md#a-run-of-the-tests) |
| The same on eight cores | \`npm test\` | ≤ 240 s | not measured: there was no such machine |
| The studio beside published playgrounds | \`npm run bench:peers\` | ahead on every row that has a goal | [benchmarks-peers](benchmarks-peers.md) |
| Pens that are the same as a bare page, or differ as intended | \`npm run fidelity\` | 100 % | [fidelity](fidelity.md) |
| Named packages that run in preview, embed and export | \`npm run packages\` | ≥ 95 % | [packages-proof](packages-proof.md) |
| Reads among a million projects, against ten thousand | \`npm run bench:million\` | none | [measurements](measurements.md) |
| Lock entries without integrity; packages that the oldest Node warns of | \`npm test\` | none | [lock-file.spec.ts](../e2e/run/lock-file.spec.ts) |
`;
}
