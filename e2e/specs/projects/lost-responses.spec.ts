import { readProject, register, storeProject } from '../../fixtures/accounts.ts';
import { expect, test } from '../../fixtures/test.ts';

test('a like, a right and a deletion that the server has stored count, although the response is lost', async ({
  studio,
  account,
  open,
}) => {
  const author = await register(studio, 'author');
  const theirs = await storeProject(studio, author, { title: 'Orbit', isPublic: true });
  const own = await storeProject(studio, account, { title: 'Notes', html: '<p>mine</p>' });
  const studioPage = await open(account, `/project/${theirs.id}`);
  const { page } = studioPage;
  /** Lets the next such request through to the server, and no response to the page. */
  async function loseResponse(address: string, method: string): Promise<void> {
    let isLost = false;
    await page.route(address, async (route) => {
      if (isLost || route.request().method() !== method) return route.fallback();
      isLost = true;
      await route.fetch();
      await route.abort();
    });
  }

  await loseResponse('**/api/projects/*/like', 'PUT');
  const asked = page.waitForResponse(/\/summary$/);
  await studioPage.button('Like').click();
  await asked;
  await expect(studioPage.button('Unlike')).toHaveAttribute('aria-pressed', 'true');
  await expect(studioPage.toast('Like failed')).toBeHidden();

  await page.goto(`${studio.url}/project/${own.id}`);
  await loseResponse(`**/api/projects/${own.id}`, 'PUT');
  await studioPage.chooseVisibility('Make public');
  await expect(studioPage.toast('This project is public')).toBeVisible();
  expect((await readProject(studio, account, own.id)).isPublic).toBe(true);

  await studioPage.button('Projects').click();
  await loseResponse(`**/api/projects/${own.id}`, 'DELETE');
  await studioPage.yourProjects.button('Notes', 'Delete').click();
  await studioPage.confirmation.getByRole('button', { name: 'Delete' }).click();
  await expect(studioPage.toast('Project deleted')).toBeVisible();
});
