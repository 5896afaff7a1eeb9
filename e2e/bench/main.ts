import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { stateOfCode } from '../run/code-state.ts';
import { provisionChromium } from '../stack/chromium.ts';
import { benchmarksDocument } from './benchmarks-document.ts';
import { folderOfSet, readRuns } from './runs.ts';
import { combineRuns } from './table.ts';

/** `npm run bench -- --runs 3`: makes whole runs, then the table of all runs of the current state of the code. */
const { values } = parseArgs({ options: { runs: { type: 'string', default: '1' } } });
const target = new URL('../../docs/benchmarks.md', import.meta.url);
const entry = fileURLToPath(new URL('run.ts', import.meta.url));

const refusal = provisionChromium();
if (refusal) throw new Error(`There is no browser to measure with: ${refusal}`);
const state = stateOfCode();
const folder = folderOfSet(state);
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
const report = benchmarksDocument(state, runs);
writeFileSync(target, report);
console.log(report);
process.exitCode = !failed && rows.every((row) => row.isMet) ? 0 : 1;
