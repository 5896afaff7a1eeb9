import { projectRoutes } from '@studio/contract/http/projects';
import { readProject, storeProject } from '../../fixtures/accounts.ts';
import { onPhone } from '../../fixtures/input/phone.ts';
import { expect, test } from '../../fixtures/test.ts';
import { callApi } from '../../stack/api.ts';

for (const editor of ['Monaco', 'the light editor', 'CodeMirror'])
  test(`an emoji that is changed elsewhere arrives whole, and what is typed next is saved: ${editor}`, async ({
    studio,
    account,
    open,
    browser,
  }) => {
    const { id } = await storeProject(studio, account, { html: 'a 😀 b\n🇩🇪' });
    const isPhone = editor === 'CodeMirror';
    const studioPage = isPhone ? await onPhone(browser, studio, account) : await open(account);
    const { page, html } = studioPage;
    if (editor === 'the light editor') await page.route(/\/assets\/monaco-/, (route) => route.abort());
    const watching = studioPage.watching();
    await page.goto(`${studio.url}/project/${id}`);
    await expect(studioPage.badge).toHaveText('Saved');
    if (editor === 'Monaco') await studioPage.loaded();
    if (isPhone) await studioPage.loadedOnPhone();
    await watching;
    await callApi(studio.url, projectRoutes.updateProject, {
      token: account.token,
      params: { id },
      body: { html: 'a 😁 b\n🇫🇷' },
    });
    await expect(html.pane.getByText('😁').first()).toBeVisible();
    await html.append('!');
    await expect.poll(async () => (await readProject(studio, account, id)).html).toBe('a 😁 b\n🇫🇷!');
    await expect(studioPage.badge).toHaveText('Saved');
    if (isPhone) await page.context().close();
  });
