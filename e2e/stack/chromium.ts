import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { findProgram, installDebianPackages, refusedUnlessCi } from './installed.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/**
 * Command-line arguments of the browser. Playwright's own `--disable-features` switches ThirdPartyStoragePartitioning
 * off, and then our frames in other sites have no localStorage. The last such list wins, so ours replaces it.
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

/** The path of an installed browser: the machine's own, else the one that Playwright installed. */
export function installedChromium(): string | undefined {
  const playwrights = chromium.executablePath();
  return findProgram(names) ?? (existsSync(playwrights) ? playwrights : undefined);
}

/** Chromium without its user interface: the same engine, with two thirds of the processor time. */
const shell = 'chromium-headless-shell';

/** The path of the browser for tests: the headless shell, else a whole Chromium. */
export function browserForTests(): string | undefined {
  return findProgram([shell]) ?? installedChromium();
}

/** Installs a browser for the tests if there is none. @returns why that failed, or undefined */
export function provisionBrowserForTests(): string | undefined {
  if (findProgram([shell])) return undefined;
  const refusal = installDebianPackages(shell);
  return refusal === undefined ? undefined : provisionChromium();
}

/** Installs a whole Chromium if there is none. @returns why that failed, or undefined */
export function provisionChromium(): string | undefined {
  if (installedChromium()) return undefined;
  const refusal = installDebianPackages('chromium');
  if (installedChromium()) return undefined;
  spawnSync('playwright', ['install', 'chromium'], { stdio: 'inherit' });
  if (installedChromium()) return undefined;
  const reason = refusal ?? 'the installed chromium cannot be found';
  return refusedUnlessCi(`${reason}; Playwright could not fetch one either`);
}
