import { setTimeout as pause } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import { openSample } from './opened-page.ts';
import type { Playground } from './playgrounds.ts';
import { script } from './sample-page.ts';
import { readServed, type Served } from './served-log.ts';

/** The network counts as idle after so many ms without a request or a response. */
const idle = 500;

/** How long (ms) somebody stays who only looks. Until 29 November the studio fetched its editor's services after 15 s. */
export const stay = 20_000;

/** Scripts that a playground's servers have sent. */
interface ScriptRequests {
  count: number;
  /** Transferred size, compressed and with headers. */
  kilobytes: number;
}

/**
 * Counts on the servers, which see the requests of pages, frames and all kinds of workers: those before the network was
 * idle for the first time, and those of somebody who stays and does nothing.
 */
export async function countScripts(
  browser: Browser,
  playground: Playground,
  log: string,
): Promise<{ beforeIdle: ScriptRequests; afterStay: ScriptRequests }> {
  const place = await playground.open(script);
  const openedAt = Date.now();
  const page = await openSample(browser, place);
  const served = () => readServed(log).filter(({ at }) => at >= openedAt);
  const untilIdle = async () => {
    while (Date.now() - Math.max(...served().map(({ at }) => at)) < idle) await pause(idle / 10);
  };
  await untilIdle();
  const beforeIdle = countOf(served());
  await pause(Math.max(0, openedAt + stay - Date.now()));
  await untilIdle();
  const afterStay = countOf(served());
  await page.context().close();
  return { beforeIdle, afterStay };
}

function countOf(served: readonly Served[]): ScriptRequests {
  const scripts = served.filter(isScript);
  return {
    count: scripts.length,
    kilobytes: scripts.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000,
  };
}

function isScript({ type, status }: Served): boolean {
  return status === 200 && /javascript/.test(type);
}
