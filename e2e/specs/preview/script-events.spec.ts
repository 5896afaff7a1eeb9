import type { FrameLocator, Page } from '@playwright/test';
import { storeProject } from '../../fixtures/accounts.ts';
import { recorderHtml } from '../../fixtures/event-recorder.ts';
import { expect, test } from '../../fixtures/test.ts';
import { serveForeignSite } from '../../stack/network/foreign-site.ts';

/** The events recorded up to the page's pageshow. */
async function noted(page: Page | FrameLocator): Promise<string[]> {
  const body = page.locator('body[data-done]');
  await expect(body).toBeAttached();
  return body.evaluate(() => (window as unknown as { noted: string[] }).noted);
}

test('a project sees its scripts run and its events fire in the order of a plain navigation', {
  tag: '@smoke',
}, async ({ studio, account, open, visit }) => {
  const plain = await serveForeignSite(recorderHtml);
  const expected = await noted(await visit(plain.url));
  await plain.close();
  expect(expected.length).toBeGreaterThan(12);

  const project = await storeProject(studio, account, {
    title: 'Events',
    html: recorderHtml,
    css: '',
    js: '',
    isEmbeddable: true,
  });
  const studioPage = await open(account, `/project/${project.id}`);
  expect(await noted(studioPage.preview.document)).toEqual(expected);
  const embed = await visit(`${studio.url}/embed/${project.id}`);
  expect(await noted(embed.frameLocator('iframe'))).toEqual(expected);
});

test('messages of a page that rewrites itself after loading are still received', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, {
    title: 'Written anew',
    html: '<p>first</p>',
    css: '',
    js: 'setTimeout(() => document.write("<p>second</p><form><button>Send</button></form>"), 50)',
  });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  await studioPage.preview.document.getByRole('button', { name: 'Send' }).press('Enter');
  await expect(studioPage.console.panel).toContainText('Form submission prevented in preview');
  await studioPage.css.replace('p { color: rgb(1, 2, 3); }');
  await expect(studioPage.preview.document.getByText('second')).toHaveCSS('color', 'rgb(1, 2, 3)');
});
