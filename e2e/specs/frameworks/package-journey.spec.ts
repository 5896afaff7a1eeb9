import { cpSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContext } from '@playwright/test';
import JSZip from 'jszip';
import { installExportPackages } from '../../exports/installed-packages.ts';
import { surroundWith } from '../../exports/outside-world.ts';
import { unpackExport } from '../../exports/unpacked-export.ts';
import { listOwn, register } from '../../fixtures/accounts.ts';
import { expect, test } from '../../fixtures/test.ts';
import { serveForeignSite } from '../../stack/network/foreign-site.ts';

const installed = fileURLToPath(new URL('../../../node_modules/canvas-confetti', import.meta.url));
const frame = 'iframe[title="Live Preview"]';

/** Refuses requests beyond this machine and records their addresses in `asked`. */
async function refuseNetwork(context: BrowserContext, asked: string[]): Promise<void> {
  await context.route(/^https?:\/\/(?!127\.0\.0\.1|localhost|[^/:]+\.localhost)/, (route) => {
    asked.push(route.request().url());
    return route.abort();
  });
}

test('a package on a machine without a network: typed, published, unfolded in a forum, forked, exported and built', async ({
  studio,
  browser,
  open,
}) => {
  test.setTimeout(180_000);
  const beyond: string[] = [];
  const author = await register(studio, 'author');
  const visitor = await register(studio, 'visitor');
  const studioPage = await open(author);
  await refuseNetwork(studioPage.page.context(), beyond);

  const id = await test.step('somebody types the import and sees confetti', async () => {
    await studioPage.button('New').click();
    await studioPage.loaded();
    await studioPage.js.textbox.focus();
    // The editor closes the quote by itself.
    await studioPage.page.keyboard.type("import confetti from 'canvas-confetti", { delay: 20 });
    await studioPage.page.keyboard.press('End');
    await studioPage.page.keyboard.type('; confetti(); document.body.append(typeof confetti);', { delay: 5 });
    await expect(studioPage.preview.document.getByText('function')).toBeVisible();
    await expect(studioPage.preview.document.locator('canvas')).toBeAttached();
    await studioPage.title.fill('Party');
    await studioPage.title.blur();
    await expect(studioPage.badge).toHaveText('Saved');
    return (await listOwn(studio, author))[0]?.id ?? '';
  });

  const link = await test.step('they publish it and share the link', async () => {
    await studioPage.chooseVisibility('Make public');
    await studioPage.chooseVisibility('Enable embedding');
    await expect.poll(async () => (await listOwn(studio, author))[0]?.isEmbeddable).toBe(true);
    return `${studio.url}/project/${id}`;
  });

  await test.step('a forum unfolds the link', async () => {
    const response = await fetch(`${studio.url}/api/oembed?url=${encodeURIComponent(link)}`);
    const { html } = (await response.json()) as { html: string };
    const forum = await serveForeignSite(`<h1>Party</h1>${html}`);
    const context = await browser.newContext();
    await refuseNetwork(context, beyond);
    const thread = await context.newPage();
    await thread.goto(forum.url);
    const project = thread.frameLocator('iframe').first().frameLocator(frame);
    await expect(project.getByText('function')).toBeVisible();
    await context.close();
    await forum.close();
  });

  const visitors = await open(visitor, `/project/${id}`);
  await refuseNetwork(visitors.page.context(), beyond);
  await test.step('somebody else forks it, with its version', async () => {
    await visitors.button('Fork').click();
    await expect(visitors.badge).toHaveText('Saved');
    const [original] = await listOwn(studio, author);
    await expect
      .poll(async () => (await listOwn(studio, visitor))[0]?.frameworkConfig.packages)
      .toEqual(original?.frameworkConfig.packages);
    await expect(visitors.preview.document.getByText('function')).toBeVisible();
  });

  await test.step('they export the fork, and it builds', async () => {
    const packages = installExportPackages();
    test.skip('refusal' in packages, 'There is nothing here to build packages with');
    if ('refusal' in packages) return;
    const download = visitors.page.waitForEvent('download');
    await visitors.button('Export').click();
    await visitors.page.getByRole('menuitem', { name: 'Download project (ZIP)' }).click();
    await visitors.button('Put them in the page').click();
    const zip = await JSZip.loadAsync(await readFile(await (await download).path()));
    const files: Record<string, Uint8Array> = {};
    for (const [path, file] of Object.entries(zip.files))
      if (!file.dir) files[path] = await file.async('uint8array');
    const [{ frameworkConfig } = {}] = await listOwn(studio, visitor);
    if (!frameworkConfig) throw new Error('There is no fork');
    const unpacked = unpackExport(files, frameworkConfig, packages);
    cpSync(installed, join(unpacked.folder, 'node_modules/canvas-confetti'), { recursive: true });
    await unpacked.build();
    const context = await browser.newContext();
    const world = await surroundWith([context]);
    const page = await context.newPage();
    await page.goto(`${world.site('party', join(unpacked.folder, 'dist'))}/`);
    await expect(page.getByText('function')).toBeVisible();
    expect(world.refused).toEqual([]);
    await context.close();
    unpacked.remove();
  });

  expect(beyond).toEqual([]);
});
