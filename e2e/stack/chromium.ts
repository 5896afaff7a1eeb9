import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { findProgram, installPackages } from './installed.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/**
 * What the browser is started with.
 * Playwright's own list of switched-off features includes ThirdPartyStoragePartitioning, without which a page
 * of another site loses localStorage in our frames; the last list given wins, so ours replaces it.
 */
export const chromiumArguments = [
  '--disable-features=Translate,HttpsUpgrades,OptimizationHints,NetworkTimeServiceQuerying,AimEnabled',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE localhost , EXCLUDE *.localhost , EXCLUDE 127.0.0.1',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/** The path of a browser that is here already: the machine's own, else the one Playwright installed. */
export function installedChromium(): string | undefined {
  const playwrights = chromium.executablePath();
  return findProgram(names) ?? (existsSync(playwrights) ? playwrights : undefined);
}

/** Chromium without the parts around a page: the same engine, at two thirds of the processor's time. */
const shell = 'chromium-headless-shell';

/** The path of the browser that tests run in: the shell, else the whole. */
export function browserForTests(): string | undefined {
  return findProgram([shell]) ?? installedChromium();
}

/** Sees to it that there is a browser for the tests. Says why not, or undefined. */
export function provisionBrowserForTests(): string | undefined {
  if (findProgram([shell])) return undefined;
  const refusal = installPackages(shell);
  return refusal === undefined ? undefined : provisionChromium();
}

/** Sees to it that there is a whole browser. Says why not, or undefined. */
export function provisionChromium(): string | undefined {
  if (installedChromium()) return undefined;
  const refusal = installPackages('chromium');
  if (installedChromium()) return undefined;
  spawnSync('playwright', ['install', 'chromium'], { stdio: 'inherit' });
  if (installedChromium()) return undefined;
  return `${refusal ?? 'the installed chromium cannot be found'}; Playwright could not fetch one either`;
}
