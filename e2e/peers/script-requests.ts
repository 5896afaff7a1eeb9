import { setTimeout as pause } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import { openSample } from './opened-page.ts';
import type { Playground } from './playgrounds.ts';
import { script } from './sample-page.ts';
import { readServed, type Served } from './served-log.ts';

/** The network counts as idle after so many ms without a request or an answer. */
const idle = 500;

/** The scripts that a playground's servers have sent before the network was idle. */
interface ScriptRequests {
  count: number;
  /** Transferred size, compressed and with headers. */
  kilobytes: number;
}

/** Counts on the servers, which see the requests of pages, frames and all kinds of workers. */
export async function countScripts(
  browser: Browser,
  playground: Playground,
  log: string,
): Promise<ScriptRequests> {
  const place = await playground.open(script);
  const openedAt = Date.now();
  const page = await openSample(browser, place);
  const served = () => readServed(log).filter(({ at }) => at >= openedAt);
  while (Date.now() - Math.max(...served().map(({ at }) => at)) < idle) await pause(idle / 10);
  const scripts = served().filter(isScript);
  await page.context().close();
  return {
    count: scripts.length,
    kilobytes: scripts.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000,
  };
}

function isScript({ type, status }: Served): boolean {
  return status === 200 && /javascript/.test(type);
}
