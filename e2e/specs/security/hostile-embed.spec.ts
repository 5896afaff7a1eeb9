import type { Request } from '@playwright/test';
import { storeProject } from '../../fixtures/accounts.ts';
import {
  hostileEnd,
  hostileProject,
  hostileSurroundings,
  hostileTries,
} from '../../fixtures/hostile/hostile-embed.ts';
import { expect, test } from '../../fixtures/test.ts';
import { StudioPage } from '../../pages/studio-page.ts';
import { serveForeignSite } from '../../stack/network/foreign-site.ts';

test('H01 H02 H24 H25 H64: a hostile project in an embed, on a hostile page, reaches nothing', async ({
  studio,
  account,
  open,
}) => {
  const other = await storeProject(studio, account, { title: 'Other', html: '', css: '', js: '' });
  const tries = hostileTries(studio.url, studio.sandboxUrl(other.id));
  const project = await storeProject(studio, account, hostileProject(studio.url, tries));
  const site = await serveForeignSite(
    hostileSurroundings(studio.url, project.id, studio.sandboxUrl(project.id)),
  );
  // The reader is signed in to the studio in another tab.
  const studioPage = await open(account, `/project/${other.id}`);
  await studioPage.page.context().addCookies([{ name: 'mark', value: 'of the app', url: studio.url }]);
  await expect(studioPage.badge).toHaveText('Saved');
  const page = await studioPage.page.context().newPage();
  const downloads: string[] = [];
  page.on('download', (download) => downloads.push(download.url()));
  const asked: Request[] = [];
  page.on('request', (request) => request.url().startsWith(`${studio.url}/api/`) && asked.push(request));
  const tried = page.waitForRequest(studio.url + hostileEnd);
  await page.goto(site.url);
  await tried;
  const embed = page.frameLocator('iframe[name=embed]');
  const inside = embed.frameLocator('iframe[title="Live Preview"]');

  await test.step('what the project tries ends as a browser ends it', async () => {
    await expect(inside.locator('ol[data-done]')).toBeVisible();
    const outcomes = await inside
      .locator('li')
      .evaluateAll((items) => items.map((item) => [item.dataset['name'] ?? '', item.textContent]));
    const wrong = outcomes.filter(([name = '', outcome = '']) => !tries[name]?.ends.test(outcome));
    expect(wrong).toEqual([]);
    expect(outcomes).toHaveLength(Object.keys(tries).length);
    expect(downloads).toEqual([]);
    expect(page.url()).toBe(site.url);
  });

  await test.step('what it asked the app for, it asked as nobody', async () => {
    expect(asked.map((request) => request.method())).toEqual(expect.arrayContaining(['GET', 'POST']));
    for (const request of asked) {
      const headers = await request.allHeaders();
      expect([headers['authorization'], headers['cookie']], request.url()).toEqual([undefined, undefined]);
    }
    expect(await studioPage.page.evaluate(() => document.cookie)).toContain('mark=');
  });

  await test.step('the page around it receives nothing, and its messages have no effect', async () => {
    await expect(embed.getByText('Loading project...')).toBeHidden();
    await expect(inside.getByText('forged')).toHaveCount(0);
    await expect(inside.locator('body')).not.toHaveCSS('display', 'none');
    await expect(page.frameLocator('iframe[name=shell]').locator('body')).toBeEmpty();
    expect(await page.evaluate('received')).toEqual([]);
    expect(
      await page.evaluate(
        '[frames.embed, frames.shell].map((one) => { try { return one.document.title } catch (e) { return e.name } })',
      ),
    ).toEqual(['SecurityError', 'SecurityError']);
  });

  await test.step('a window that the project opens is not the app', async () => {
    const opening = page.context().waitForEvent('page');
    await inside.getByRole('button', { name: 'Open the app' }).click();
    const popup = await opening;
    await expect.poll(() => popup.evaluate(() => location.href)).toMatch(/^chrome-error:/);
    await popup.close();
  });

  await test.step('the editor that the page opens is out of its reach', async () => {
    const opening = page.context().waitForEvent('page');
    await page.getByRole('button', { name: 'Read on' }).click();
    const opened = new StudioPage(await opening);
    await expect(opened.title).toHaveValue('Hostile');
    expect(await opened.page.evaluate(() => [opener, name])).toEqual([null, '']);
    expect(await page.evaluate('opened.closed')).toBe(true);
    await expect(opened.preview.document.locator('ol[data-done]')).toBeVisible();
    await expect(opened.page.getByText('forged')).toHaveCount(0);
    await opened.page.close();
  });

  await test.step('nothing in the embed acts by one click', async () => {
    await expect(embed.getByRole('button')).toHaveCount(0);
    await expect(embed.getByRole('link')).toHaveText(['Report', 'Open in CodeStudio']);
    const opening = page.context().waitForEvent('page');
    await embed.getByRole('link', { name: 'Report' }).click();
    const report = await opening;
    await expect(report.getByRole('button', { name: 'Send report' })).toBeVisible();
    expect(await report.evaluate(() => opener)).toBeNull();
    await report.close();
  });

  await test.step('cookies of a neighbour change nothing for the app', async () => {
    const cookies = [1, 2, 3].map((n) => ({ name: `tossed${n}`, value: 'x'.repeat(3_500), url: studio.url }));
    await studioPage.page.context().addCookies(cookies);
    await studioPage.page.reload();
    await studioPage.html.replace('<p>still here</p>');
    await expect(studioPage.badge).toHaveText('Saved');
    await expect(studioPage.preview.document.getByText('still here')).toBeVisible();
    await studioPage.page.context().clearCookies();
  });
  await site.close();
});
