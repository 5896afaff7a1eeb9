import { availableParallelism, cpus, platform, release, totalmem } from 'node:os';
import { chromium } from '@playwright/test';
import { chromiumArguments, installedChromium } from '../stack/chromium.ts';
import { startStudio } from '../stack/studio.ts';
import { measureConsole } from './browser/console.ts';
import { measureEmbed } from './browser/embed.ts';
import { measureForks } from './browser/forks.ts';
import { measureHang } from './browser/hang.ts';
import { measureKeystroke } from './browser/keystroke.ts';
import { measureLibrary } from './browser/library.ts';
import { measureLiveBlocks } from './browser/live-blocks.ts';
import { measureLoad } from './browser/load.ts';
import { measureRenders } from './browser/memory.ts';
import { measurePackages } from './browser/packages.ts';
import { measurePreview } from './browser/preview.ts';
import { measureRegistry } from './browser/registry.ts';
import { measureSizes } from './browser/sizes.ts';
import { measureTypes } from './browser/types.ts';
import { isMet, type Row } from './row.ts';
import { type Run, writeRun } from './runs.ts';
import { measureServing } from './server/asset-serving.ts';
import { measureUploads } from './server/asset-uploads.ts';
import { measureOnPostgres } from './server/on-postgres.ts';
import { measureMemory, measureStart } from './server/process.ts';
import { withoutRateLimits } from './without-rate-limits.ts';

const rounds = 20;
const loadRounds = 9;
const slowLoadRounds = 7;
const slowdown = 4;
const registryRounds = 9;

/** Makes one run and writes it to the file named on the command line. */
const file = String(process.argv[2]);
const executablePath = installedChromium();
const launch = () =>
  chromium.launch({ args: chromiumArguments, ...(executablePath ? { executablePath } : {}) });
const run: Run = {
  startedAt: new Date().toISOString(),
  machine: `${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GB, ${platform()} ${release()}`,
  chromium: '',
  endedEarly: true,
  rows: [],
};
writeRun(file, run);

/** Stores and prints rows at once, so that they are not lost when a later part fails. */
function record(...measured: Row[]): void {
  run.rows.push(...measured);
  writeRun(file, run);
  for (const { what, value, unit, digits, goal } of measured)
    console.log(`  ${what}: ${value.toFixed(digits)} ${unit}${isMet(goal, value) ? '' : ', not met'}`);
}

console.log('Start …');
record(await measureStart());
const studio = await startStudio(withoutRateLimits);
console.log('Cold loads …');
// First of all, because a browser that has run dozens of previews starts pages with frames a third slower.
const cold = await launch();
run.chromium = cold.version();
record(...(await measureLoad(cold, studio, loadRounds, 1)));
record(...(await measureLoad(cold, studio, slowLoadRounds, slowdown)));
await cold.close();
const browser = await launch();
try {
  console.log(`The preview, ${rounds} rounds of each …`);
  const preview = await measurePreview(browser, studio, rounds);
  record(...preview.rows);
  console.log(`Keystrokes, ${rounds} …`);
  record(...(await measureKeystroke(browser, studio, rounds, preview.timedPage)));
  console.log('Embeds …');
  record(...(await measureEmbed(browser, studio, rounds)));
  record(...(await measureLiveBlocks(browser, studio, rounds)));
  console.log('Packages …');
  record(...(await measurePackages(browser, studio, rounds)));
  record(...(await measureRegistry(browser, registryRounds)));
  record(await measureTypes(browser, studio));
  console.log('Code without end, ten thousand lines, five hundred renders …');
  record(...(await measureHang(browser, studio)));
  record(...(await measureConsole(browser, studio)));
  record(await measureRenders(browser, studio));
  console.log('The asset library, a tree of forks …');
  record(...(await measureLibrary(browser, rounds)));
  record(await measureForks(browser, rounds));
  console.log('Sizes …');
  record(...(await measureSizes(browser, studio)));
  record(measureMemory(studio));
} finally {
  await browser.close();
  await studio.dispose();
}
console.log('Files …');
const library = await startStudio(withoutRateLimits);
try {
  record(...(await measureUploads(library)));
  record(...(await measureServing(library)));
} finally {
  await library.dispose();
}
console.log('Saves, reads and sockets on PostgreSQL …');
await measureOnPostgres(record);
run.endedEarly = false;
writeRun(file, run);
