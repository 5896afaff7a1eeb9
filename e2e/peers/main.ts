import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, platform, release, totalmem } from 'node:os';
import { chromium } from '@playwright/test';
import { chromiumArguments, installedChromium, provisionChromium } from '../stack/chromium.ts';
import { type ComparedRow, comparisonTable, isAhead } from './comparison.ts';
import { installPeers } from './peer-pages.ts';

/** `npm run bench:peers`: measures the studio and published playgrounds, and writes docs/benchmarks-peers.md. */
const refusal = provisionChromium();
if (refusal) throw new Error(`There is no browser to measure with: ${refusal}`);
installPeers();
const executablePath = installedChromium();
const launch = () =>
  chromium.launch({ args: chromiumArguments, ...(executablePath ? { executablePath } : {}) });

// Imported late, because the modules read the installed packages when they are loaded.
const { measurePlaygrounds } = await import('./measure.ts');
const before = loadavg()[0] ?? 0;
const rows: ComparedRow[] = [];
const browser = await launch();
const version = browser.version();
await browser.close();
await measurePlaygrounds({
  loads: 20,
  edits: 15,
  few: 5,
  launch,
  record(row) {
    rows.push(row);
    writeFileSync(new URL('../../docs/benchmarks-peers.md', import.meta.url), toReport());
  },
});
console.log(toReport());
process.exitCode = rows.every(isAhead) ? 0 : 1;

function toReport(): string {
  return `# Beside other playgrounds

Written by \`npm run bench:peers\`: published playgrounds and the studio, driven by one harness (e2e/peers) with one page.
The playgrounds are built as their makers say and served from this machine, compressed once and cached forever. They are
measured in turns, each round in a new browser. Figures are medians, with a stroke the p95 where there are at least twenty
samples, and n is their number; less is better. \`never\`: not within half a minute in most of the samples. A person clicks
at the code as soon as it can be seen and presses a key until it is drawn. What a playground waits by design for the next
key is taken off. After a key, @vue/repl runs the changed component again in the document that is there; the studio,
playground-elements and Sandpack write a new document and run all of it. The studio's full editor, Monaco, comes when
somebody points at an editor, and the compilers of plain code, which runs without them, when somebody moves; both after three
seconds at the latest. Where nobody does anything, the network is idle before.

- Day: ${new Date().toISOString().slice(0, 10)}
- Machine: ${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GB, ${platform()} ${release()}; load before the run ${before.toFixed(1)}
- Node ${process.version}, Chromium ${version}

${comparisonTable(rows)}
`;
}
