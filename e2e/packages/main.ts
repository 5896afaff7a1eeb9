import { writeFileSync } from 'node:fs';
import { stateOfCode } from '../run/code-state.ts';
import { provisionBrowserForTests } from '../stack/chromium.ts';
import { namedPackages } from './named-packages.ts';
import { proofDocument, summaryOf } from './proof-document.ts';
import { runPackages } from './run-packages.ts';

/** `npm run packages -- [NAMES]`: each named package in use, in every place. A run of all of them writes the document. */
const wanted = process.argv.slice(2);
const refusal = provisionBrowserForTests();
if (refusal) throw new Error(`There is no browser for this: ${refusal}`);
const chosen = namedPackages.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const state = stateOfCode();
const startedAt = performance.now();
const { results, browser } = await runPackages(chosen);
const seconds = Math.round((performance.now() - startedAt) / 1_000);
const summary = summaryOf(results);
console.log(summary.text);
if (wanted.length === 0)
  writeFileSync(
    new URL('../../docs/packages-proof.md', import.meta.url),
    proofDocument(results, { seconds, state, browser }),
  );
process.exitCode = summary.isEnough ? 0 : 1;
