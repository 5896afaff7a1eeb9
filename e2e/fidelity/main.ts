import { writeFileSync } from 'node:fs';
import { provisionBrowserForTests } from '../stack/chromium.ts';
import { KeptResults } from './kept-results.ts';
import { allPens } from './pens.ts';
import { fidelityDocument, summaryOf } from './report.ts';
import { runPens } from './run-pens.ts';

/**
 * `npm run fidelity -- [PARTS OF TITLES]`: compares each pen in every place with the bare page. A run of all pens
 * writes the report, and continues where an earlier run was stopped.
 */
const wanted = process.argv.slice(2);
const refusal = provisionBrowserForTests();
if (refusal) throw new Error(`There is no browser for this: ${refusal}`);
const summary = wanted.length === 0 ? await runAll() : await runSome(wanted);
console.log(summary.text);
process.exitCode = summary.isClean ? 0 : 1;

async function runSome(parts: readonly string[]) {
  const pens = allPens().filter(({ project }) => parts.some((part) => project.title.includes(part)));
  if (pens.length === 0) throw new Error(`No pen's title contains ${parts.join(' or ')}`);
  const { results } = await runPens(pens);
  return summaryOf(pens, results);
}

async function runAll() {
  const pens = allPens();
  const kept = new KeptResults(pens.length);
  const done = new Set(kept.all().map(({ pen }) => pen));
  if (done.size > 0) console.log(`${done.size} of ${pens.length} pens have been compared before`);
  const run = await runPens(
    pens.filter(({ project }) => !done.has(project.title)),
    (result) => kept.add(result),
  );
  const results = kept.all();
  const seconds = Math.round(results.reduce((sum, { took }) => sum + took, 0) / 1_000);
  writeFileSync(
    new URL('../../docs/fidelity.md', import.meta.url),
    fidelityDocument(pens, results, { ...run, seconds, state: kept.state }),
  );
  return summaryOf(pens, results);
}
