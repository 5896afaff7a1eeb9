import { setTimeout as pause } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import { openSample } from './opened-page.ts';
import type { Playground } from './playgrounds.ts';
import { script } from './sample-page.ts';
import { readServed, type Served } from './served-log.ts';

/** The network is idle when nothing has been asked for or answered for so many milliseconds. */
const idle = 500;

/** JavaScript that a playground's servers have sent before the network was idle. */
interface ScriptRequests {
  count: number;
  /** As it went over the network. */
  kilobytes: number;
}

/** Counts at the servers, which see what pages, frames and all kinds of workers ask for. */
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
