import { chromium } from '@playwright/test';
import { chromiumArguments, installedChromium } from '../stack/chromium.ts';
import { measureLibrary } from './library.ts';

const executablePath = installedChromium();
const browser = await chromium.launch({
  args: chromiumArguments,
  ...(executablePath ? { executablePath } : {}),
});
console.log(await measureLibrary(browser, 10));
await browser.close();
