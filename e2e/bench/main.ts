import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { provisionChromium } from '../stack/chromium.ts';
import { folderOfSet, type Run, readRuns } from './runs.ts';
import { combineRuns, type RowOfRuns, toTable, toTableOfChanges } from './table.ts';

/** `npm run bench -- --runs 3`: makes whole runs, then the table of all runs of the current state of the code. */
const { values } = parseArgs({ options: { runs: { type: 'string', default: '1' } } });
const target = new URL('../../docs/benchmarks.md', import.meta.url);
const entry = fileURLToPath(new URL('run.ts', import.meta.url));

const refusal = provisionChromium();
if (refusal) throw new Error(`There is no browser to measure with: ${refusal}`);
const folder = folderOfSet();
let failed = false;
for (let run = 1; run <= Number(values.runs); run += 1) {
  console.log(`Run ${run} of ${values.runs}`);
  // In a new process, so that all runs start alike.
  const file = `${folder}/${new Date().toISOString().replaceAll(':', '-')}.json`;
  const child = spawn(process.execPath, [entry, file], { stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) failed = true;
}

const runs = readRuns(folder);
const rows = combineRuns(runs.map((run) => run.rows));
const report = toReport(runs, rows);
writeFileSync(target, report);
console.log(report);
process.exitCode = !failed && rows.every((row) => row.isMet) ? 0 : 1;

function toReport(runs: readonly Run[], rows: readonly RowOfRuns[]): string {
  const last = runs.at(-1);
  if (!last) throw new Error('Nothing was measured');
  const days = [...new Set(runs.map(({ startedAt }) => startedAt.slice(0, 10)))];
  return `# Benchmarks

Written by \`npm run bench -- --runs 3\` from all runs of one state of the code, on one machine, in the real product and a
real browser. Each row gives the statistic of one run with its number of samples, the median of the runs, and in brackets
the smallest and the largest of them. Of the figures behind it, each the median of the runs, two with a stroke are p50 and
p95; of fewer than twenty samples there is no p95. Ratios hold between machines; milliseconds do not.

- Runs: ${runs.length}, ${days.join(' and ')}
- Machine: ${last.machine}
- Node ${process.version}, Chromium ${last.chromium}

${toTable(rows)}

## Changed references

These rows were once compared with something that did other work. Both figures stand here. The goals are the same, except
that of the save, which was a sum that a slower machine loosened.

${toTableOfChanges(rows)}
`;
}
