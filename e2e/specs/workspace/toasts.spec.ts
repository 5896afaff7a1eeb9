import type { Locator } from '@playwright/test';
import { storeProject } from '../../fixtures/accounts.ts';
import { onPhone, upright } from '../../fixtures/input/phone.ts';
import { expect, test } from '../../fixtures/test.ts';
import type { StudioPage } from '../../pages/studio-page.ts';

const clock = { title: 'Clock', html: '<p>tick</p>' };
const sundial = { title: 'Sundial', html: '<p>noon</p>' };

/** The controls that lie under a toast. With a dialog open, nothing else can be worked with. */
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

/** Where a toast stands once it has come in. */
function restingPlace(toast: Locator): Promise<string> {
  return toast.evaluate(async (shown) => {
    await Promise.all(shown.getAnimations().map(({ finished }) => finished));
    return JSON.stringify(shown.getBoundingClientRect());
  });
}

/** Toasts beside an open console, then above a dialog. */
async function showToasts(desk: StudioPage) {
  await expect(desk.badge).toHaveText('Saved');
  await desk.consoleToggle.click();
  await expect(desk.console.panel.getByRole('textbox').last()).toBeVisible();
  await desk.button('Saved').click();
  const saved = desk.toast('Project saved');
  await expect(saved).toBeVisible();
  expect(await covered(saved)).toEqual([]);

  await desk.button('Projects').click();
  await desk.yourProjects.button('Sundial', 'Delete').click();
  await desk.confirmation.getByRole('button').first().click();
  await expect(desk.confirmation).toBeHidden();
  const deleted = desk.toast('Project deleted');
  await expect(deleted).toBeVisible();
  expect(await covered(deleted)).toEqual([]);
  await deleted.getByRole('button', { name: 'Undo' }).click();
  await expect(desk.yourProjects.card('Sundial')).not.toContainText('In the trash');
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
    const desk = await open(account, `/project/${id}`);
    await desk.page.setViewportSize(size);
    await showToasts(desk);
  });
}

test('toasts cover no control on a phone', async ({ browser, studio, account }) => {
  await storeProject(studio, account, sundial);
  const { id } = await storeProject(studio, account, clock);
  const desk = await onPhone(browser, studio, account, upright);
  await desk.page.goto(`${studio.url}/project/${id}`);
  await showToasts(desk);
  await desk.page.context().close();
});

test('a toast stays where it is when another takes its place, or a dialog opens', async ({
  studio,
  account,
  open,
}) => {
  const { id } = await storeProject(studio, account, clock);
  const desk = await open(account, `/project/${id}`);
  await desk.page.setViewportSize({ width: 1280, height: 800 });
  await desk.button('Saved').click();
  await expect(desk.toast('Project saved')).toBeVisible();
  const before = await restingPlace(desk.toast('Project saved'));
  await desk.button('Fork').click();
  const refused = desk.toast('Cannot fork private project');
  await expect(refused).toBeVisible();
  expect(await restingPlace(refused)).toEqual(before);
  await desk.button('Projects').click();
  await expect(desk.yourProjects.dialog).toBeVisible();
  expect(await restingPlace(refused)).toEqual(before);
});

test('offline, a save by hand says one thing: the text is safe here', async ({ studio, account, open }) => {
  const { id } = await storeProject(studio, account, clock);
  const desk = await open(account, `/project/${id}`);
  await expect(desk.badge).toHaveText('Saved');
  await desk.page.context().setOffline(true);
  await desk.html.append('<p>tock</p>');
  await desk.page.keyboard.press('Control+s');
  await expect(desk.toast('Saved in this browser')).toContainText('will be saved to the server');
  await expect(desk.toast('Save failed')).toHaveCount(0);
  await expect(desk.page.getByText('You are offline.')).toBeVisible();
  await desk.page.context().setOffline(false);
  await expect(desk.badge).toHaveText('Saved');
  await expect(desk.page.getByText('You are offline.')).toBeHidden();
});

test('Make public and Enable embedding say together what others can do', async ({
  studio,
  account,
  open,
}) => {
  const { id } = await storeProject(studio, account, clock);
  const desk = await open(account, `/project/${id}`);
  await expect(desk.badge).toHaveText('Saved');
  await desk.chooseVisibility('Make public');
  await expect(desk.toast('This project is public')).toContainText('Anyone can view it.');
  await desk.chooseVisibility('Enable embedding');
  await expect(desk.toast('This project is public')).toContainText('Anyone can view and embed it.');
});
