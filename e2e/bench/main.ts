import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus, platform, release, totalmem } from 'node:os';
import { chromium } from '@playwright/test';
import { chromiumArguments, installedChromium, provisionChromium } from '../stack/chromium.ts';
import { startStudio } from '../stack/studio.ts';
import { measureConsole } from './browser/console.ts';
import { measureEmbed } from './browser/embed.ts';
import { measureHang } from './browser/hang.ts';
import { measureKeystroke } from './browser/keystroke.ts';
import { measureLibrary } from './browser/library.ts';
import { measureLoad } from './browser/load.ts';
import { measureRenders } from './browser/memory.ts';
import { measurePreview } from './browser/preview.ts';
import { measureSizes } from './browser/sizes.ts';
import { type Row, toTable } from './row.ts';
import { measureServing } from './server/asset-serving.ts';
import { measureUploads } from './server/asset-uploads.ts';
import { measureOnPostgres } from './server/on-postgres.ts';
import { measureMemory, measureStart } from './server/process.ts';
import { withoutRateLimits } from './without-rate-limits.ts';

const rounds = 20;
const loadRounds = 9;
const slowLoadRounds = 7;
const slowdown = 4;
const target = new URL('../../docs/benchmarks.md', import.meta.url);

const refusal = provisionChromium();
if (refusal) throw new Error(`There is no browser to measure with: ${refusal}`);
const executablePath = installedChromium();
const launch = () =>
  chromium.launch({ args: chromiumArguments, ...(executablePath ? { executablePath } : {}) });
const rows: Row[] = [];

/** Takes rows for the report and prints them at once: what was measured is not lost when a later part fails. */
function note(...measured: Row[]): void {
  rows.push(...measured);
  for (const row of measured) console.log(`  ${row.what}: ${row.measured}${row.met ? '' : ', not met'}`);
}

console.log('Start …');
note(await measureStart());
const studio = await startStudio(withoutRateLimits);
console.log('Cold loads …');
// Before any other: one that has run previews by the dozen starts pages with frames a third slower from then on.
const cold = await launch();
note(...(await measureLoad(cold, studio, loadRounds, 1)));
note(...(await measureLoad(cold, studio, slowLoadRounds, slowdown)));
await cold.close();
const browser = await launch();
try {
  console.log(`The preview, ${rounds} rounds of each …`);
  const preview = await measurePreview(browser, studio, rounds);
  note(...preview.rows);
  console.log(`Keystrokes, ${rounds} …`);
  note(...(await measureKeystroke(browser, studio, rounds, preview.stageP50)));
  console.log('Embeds …');
  note(...(await measureEmbed(browser, studio, rounds)));
  console.log('Code without end, ten thousand lines, five hundred renders …');
  note(...(await measureHang(browser, studio)));
  note(...(await measureConsole(browser, studio)));
  note(await measureRenders(browser, studio));
  console.log('The asset library …');
  note(...(await measureLibrary(browser, rounds)));
  console.log('Sizes …');
  note(...(await measureSizes(browser, studio)));
  note(measureMemory(studio));
} finally {
  await browser.close();
  await studio.dispose();
}
console.log('Files …');
const library = await startStudio(withoutRateLimits);
try {
  note(...(await measureUploads(library)));
  note(...(await measureServing(library)));
} finally {
  await library.dispose();
}
console.log('Saves, reads and sockets on PostgreSQL …');
note(...(await measureOnPostgres()));

const machine = `${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GB, ${platform()} ${release()}`;
const report = `# Benchmarks

Written by \`npm run bench\`: everything in one run, on one machine, in the real product and a real browser.
Ratios hold between machines; milliseconds do not.

- Date: ${new Date().toISOString().slice(0, 10)}
- Machine: ${machine}
- Node ${process.version}, Chromium ${browser.version()}, ${rounds} rounds

${toTable(rows)}
`;
writeFileSync(target, report);
console.log(report);
process.exitCode = rows.every(({ met }) => met) ? 0 : 1;
