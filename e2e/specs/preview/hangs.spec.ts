import { storeProject } from '../../fixtures/accounts.ts';
import { expect, test } from '../../fixtures/test.ts';

const blank = { title: 'Hangs', html: '<p id="out">still</p>', css: '', js: '' };
/** Hangs soon after its page has been shown. */
const hangsLater = `console.log("runs");
setTimeout(() => /^(a+)+$/.test("a".repeat(60) + "b"), 300);`;

test('H71: an edit made while code hangs unnoticed runs soon, and is not stopped in its place', {
  tag: '@solo',
}, async ({ studio, account, open }) => {
  const project = await storeProject(studio, account, blank);
  const studioPage = await open(account, `/project/${project.id}`);
  const { document } = studioPage.preview;
  await expect(document.getByText('still')).toBeVisible();
  await studioPage.loaded();
  await studioPage.consoleToggle.click();
  await studioPage.js.replace(hangsLater);
  // Told outside the frame, where nothing can be asked any more.
  await expect(studioPage.console.row('runs')).toBeVisible();
  await studioPage.js.replace('out.textContent = "mended"; console.log("again")');
  await expect(document.getByText('mended')).toBeVisible();
  await expect(studioPage.console.row('again')).toHaveCount(1);
  await expect(studioPage.button('Stop')).toBeHidden();
  await expect(studioPage.console.panel).not.toContainText('was stopped');
});

test('H71: code that was stopped stays so when what was typed has been saved', { tag: '@solo' }, async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, blank);
  const studioPage = await open(account, `/project/${project.id}`);
  const { page } = studioPage;
  await expect(studioPage.preview.document.getByText('still')).toBeVisible();
  await studioPage.loaded();
  const answer = Promise.withResolvers<void>();
  await page.route(`**/api/projects/${project.id}`, async (route) => {
    if (route.request().method() === 'PUT') await answer.promise;
    await route.continue();
  });
  await studioPage.js.replace(hangsLater);
  await studioPage.button('Stop').click({ force: true });
  await expect(page.getByText('Stopped')).toBeVisible();
  let framesSince = 0;
  page.on('frameattached', () => {
    framesSince += 1;
  });
  answer.resolve();
  await expect(studioPage.badge).toHaveText('Saved');
  // Another save takes longer than what the first one would have started.
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
  await studioPage.title.fill('Stopped project');
  await studioPage.title.press('Enter');
  await saved;
  expect(framesSince).toBe(0);
  await expect(page.getByText('Stopped', { exact: true })).toBeVisible();
  await studioPage.js.replace('out.textContent = "mended"');
  await expect(studioPage.preview.document.getByText('mended')).toBeVisible();
});

test('Stop leaves the focus to what runs the code again, in the workspace and in Full Screen', {
  tag: '@solo',
}, async ({ studio, account, open }) => {
  const project = await storeProject(studio, account, { ...blank, js: hangsLater });
  const studioPage = await open(account, `/project/${project.id}`);
  for (const [path, next] of [
    [`/project/${project.id}`, 'Run'],
    [`/preview/${project.id}`, 'Refresh'],
  ] as const) {
    await studioPage.page.goto(studio.url + path);
    await studioPage.button('Run').or(studioPage.preview.element).first().waitFor();
    if (await studioPage.preview.element.isHidden()) await studioPage.button('Run').first().press('Enter');
    await studioPage.button('Stop').press('Enter');
    await expect(studioPage.button(next).first()).toBeFocused();
  }
});
