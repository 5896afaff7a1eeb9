import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from '@playwright/test';
import { serveForeignSite } from '../stack/network/foreign-site.ts';
import { timeToFirstKey, timeToFirstRun } from './cold-load.ts';
import { type ComparedRow, lessWaits } from './comparison.ts';
import { timeConsoleLines } from './console-lines.ts';
import { timeEdits, timeHangRecovery } from './edits.ts';
import { type Playground, startPlaygrounds } from './playgrounds.ts';
import { script } from './sample-page.ts';
import { countScripts, stay } from './script-requests.ts';
import { logServed } from './served-log.ts';

const printedLines = 10_000;

/** Numbers of samples, and functions that start a browser and store a row. */
interface Measurement {
  /** Samples of loads. */
  loads: number;
  /** Samples of keys in each of two rounds. */
  edits: number;
  /** Samples of measurements that take long or may not end. */
  few: number;
  launch(): Promise<Browser>;
  /** Called with each row at once, so that rows are not lost when a later part fails. */
  record(row: ComparedRow): void;
}

/**
 * Measures all playgrounds in turns, so that all have the same conditions. Prints each row's name when it begins.
 * @throws at a fault of the harness, which would count against the playground that it occurs at
 */
export async function measurePlaygrounds({ loads, edits, few, launch, record }: Measurement): Promise<void> {
  const playgrounds = await startPlaygrounds();
  try {
    const { all } = playgrounds;
    const inTurns = async (
      what: string,
      rounds: number,
      measure: (playground: Playground, browser: Browser) => Promise<(number | null)[]>,
      missing: (playground: Playground) => string | null = () => null,
    ): Promise<ComparedRow> => {
      console.log(what);
      const row: ComparedRow = { what, unit: 'ms', measured: {} };
      const samples = new Map(all.map(({ name }) => [name, [] as (number | null)[]]));
      for (let round = 0; round < rounds; round += 1) {
        const browser = await launch();
        // Each round starts with another playground.
        for (const playground of [...all.slice(round % all.length), ...all.slice(0, round % all.length)]) {
          if (missing(playground) !== null) continue;
          samples.get(playground.name)?.push(...(await measure(playground, browser)));
        }
        await browser.close();
      }
      for (const playground of all) {
        const lacks = missing(playground);
        row.measured[playground.name] = lacks === null ? (samples.get(playground.name) ?? []) : { lacks };
      }
      return row;
    };

    const firstKey = await inTurns('Cold load → first key echoed', loads, async (playground, browser) => [
      await timeToFirstKey(browser, await playground.open(script)),
    ]);
    record(firstKey);
    const firstRun = await inTurns('Cold load → first run', loads, async (playground, browser) => [
      await timeToFirstRun(browser, await playground.open(script)),
    ]);
    record(firstRun);
    const key = 'Key in the script → page has run with it';
    const withWait = await inTurns(`${key}, with its own wait`, 2, (playground, browser) =>
      timeEdits(browser, playground, edits),
    );
    const waits = Object.fromEntries(all.map(({ name, wait }) => [name, wait]));
    record(lessWaits(withWait, `${key}, less its own wait`, waits));
    record({ ...withWait, hasNoGoal: true });
    const corrected = await inTurns('Endless loop corrected → page has run', few, async (playground) => [
      await timeHangRecovery(launch, playground),
    ]);
    record(corrected);
    const lines = await inTurns(
      `${printedLines} lines printed → the last is drawn`,
      few,
      async ({ console }) => (console ? [await timeConsoleLines(launch, console, printedLines)] : []),
      ({ console }) => (console ? null : 'no console'),
    );
    record(lines);
    const embedded = await inTurns(
      'Embed on another site → first run',
      loads,
      async (playground, browser) => {
        const { url } = await playground.embed(script);
        const site = await serveForeignSite(`<iframe width="800" height="500" src="${url}"></iframe>`);
        const took = await timeToFirstRun(browser, { url: site.url });
        await site.close();
        return [took];
      },
    );
    record(embedded);
  } finally {
    await playgrounds.close();
  }
  for (const row of await measureRequests(few, launch)) record(row);
}

/** Counts requests on servers of their own, because the log would distort times. */
async function measureRequests(loads: number, launch: () => Promise<Browser>): Promise<ComparedRow[]> {
  console.log('JavaScript requested');
  const folder = mkdtempSync(path.join(tmpdir(), 'studio-served-'));
  const log = path.join(folder, 'served.jsonl');
  writeFileSync(log, '');
  logServed(log);
  const preload = fileURLToPath(new URL('log-of-studio.ts', import.meta.url));
  const playgrounds = await startPlaygrounds({ NODE_OPTIONS: `--import ${preload}`, SERVED_LOG: log });
  const row = (what: string, unit: string) => ({ what, unit, measured: {} as Record<string, number[]> });
  const beforeIdle = 'JavaScript before the network is idle';
  const afterStay = `JavaScript when somebody has stayed for ${stay / 1_000} s and done nothing`;
  const requests = row(beforeIdle, 'requests');
  const kilobytes = row(beforeIdle, 'kB');
  const allRequests = row(afterStay, 'requests');
  const allKilobytes = row(afterStay, 'kB');
  try {
    for (let load = 0; load < loads; load += 1) {
      for (const playground of playgrounds.all) {
        const browser = await launch();
        const scripts = await countScripts(browser, playground, log);
        const add = ({ measured }: typeof requests, value: number) =>
          (measured[playground.name] ??= []).push(value);
        add(requests, scripts.beforeIdle.count);
        add(kilobytes, scripts.beforeIdle.kilobytes);
        add(allRequests, scripts.afterStay.count);
        add(allKilobytes, scripts.afterStay.kilobytes);
        await browser.close();
      }
    }
  } finally {
    await playgrounds.close();
    rmSync(folder, { recursive: true });
  }
  return [requests, kilobytes, allRequests, allKilobytes];
}
