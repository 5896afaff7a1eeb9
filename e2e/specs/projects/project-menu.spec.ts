import { listOwn, readProject, storeProject } from '../../fixtures/accounts.ts';
import { expect, test } from '../../fixtures/test.ts';

const project = { title: 'Clock', html: '<p>tick</p>', css: 'p { margin: 0 }', js: '' };

test('the project menu renames the project and deletes it, after a question and with a way back', async ({
  studio,
  account,
  open,
}) => {
  const { id } = await storeProject(studio, account, project);
  const studioPage = await open(account, `/project/${id}`);
  await expect(studioPage.title).toHaveValue('Clock');
  await studioPage.chooseFromProjectMenu('Rename');
  await expect(studioPage.title).toBeFocused();
  await studioPage.page.keyboard.type('Water clock');
  await studioPage.page.keyboard.press('Enter');
  await expect(studioPage.badge).toHaveText('Saved');
  expect((await readProject(studio, account, id)).title).toBe('Water clock');

  await studioPage.chooseFromProjectMenu('Delete');
  await expect(studioPage.confirmation).toContainText('Delete Water clock?');
  await studioPage.confirmation.getByRole('button', { name: 'Cancel' }).click();
  await expect(studioPage.title).toHaveValue('Water clock');
  await studioPage.html.append('<p>unsaved</p>');
  await studioPage.chooseFromProjectMenu('Delete');
  await studioPage.confirmation.getByRole('button', { name: 'Delete' }).click();
  await expect(studioPage.title).toHaveValue('Untitled');
  await expect(studioPage.page).toHaveURL(`${studio.url}/`);
  expect(await listOwn(studio, account)).toEqual([]);

  await studioPage.toast('Project deleted').getByRole('button', { name: 'Undo' }).click();
  await expect(studioPage.title).toHaveValue('Water clock');
  await expect(studioPage.page).toHaveURL(`${studio.url}/project/${id}`);
  expect(await studioPage.html.text()).toContain('unsaved');
});

test('a page that was open during a release says why a command does nothing, and offers to reload', async ({
  studio,
  account,
  open,
}) => {
  const { id } = await storeProject(studio, account, { ...project, isPublic: true });
  const studioPage = await open(account, `/project/${id}`);
  await studioPage.page.route(/\/assets\/project-operations-[^/]+\.js$/, (route) =>
    route.fulfill({ status: 404 }),
  );
  const reload = studioPage.toast('This part could not be loaded').getByRole('button', { name: 'Reload' });
  await expect(studioPage.badge).toHaveText('Saved');
  await studioPage.chooseFromProjectMenu('Delete');
  await studioPage.confirmation.getByRole('button', { name: 'Delete' }).click();
  await reload.click();
  await expect(reload).toBeHidden();
  await expect(studioPage.badge).toHaveText('Saved');
  await studioPage.button('Fork').click();
  await expect(reload).toBeVisible();
});

test('New: the HTML editor waits for text, and offers the templates, those of the chosen framework first', {
  tag: '@nightly',
}, async ({ studio, account, open }) => {
  const { id } = await storeProject(studio, account, project);
  const studioPage = await open(account, `/project/${id}`);
  await studioPage.loaded();
  await studioPage.button('New').click();
  await expect(studioPage.html.textbox).toBeFocused();
  await studioPage.page.keyboard.type('typed');
  expect(await studioPage.html.text()).toBe('typed');
  await studioPage.page.keyboard.press('Delete');

  const search = studioPage.framework.templates.getByRole('searchbox', { name: 'Search templates' });
  const groups = studioPage.framework.templates.getByRole('heading', { level: 4 });
  await studioPage.button('Start from a template').click();
  await expect(search).toBeFocused();
  await expect(groups.first()).toHaveText('Vanilla JS');
  await studioPage.framework.card('React').click();
  await expect(groups.first()).toHaveText('React');
  await search.fill('tailwind');
  await expect(studioPage.framework.template('Night sky')).toBeHidden();
  await search.fill('nothing is like this');
  await expect(studioPage.framework.templates).toContainText('No templates found');
  await search.fill('NIGHT');
  await studioPage.framework.template('Night sky').click();
  await expect(studioPage.framework.dialog).toBeHidden();
  await expect(studioPage.html.textbox).toBeFocused();
  await expect.poll(() => studioPage.html.text()).not.toBe('');

  await studioPage.chooseFromProjectMenu('Templates');
  await expect(search).toBeFocused();
});

test('New over unsaved changes: once confirmed, the HTML editor waits for text', async ({
  studio,
  account,
  open,
}) => {
  const { id } = await storeProject(studio, account, project);
  const studioPage = await open(account, `/project/${id}`);
  await studioPage.loaded();
  // So that the text stays unsaved.
  await studioPage.page.route(`**/api/projects/${id}`, (route) => route.abort());
  await studioPage.html.append('<p>unsaved</p>');
  await studioPage.button('New').click();
  await studioPage.confirmation.getByRole('button', { name: 'New project' }).click();
  await expect(studioPage.toast('New project created')).toBeVisible();
  await expect(studioPage.html.textbox).toBeFocused();
  await studioPage.page.keyboard.type('typed');
  expect(await studioPage.html.text()).toBe('typed');
});

test('F1 opens the one palette, from an editor as well', async ({ account, open }) => {
  const studioPage = await open(account);
  const { keyboard } = studioPage.page;
  const commands = studioPage.page.getByRole('dialog', { name: 'Commands' });
  await studioPage.loaded();
  await studioPage.html.textbox.focus();
  await keyboard.press('F1');
  await expect(commands.getByRole('combobox')).toBeFocused();
  await expect(studioPage.page.locator('.quick-input-widget')).toBeHidden();
  await keyboard.press('F1');
  await expect(commands).toHaveCount(1);
  await keyboard.type('rename');
  await keyboard.press('Enter');
  await expect(studioPage.title).toBeFocused();
});

test('an editor that the palette maximizes has the caret', async ({ studio, account, open }) => {
  const { id } = await storeProject(studio, account, project);
  const studioPage = await open(account, `/project/${id}`);
  const { keyboard } = studioPage.page;
  await studioPage.loaded();
  await studioPage.html.textbox.focus();
  await keyboard.press('F1');
  await expect(studioPage.page.getByRole('combobox', { name: 'Search commands' })).toBeFocused();
  await keyboard.type('maximize css');
  await keyboard.press('Enter');
  await expect(studioPage.css.minimize).toBeVisible();
  await expect(studioPage.css.textbox).toBeFocused();
});

test('a search in an editor stands neither in front of the palette nor in front of the preview', async ({
  studio,
  account,
  open,
}) => {
  const { id } = await storeProject(studio, account, { html: '<input aria-label="In the page">' });
  const studioPage = await open(account, `/project/${id}`);
  const { keyboard } = studioPage.page;
  await studioPage.loaded();
  await studioPage.html.textbox.focus();
  await keyboard.press('Control+f');
  await expect(studioPage.html.pane.getByRole('textbox', { name: 'Find' })).toBeFocused();
  const field = studioPage.preview.document.getByRole('textbox', { name: 'In the page' });
  // Again, because the focus is returned to whoever typed a moment ago, and this page sees no pointer over the frame.
  await expect(async () => {
    await field.click();
    await expect(field).toBeFocused({ timeout: 1_000 });
  }).toPass();
  await keyboard.type('kept');
  await expect(field).toHaveValue('kept');

  await studioPage.html.textbox.focus();
  await keyboard.press('Escape');
  await keyboard.press('F1');
  const commands = studioPage.page.getByRole('dialog', { name: 'Commands' });
  await expect(commands.getByRole('combobox')).toBeFocused();
});
