import type { FrameLocator, Page } from '@playwright/test';
import { listOwn, register } from '../../fixtures/accounts.ts';
import { blockThirdPartyStorage } from '../../fixtures/blocked-storage.ts';
import { pressByKey, signInByKey, tabTo, takeFromMenu } from '../../fixtures/input/keyboard.ts';
import { followsLink, revokedWithin } from '../../fixtures/links.ts';
import { blockOf, counter, fixedScript, resultOf } from '../../fixtures/live-blocks.ts';
import { expect, test } from '../../fixtures/test.ts';
import { StudioPage } from '../../pages/studio-page.ts';
import { startForum } from '../../stack/forum/forum.ts';

const title = 'Counter that counts';

for (const viewport of [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
])
  test(`a broken snippet in a forum is fixed, saved, linked back, forked and shared by a secret link: by keyboard alone, without storage in frames, ${viewport.width} px wide`, {
    tag: '@nightly',
  }, async ({ studio }) => {
    test.setTimeout(180_000);
    const strict = await blockThirdPartyStorage();
    const forum = await startForum();
    forum.connect(studio.url);
    forum.write(`<p>Why does it say broken?</p>${counter}`);
    const [helper, reader] = [await register(studio, 'helper'), await register(studio, 'reader')];
    /** Opens an address in a new browser context in which nobody is signed in. */
    const openFor = async (url: string): Promise<Page> => {
      const context = await strict.browser.newContext({
        viewport,
        permissions: ['clipboard-read', 'clipboard-write'],
      });
      const page = await context.newPage();
      await page.goto(url);
      return page;
    };

    const thread = await openFor(forum.topicUrl);
    const block = blockOf(thread);
    await test.step('somebody runs the snippet in the post and mends it there', async () => {
      await pressByKey(thread.getByRole('button', { name: 'Run' }));
      await pressByKey(resultOf(block).getByRole('button', { name: '0' }));
      await expect(resultOf(block).getByText('broken')).toBeVisible();
      expect(await storageOf(block)).toBe('SecurityError');
      expect(await storageOf(resultOf(block))).toBe('SecurityError');

      await tabTo(block.getByRole('tab', { name: 'HTML' }), 'Shift+Tab');
      await thread.keyboard.press('ArrowLeft');
      await tabTo(block.getByRole('textbox', { name: 'JavaScript editor' }));
      await replaceByKey(thread, fixedScript);
      await pressByKey(resultOf(block).getByRole('button', { name: '1' }));
      await expect(resultOf(block).getByText('fixed')).toBeVisible();
      expect(await thread.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
    });

    const studioPage = await test.step('they open it in the studio, sign in and save it', async () => {
      const opened = thread.context().waitForEvent('page');
      await pressByKey(block.getByRole('button', { name: 'Open in CodeStudio' }));
      const page = await opened;
      await signInByKey(page, helper);
      const opener = new StudioPage(page);
      await expect(page.getByText('This code comes from another page')).toBeVisible();
      await opener.loaded();
      await tabTo(opener.title);
      await replaceByKey(page, title);
      await pressByKey(opener.button('Save'));
      await expect(opener.badge).toHaveText('Saved');
      return opener;
    });
    const [saved] = await listOwn(studio, helper);
    const id = saved?.id ?? '';
    const version = `${studio.url}/project/${id}@1`;

    await test.step('they publish the version and link it back into a post', async () => {
      const { page } = studioPage;
      await pressByKey(studioPage.button('Private'));
      await takeFromMenu(page.getByRole('menuitem', { name: 'Make public' }));
      await expect(studioPage.button('Public')).toBeFocused();
      await page.keyboard.press('Enter');
      await takeFromMenu(page.getByRole('menuitem', { name: 'Enable embedding' }));
      await expect(studioPage.button('Public')).toBeFocused();
      await page.keyboard.press('Enter');
      await takeFromMenu(page.getByRole('menuitem', { name: 'Embed Code' }));
      const dialog = studioPage.embedCode;
      await tabTo(dialog.getByLabel('Version'));
      await page.keyboard.type('This version');
      await pressByKey(dialog.getByRole('button', { name: 'Publish this version' }));
      await expect(dialog.getByLabel('Embed snippet')).toHaveValue(/@\d+"/);
      await page.keyboard.press('Escape');
      await forum.paste(version);
    });

    await test.step('they go on with their project', async () => {
      const { page, html, js } = studioPage;
      // A narrow window shows one pane at a time. In a wide one, Tab passes other panes, where it would insert a tab.
      if (await js.textbox.isHidden()) await pressByKey(studioPage.button('JavaScript'));
      else {
        await tabTo(html.textbox);
        await page.keyboard.press('Control+m');
      }
      await tabTo(js.textbox);
      await replaceByKey(page, "more.textContent = 'changed'");
      await page.keyboard.press('Control+s');
      await expect(studioPage.badge).toHaveText('Saved');
    });

    const post = await openFor(forum.topicUrl);
    const pinned = post.frameLocator('iframe').first();
    const fork = await test.step('a reader tries the version in the post and forks the project', async () => {
      await pressByKey(resultOf(pinned).getByRole('button', { name: '1' }));
      await expect(resultOf(pinned).getByText('fixed')).toBeVisible();
      expect(await storageOf(resultOf(pinned))).toBe('SecurityError');
      const opened = post.context().waitForEvent('page');
      await pressByKey(pinned.getByRole('link', { name: 'Open in CodeStudio' }));
      const page = await opened;
      await expect(page).toHaveURL(version);
      await pressByKey(page.getByRole('link', { name: 'Latest version' }));
      await signInByKey(page, reader);
      const forker = new StudioPage(page);
      await expect(forker.badge).toHaveText('Shared');
      await expect(forker.preview.document.getByRole('button', { name: 'changed' })).toBeVisible();
      await pressByKey(forker.button('Fork'));
      await expect(forker.badge).toHaveText('Saved');
      return forker;
    });

    await test.step('a friend opens the private fork by a link, which ends in the open page', async () => {
      const { page } = fork;
      await pressByKey(fork.button('Private'), 'Shift+Tab');
      await takeFromMenu(page.getByRole('menuitem', { name: 'By link' }));
      const dialog = page.getByRole('dialog', { name: 'Links' });
      await tabTo(dialog.getByLabel('Name'));
      await page.keyboard.type('Friend');
      await page.keyboard.press('Enter');
      await pressByKey(dialog.getByRole('button', { name: 'Copy link' }));
      await expect(fork.toast('Link copied')).toBeVisible();
      const address = await page.evaluate(() => navigator.clipboard.readText());
      const friend = await openFor('about:blank');
      const linked = followsLink(friend);
      await friend.goto(address);
      const running = friend.frameLocator('iframe[title="Live Preview"]');
      await expect(running.getByRole('button', { name: 'changed' })).toBeVisible();
      await linked;

      await tabTo(dialog.getByRole('button', { name: 'Revoke' }));
      await page.keyboard.press('Enter');
      await pressByKey(page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }), 'Shift+Tab');
      await expect(friend.getByText('Project not found')).toBeVisible({ timeout: revokedWithin });
      await expect(friend.locator('iframe')).toHaveCount(0);
      await page.keyboard.press('Escape');
    });

    await test.step('the reader publishes the fork and finds it in the tree', async () => {
      const { page } = fork;
      await pressByKey(fork.button('Private'), 'Shift+Tab');
      await takeFromMenu(page.getByRole('menuitem', { name: 'Make public' }));
      await expect(fork.button('Public')).toBeFocused();
      await page.goto(`${studio.url}/project/${id}`);
      await expect(fork.badge).toHaveText('Shared');
      await pressByKey(page.getByRole('button', { name: 'Forks', exact: true }));
      const dialog = page.getByRole('dialog', { name: 'Forks' });
      await expect(dialog).toContainText('1 public fork, 0 private forks');
      await tabTo(dialog.getByRole('treeitem', { name: title }));
      await page.keyboard.press('Enter');
      await expect(fork.badge).toHaveText('Saved');
    });

    await test.step('the post shows what was linked', async () => {
      await post.reload();
      await expect(resultOf(pinned).getByRole('button', { name: '1' })).toBeVisible();
    });

    await strict.close();
    await forum.close();
  });

/** The number of items in this frame's localStorage, or the error of accessing it. */
function storageOf(frame: FrameLocator): Promise<string> {
  return frame.locator('html').evaluate(() => {
    try {
      return `has ${localStorage.length}`;
    } catch (error) {
      return (error as Error).name;
    }
  });
}

/** Replaces the text of the focused field. */
async function replaceByKey({ keyboard }: Page, text: string): Promise<void> {
  await keyboard.press('Control+a');
  await keyboard.insertText(text);
}
