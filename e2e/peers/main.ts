import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { chromium } from '@playwright/test';
import { stateOfCode } from '../run/code-state.ts';
import { chromiumArguments, installedChromium, provisionChromium } from '../stack/chromium.ts';
import { type ComparedRow, isMet } from './comparison.ts';
import { installPeers } from './peer-pages.ts';
import { peersDocument } from './peers-document.ts';

/** `npm run bench:peers`: measures the studio and published playgrounds, and writes docs/benchmarks-peers.md. */
const refusal = provisionChromium();
if (refusal) throw new Error(`There is no browser to measure with: ${refusal}`);
installPeers();
const executablePath = installedChromium();
const launch = () =>
  chromium.launch({ args: chromiumArguments, ...(executablePath ? { executablePath } : {}) });

// Imported late, because the modules read the installed packages when they are loaded.
const { measurePlaygrounds } = await import('./measure.ts');
const rows: ComparedRow[] = [];
const loadBefore = loadavg()[0] ?? 0;
const browser = await launch();
const circumstances = { state: stateOfCode(), loadBefore, browser: browser.version() };
await browser.close();
const report = () => peersDocument(rows, circumstances);
await measurePlaygrounds({
  loads: 20,
  edits: 15,
  few: 5,
  launch,
  record(row) {
    rows.push(row);
    writeFileSync(new URL('../../docs/benchmarks-peers.md', import.meta.url), report());
  },
});
console.log(report());
process.exitCode = rows.every(isMet) ? 0 : 1;
