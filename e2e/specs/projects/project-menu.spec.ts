import { listOwn, readProject, storeProject } from '../../fixtures/accounts.ts';
import { expect, test } from '../../fixtures/test.ts';

const project = { title: 'Clock', html: '<p>tick</p>', css: 'p { margin: 0 }', js: '' };

test('the project menu renames the project and deletes it, after a question and with a way back', async ({
  studio,
  account,
  open,
}) => {
  const { id } = await storeProject(studio, account, project);
  const desk = await open(account, `/project/${id}`);
  await expect(desk.title).toHaveValue('Clock');
  await desk.chooseFromProjectMenu('Rename');
  await expect(desk.title).toBeFocused();
  await desk.page.keyboard.type('Water clock');
  await desk.page.keyboard.press('Enter');
  await expect(desk.badge).toHaveText('Saved');
  expect((await readProject(studio, account, id)).title).toBe('Water clock');

  await desk.chooseFromProjectMenu('Delete');
  await expect(desk.confirmation).toContainText('Delete Water clock?');
  await desk.confirmation.getByRole('button', { name: 'Cancel' }).click();
  await expect(desk.title).toHaveValue('Water clock');
  await desk.html.append('<p>unsaved</p>');
  await desk.chooseFromProjectMenu('Delete');
  await desk.confirmation.getByRole('button', { name: 'Delete' }).click();
  await expect(desk.title).toHaveValue('Untitled');
  await expect(desk.page).toHaveURL(`${studio.url}/`);
  expect(await listOwn(studio, account)).toEqual([]);

  await desk.toast('Project deleted').getByRole('button', { name: 'Undo' }).click();
  await expect(desk.title).toHaveValue('Water clock');
  await expect(desk.page).toHaveURL(`${studio.url}/project/${id}`);
  expect(await desk.html.text()).toContain('unsaved');
});

test('New: the HTML editor waits for text, and offers the templates, those of the chosen framework first', async ({
  studio,
  account,
  open,
}) => {
  const { id } = await storeProject(studio, account, project);
  const desk = await open(account, `/project/${id}`);
  await desk.loaded();
  await desk.button('New').click();
  await expect(desk.html.textbox).toBeFocused();
  await desk.page.keyboard.type('typed');
  expect(await desk.html.text()).toBe('typed');
  await desk.page.keyboard.press('Delete');

  const search = desk.framework.templates.getByRole('searchbox', { name: 'Search templates' });
  const groups = desk.framework.templates.getByRole('heading', { level: 4 });
  await desk.button('Start from a template').click();
  await expect(search).toBeFocused();
  await expect(groups.first()).toHaveText('Vanilla JS');
  await desk.framework.card('React').click();
  await expect(groups.first()).toHaveText('React');
  await search.fill('tailwind');
  await expect(desk.framework.template('Night sky')).toBeHidden();
  await search.fill('nothing is like this');
  await expect(desk.framework.templates).toContainText('No templates found');
  await search.fill('NIGHT');
  await desk.framework.template('Night sky').click();
  await expect(desk.framework.dialog).toBeHidden();
  await expect(desk.html.textbox).toBeFocused();
  await expect.poll(() => desk.html.text()).not.toBe('');

  await desk.chooseFromProjectMenu('Templates');
  await expect(search).toBeFocused();
});

test('F1 opens the one palette, from an editor as well', async ({ account, open }) => {
  const desk = await open(account);
  const { keyboard } = desk.page;
  const commands = desk.page.getByRole('dialog', { name: 'Commands' });
  await desk.loaded();
  await desk.html.textbox.focus();
  await keyboard.press('F1');
  await expect(commands.getByRole('combobox')).toBeFocused();
  await expect(desk.page.locator('.quick-input-widget')).toBeHidden();
  await keyboard.press('F1');
  await expect(commands).toHaveCount(1);
  await keyboard.type('rename');
  await keyboard.press('Enter');
  await expect(desk.title).toBeFocused();
});
