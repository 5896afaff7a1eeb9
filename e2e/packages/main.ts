import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { stateOfCode } from '../run/code-state.ts';
import { provisionBrowserForTests } from '../stack/chromium.ts';
import { summaryOf, unexpectedFailures, withSection } from './proof-document.ts';
import { packageOrigins, packagesOf, runPackages } from './run-packages.ts';

/**
 * `npm run packages -- [--from shelf|registry|npm] [NAMES]`: uses each named package in every place. A run without
 * NAMES rewrites the sections of its origins in the document.
 */
const { values, positionals: wanted } = parseArgs({
  options: { from: { type: 'string' } },
  allowPositionals: true,
});
const document = new URL('../../docs/packages-proof.md', import.meta.url);
const origins = packageOrigins.filter((origin) => values.from === undefined || values.from === origin);
if (origins.length === 0)
  throw new Error(`--from: expected ${packageOrigins.join(' or ')}, got "${values.from}"`);
const refusal = provisionBrowserForTests();
if (refusal) throw new Error(`There is no browser for this: ${refusal}`);
const state = stateOfCode();
for (const origin of origins) {
  const chosen = packagesOf(origin).filter(({ name }) => wanted.length === 0 || wanted.includes(name));
  const startedAt = performance.now();
  const { results, browser } = await runPackages(origin, chosen);
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  const summary = summaryOf(results);
  console.log(`From the ${origin}: ${summary.text}`);
  if (wanted.length === 0) {
    const text = readFileSync(document, 'utf8');
    writeFileSync(document, withSection(text, origin, results, { seconds, state, browser }));
  }
  if (!summary.isEnough || unexpectedFailures(origin, results).length > 0) process.exitCode = 1;
}
