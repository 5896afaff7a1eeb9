import { writeFileSync } from 'node:fs';
import { provisionBrowserForTests } from '../stack/chromium.ts';
import { reasonFor } from './intended.ts';
import { allPens } from './pens.ts';
import { fidelityDocument, summary } from './report.ts';
import { runPens } from './run-pens.ts';

/** `npm run fidelity -- [PART OF A TITLE]`: each pen in every place against the bare page. All of them write the report. */
const [wanted] = process.argv.slice(2);
const refusal = provisionBrowserForTests();
if (refusal) throw new Error(`There is no browser for this: ${refusal}`);
const pens = allPens().filter(({ project }) => project.title.includes(wanted ?? ''));
const run = await runPens(pens);
if (wanted === undefined) {
  writeFileSync(
    new URL('../../docs/fidelity.md', import.meta.url),
    fidelityDocument(pens, run.differences, run),
  );
}
console.log(`${summary(pens, run.differences)} (${run.seconds} s)`);
process.exitCode = run.differences.every(reasonFor) ? 0 : 1;
