import { readProject, storeProject } from '../../fixtures/accounts.ts';
import { expect, test } from '../../fixtures/test.ts';

const blank = { title: 'Clock', html: '<p id="now">noon</p>', css: '', js: '' };

test('a choice applies at once, keeps the code, is saved, and comes back', async ({
  studio,
  account,
  open,
}) => {
  const stored = await storeProject(studio, account, blank);
  const studioPage = await open(account, `/project/${stored.id}`);
  await studioPage.button('HTML/CSS/JS').click();
  await expect(studioPage.framework.card('Angular')).toBeDisabled();
  await expect(studioPage.framework.dialog.getByText('Coming Soon')).toBeVisible();
  await studioPage.framework.card('React').click();
  await studioPage.framework.reactVersion.selectOption('React 18');
  await studioPage.framework.cssFramework.selectOption('SCSS');
  await studioPage.framework.buildTool.selectOption('Vite');
  await studioPage.framework.typescript.check();
  await expect(studioPage.framework.dialog).toContainText('React 18 · TypeScript · SCSS · Vite');
  await expect(studioPage.framework.dialog).toContainText(/Ready to code!$/);
  await studioPage.page.keyboard.press('Escape');

  await expect(studioPage.button('React')).toBeVisible();
  await expect(studioPage.badge).toHaveText('Saved');
  const saved = await readProject(studio, account, stored.id);
  expect(saved).toMatchObject({
    html: blank.html,
    frameworkConfig: {
      framework: 'react',
      frameworkVersion: 18,
      cssFramework: 'scss',
      buildTool: 'vite',
      typescript: true,
    },
  });
  await studioPage.page.reload();
  await expect(studioPage.button('React')).toBeVisible();
  await studioPage.button('New').click();
  await expect(studioPage.button('HTML/CSS/JS')).toBeVisible();
});

test('a template replaces the code, and Undo brings the former one back', async ({
  studio,
  account,
  open,
}) => {
  const stored = await storeProject(studio, account, blank);
  const studioPage = await open(account, `/project/${stored.id}`);
  await studioPage.button('HTML/CSS/JS').click();
  await studioPage.framework.template('Shopping list').click();
  await studioPage.framework.answer('Replace').click();
  await expect(studioPage.framework.dialog).toBeHidden();
  await expect(studioPage.preview.document.getByRole('heading', { name: 'Shopping list' })).toBeVisible();
  await studioPage.toast('Shopping list').getByRole('button', { name: 'Undo' }).click();
  await expect(studioPage.preview.document.getByText('noon')).toBeVisible();
});

test('templates that cannot be fetched say so, and can be asked for again', { tag: '@nightly' }, async ({
  account,
  open,
}) => {
  const studioPage = await open(account);
  await studioPage.page.route('**/api/frameworks/templates', (route) => route.abort());
  await studioPage.button('HTML/CSS/JS').click();
  await expect(studioPage.framework.templates.getByText('Failed to load templates')).toBeVisible();
  await studioPage.page.unroute('**/api/frameworks/templates');
  await studioPage.framework.templates.getByRole('button', { name: 'Retry' }).click();
  await expect(studioPage.framework.template('Night sky')).toBeVisible();
});
