import { setTimeout as pause } from 'node:timers/promises';
import { readProject, storeProject } from '../../fixtures/accounts.ts';
import { expect, test } from '../../fixtures/test.ts';

const isLong = process.env['OUTAGES'] === 'long';

test('H29: offline for a minute while typing: the badge shows the true state, all is saved within 5 s of coming back', {
  tag: '@solo',
}, async ({ studio, account, open }) => {
  if (isLong) test.slow();
  const html = '<p>first</p>';
  const project = await storeProject(studio, account, { title: 'Notes', html, css: '', js: '' });
  const studioPage = await open(account);
  const { page, badge } = studioPage;
  if (!isLong) await page.clock.install();
  await page.goto(`${studio.url}/project/${project.id}`);
  await expect(badge).toHaveText('Saved');
  await page.context().setOffline(true);
  const failed = page.waitForEvent('requestfailed', (request) => request.method() === 'PUT');
  await studioPage.html.append('<p>typed offline</p>');
  await failed;
  let typed = '';
  for (let second = 0; second < 60; second += 1) {
    if (isLong) await pause(1_000);
    else await page.clock.fastForward(1_000);
    const key = String(second % 10);
    // Without key events, from which Monaco computes durations that a fake clock does not have.
    await page.keyboard.insertText(key);
    typed += key;
    await expect(badge).toHaveText('Unsaved');
  }
  await page.context().setOffline(false);
  await expect(badge).toHaveText('Saved', { timeout: 5_000 });
  expect((await readProject(studio, account, project.id)).html).toBe(`${html}<p>typed offline</p>${typed}`);
});

test('who is offline before the code of the notices has come still reads why nothing is saved', {
  tag: '@nightly',
}, async ({ studio, account, open }) => {
  const project = await storeProject(studio, account, { title: 'Notes', html: '<p>first</p>' });
  const studioPage = await open(account);
  const { page, badge } = studioPage;
  const laterFile = /\/assets\/later[^/]*\.js$/;
  await page.route(laterFile, (route) => route.abort());
  const refused = page.waitForEvent('requestfailed', (request) => laterFile.test(request.url()));
  await page.goto(`${studio.url}/project/${project.id}`);
  await expect(badge).toHaveText('Saved');
  await page.context().setOffline(true);
  await studioPage.html.append('<p>typed offline</p>');
  await refused;
  await expect(page.getByText('Network error - please check your connection.')).toBeVisible();
  await expect(badge).toHaveText('Unsaved');
  await page.unrouteAll();
  await page.context().setOffline(false);
  await expect(badge).toHaveText('Saved');
  await expect(page.getByText('Network error')).toHaveCount(0);
});
