import type { Browser, Page } from '@playwright/test';
import type { Studio } from '../stack/studio.ts';
import { buildPage, contentType } from './built-page.ts';

/** A page of the app's origin with nothing on it but the script of `frontend/src/testing/preview-bench.ts`. */
export async function openBenchPage(browser: Browser, studio: Studio): Promise<Page> {
  const { html, files } = await buildPage('preview-bench');
  const page = await browser.newPage({ viewport: { width: 800, height: 900 }, bypassCSP: true });
  await page.route(`${studio.url}/bench/**`, (route) => {
    const path = new URL(route.request().url()).pathname;
    const body = files.get(path);
    if (body) return route.fulfill({ contentType: contentType(path), body });
    return route.fulfill({ contentType: 'text/html', body: html });
  });
  await page.goto(`${studio.url}/bench/`);
  return page;
}
