import type { Browser, Page } from '@playwright/test';
import type { Studio } from '../../stack/studio.ts';
import { buildPage, contentType } from './built-page.ts';

/** A page of the app's origin with nothing on it but the script of `frontend/src/testing/preview-bench.ts`. */
export async function openBenchPage(browser: Browser, studio: Studio): Promise<Page> {
  const { files } = await buildPage('preview-bench');
  const page = await browser.newPage({ viewport: { width: 800, height: 900 }, bypassCSP: true });
  await page.route(`${studio.url}/bench/**`, (route) => {
    const path = new URL(route.request().url()).pathname;
    return route.fulfill({ contentType: contentType(path), body: files.get(path) ?? '' });
  });
  // A page from the studio itself: browsers forbid pages made up by `route.fulfill` to request loopback addresses.
  await page.goto(`${studio.url}/api/health/live`);
  await page.evaluate(() => {
    document.body.replaceChildren();
    document.body.style.margin = '0';
  });
  await page.addScriptTag({ url: `${studio.url}/bench/entry.js`, type: 'module' });
  return page;
}
