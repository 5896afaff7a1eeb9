import { readProject, storeProject } from '../../fixtures/accounts.ts';
import { expect, test } from '../../fixtures/test.ts';

const blank = { title: 'Clock', html: '<p id="now">noon</p>', css: '', js: '' };

test('a choice applies at once, keeps the code, is saved, and comes back', async ({
  studio,
  account,
  open,
}) => {
  const stored = await storeProject(studio, account, blank);
  const desk = await open(account, `/project/${stored.id}`);
  await desk.button('HTML/CSS/JS').click();
  await expect(desk.framework.card('Angular')).toBeDisabled();
  await expect(desk.framework.dialog.getByText('Coming Soon')).toBeVisible();
  await desk.framework.card('React').click();
  await desk.framework.reactVersion.selectOption('React 18');
  await desk.framework.cssFramework.selectOption('SCSS');
  await desk.framework.buildTool.selectOption('Vite');
  await desk.framework.typescript.check();
  await expect(desk.framework.dialog).toContainText('React 18 · TypeScript · SCSS · Vite');
  await expect(desk.framework.dialog).toContainText(/Ready to code!$/);
  await desk.page.keyboard.press('Escape');

  await expect(desk.button('React')).toBeVisible();
  await expect(desk.badge).toHaveText('Saved');
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
  await desk.page.reload();
  await expect(desk.button('React')).toBeVisible();
  await desk.button('New').click();
  await expect(desk.button('HTML/CSS/JS')).toBeVisible();
});

test('a template replaces the code, and Undo brings the former one back', async ({
  studio,
  account,
  open,
}) => {
  const stored = await storeProject(studio, account, blank);
  const desk = await open(account, `/project/${stored.id}`);
  await desk.button('HTML/CSS/JS').click();
  await desk.framework.template('Shopping list').click();
  await desk.framework.answer('Replace').click();
  await expect(desk.framework.dialog).toBeHidden();
  await expect(desk.preview.document.getByRole('heading', { name: 'Shopping list' })).toBeVisible();
  await desk.toast('Shopping list').getByRole('button', { name: 'Undo' }).click();
  await expect(desk.preview.document.getByText('noon')).toBeVisible();
});

test('templates that cannot be fetched say so, and can be asked for again', async ({ account, open }) => {
  const desk = await open(account);
  await desk.page.route('**/api/frameworks/templates', (route) => route.abort());
  await desk.button('HTML/CSS/JS').click();
  await expect(desk.framework.templates.getByText('Failed to load templates')).toBeVisible();
  await desk.page.unroute('**/api/frameworks/templates');
  await desk.framework.templates.getByRole('button', { name: 'Retry' }).click();
  await expect(desk.framework.template('Night sky')).toBeVisible();
});
