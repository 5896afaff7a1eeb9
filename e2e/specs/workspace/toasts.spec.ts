import type { Locator } from '@playwright/test';
import { storeProject } from '../../fixtures/accounts.ts';
import { onPhone, upright } from '../../fixtures/input/phone.ts';
import { expect, test } from '../../fixtures/test.ts';
import type { StudioPage } from '../../pages/studio-page.ts';

const clock = { title: 'Clock', html: '<p>tick</p>' };
const sundial = { title: 'Sundial', html: '<p>noon</p>' };

/** The controls that a toast covers. With an open dialog, only its own controls count. */
function covered(toast: Locator): Promise<string[]> {
  return toast.evaluate((shown) => {
    const place = shown.getBoundingClientRect();
    const isUnder = ({ left, right, top, bottom, width }: DOMRect) =>
      width > 1 && left < place.right && right > place.left && top < place.bottom && bottom > place.top;
    const root = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1) ?? document.body;
    return [...root.querySelectorAll('button, a[href], input, textarea, select, [role=separator]')]
      .filter((control) => !shown.contains(control) && control.checkVisibility({ visibilityProperty: true }))
      .filter((control) => isUnder(control.getBoundingClientRect()))
      .map((control) => control.getAttribute('aria-label') ?? control.textContent);
  });
}

/** The position of a toast after its animation. */
function restingPlace(toast: Locator): Promise<string> {
  return toast.evaluate(async (shown) => {
    await Promise.all(shown.getAnimations().map(({ finished }) => finished));
    return JSON.stringify(shown.getBoundingClientRect());
  });
}

/** Shows toasts beside an open console, then above a dialog. */
async function showToasts(studioPage: StudioPage) {
  await expect(studioPage.badge).toHaveText('Saved');
  await studioPage.consoleToggle.click();
  await expect(studioPage.console.panel.getByRole('textbox').last()).toBeVisible();
  await studioPage.button('Saved').click();
  const saved = studioPage.toast('Project saved');
  await expect(saved).toBeVisible();
  expect(await covered(saved)).toEqual([]);

  await studioPage.button('Projects').click();
  await studioPage.yourProjects.button('Sundial', 'Delete').click();
  await studioPage.confirmation.getByRole('button').first().click();
  await expect(studioPage.confirmation).toBeHidden();
  const deleted = studioPage.toast('Project deleted');
  await expect(deleted).toBeVisible();
  expect(await covered(deleted)).toEqual([]);
  await deleted.getByRole('button', { name: 'Undo' }).click();
  await expect(studioPage.yourProjects.card('Sundial')).not.toContainText('In the trash');
}

for (const size of [
  { width: 1280, height: 800 },
  { width: 700, height: 800 },
]) {
  test(`toasts cover no control, with the console open or above a dialog: ${size.width} px wide`, async ({
    studio,
    account,
    open,
  }) => {
    await storeProject(studio, account, sundial);
    const { id } = await storeProject(studio, account, clock);
    const studioPage = await open(account, `/project/${id}`);
    await studioPage.page.setViewportSize(size);
    await showToasts(studioPage);
  });
}

test('toasts cover no control on a phone', async ({ browser, studio, account }) => {
  await storeProject(studio, account, sundial);
  const { id } = await storeProject(studio, account, clock);
  const studioPage = await onPhone(browser, studio, account, upright);
  await studioPage.page.goto(`${studio.url}/project/${id}`);
  await showToasts(studioPage);
  await studioPage.page.context().close();
});

test('a toast of several lines covers no control of a dialog on a narrow phone', async ({
  browser,
  studio,
  account,
}) => {
  const { id } = await storeProject(studio, account, clock);
  const studioPage = await onPhone(browser, studio, account, { width: 360, height: 640 });
  const { page } = studioPage;
  await page.goto(`${studio.url}/project/${id}`);
  await studioPage.button('Projects').click();
  await page.route('**/api/projects/*', (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 503, json: { detail: 'The server cannot reach its database. '.repeat(4) } })
      : route.continue(),
  );
  await studioPage.yourProjects.button('Clock', 'Delete').click();
  await studioPage.confirmation.getByRole('button').first().click();
  const failed = studioPage.toast('Delete failed');
  await expect(failed).toBeVisible();
  await restingPlace(failed);
  expect(await covered(failed)).toEqual([]);
  await page.context().close();
});

test('a toast stays where it is when another takes its place, or a dialog opens, and takes clicks above that', async ({
  studio,
  account,
  open,
}) => {
  const { id } = await storeProject(studio, account, clock);
  const studioPage = await open(account, `/project/${id}`);
  await studioPage.page.setViewportSize({ width: 1280, height: 800 });
  await studioPage.button('Saved').click();
  await expect(studioPage.toast('Project saved')).toBeVisible();
  const before = await restingPlace(studioPage.toast('Project saved'));
  await studioPage.button('Fork').click();
  const refused = studioPage.toast('Cannot fork private project');
  await expect(refused).toBeVisible();
  expect(await restingPlace(refused)).toEqual(before);
  await studioPage.button('Projects').click();
  await expect(studioPage.yourProjects.dialog).toBeVisible();
  expect(await restingPlace(refused)).toEqual(before);
  await refused.getByRole('button', { name: 'Dismiss' }).click();
  await expect(refused).toBeHidden();
  await expect(studioPage.yourProjects.dialog).toBeVisible();
});

test('offline, a save by hand says that it failed, and that the text is safe here', async ({
  studio,
  account,
  open,
}) => {
  const { id } = await storeProject(studio, account, clock);
  const studioPage = await open(account, `/project/${id}`);
  await studioPage.loaded();
  await studioPage.page.context().setOffline(true);
  await studioPage.html.append('<p>tock</p>');
  await studioPage.page.keyboard.press('Control+s');
  await expect(studioPage.toast('Save failed')).toContainText(
    'Failed to save project. Please try again. Your text is kept in this browser.',
  );
  await expect(studioPage.page.getByText('You are offline.')).toBeVisible();
  await studioPage.page.context().setOffline(false);
  await expect(studioPage.badge).toHaveText('Saved');
  await expect(studioPage.page.getByText('You are offline.')).toBeHidden();
});

test('without the clipboard of secure pages, what a dialog copies is copied all the same', async ({
  studio,
  account,
  open,
}) => {
  const { id } = await storeProject(studio, account, { title: 'Clock', isEmbeddable: true });
  const studioPage = await open(account);
  const { page } = studioPage;
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await page.goto(`${studio.url}/project/${id}`);
  await studioPage.chooseVisibility('Embed Code');
  const copy = studioPage.embedCode.getByRole('button', { name: 'Copy', exact: true });
  await copy.click();
  await expect(studioPage.toast('Embed code copied')).toBeVisible();
  await expect(copy).toBeFocused();
  const elsewhere = await page.context().newPage();
  await elsewhere.goto(`${studio.url}/login`);
  expect(await elsewhere.evaluate(() => navigator.clipboard.readText())).toContain(`/embed/${id}`);
});

test('where the look of toasts could not be fetched, they are shown without it until it can be', async ({
  studio,
  account,
  open,
}) => {
  const { id } = await storeProject(studio, account, clock);
  const studioPage = await open(account);
  const { page } = studioPage;
  await page.route('**/assets/background-*.js', (route) => route.abort());
  await page.goto(`${studio.url}/project/${id}`);
  await expect(studioPage.badge).toHaveText('Saved');
  await page.context().setOffline(true);
  await studioPage.html.append('<p>tock</p>');
  await page.keyboard.press('Control+s');
  const failed = page.getByText('Save failed');
  await expect(failed).toBeVisible();
  await studioPage.button('Dismiss').click();
  await expect(failed).toBeHidden();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().setOffline(false);
  await expect(studioPage.badge).toHaveText('Saved');
  await studioPage.button('Saved').click();
  await expect(studioPage.toast('Project saved').getByRole('button', { name: 'Dismiss' })).toBeVisible();
});

test('Make public and Enable embedding say together what others can do', async ({
  studio,
  account,
  open,
}) => {
  const { id } = await storeProject(studio, account, clock);
  const studioPage = await open(account, `/project/${id}`);
  await expect(studioPage.badge).toHaveText('Saved');
  await studioPage.chooseVisibility('Make public');
  await expect(studioPage.toast('This project is public')).toContainText('Anyone can view it.');
  await studioPage.chooseVisibility('Enable embedding');
  await expect(studioPage.toast('This project is public')).toContainText('Anyone can view and embed it.');
});
