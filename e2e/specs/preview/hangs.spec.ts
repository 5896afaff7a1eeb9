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
