import { authRoutes } from '@studio/contract/http/auth';
import { listOwn, readProject, register, storeProject } from '../../fixtures/accounts.ts';
import { expect, LoginPage, test } from '../../fixtures/test.ts';
import { StudioPage } from '../../pages/studio-page.ts';
import { callApi } from '../../stack/api.ts';

const draft = { title: 'Notes', html: '<p id="out">first</p>', css: '', js: '' };

test('Auto Save, switched on, saves what is unsaved already', async ({ studio, account, open }) => {
  const { id } = await storeProject(studio, account, { html: 'one' });
  const studioPage = await open(account);
  await studioPage.page.clock.install();
  await studioPage.page.goto(`${studio.url}/project/${id}`);
  await studioPage.loaded();
  await studioPage.button('Settings').click();
  const autoSave = studioPage.settings.getByRole('switch', { name: 'Auto Save' });
  await autoSave.uncheck();
  await studioPage.html.replace('two');
  await expect(studioPage.badge).toHaveText('Unsaved');
  // The pause after which Auto Save would have saved it.
  await studioPage.page.clock.runFor(10_000);
  await autoSave.check();
  await expect(studioPage.badge).toHaveText('Saved');
});

test('typing is saved by itself, and Saved is shown only when the server has it', { tag: '@smoke' }, async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, draft);
  const studioPage = await open(account, `/project/${project.id}`);
  await expect(studioPage.badge).toHaveText('Saved');
  await studioPage.html.append('<p>second</p>');
  await expect(studioPage.badge).not.toHaveText('Saved');
  await expect(studioPage.badge).toHaveText('Saved');
  expect((await readProject(studio, account, project.id)).html).toBe(`${draft.html}<p>second</p>`);
});

test('a new project is saved by itself once a source has more than 10 characters', { tag: '@smoke' }, async ({
  studio,
  account,
  open,
}) => {
  const studioPage = await open(account);
  await studioPage.button('New').click();
  await expect(studioPage.badge).toHaveText('New Project');
  await studioPage.html.replace('<b>short');
  await expect(studioPage.badge).toHaveText('Unsaved');
  await studioPage.html.append('</b> no more');
  await expect(studioPage.badge).toHaveText('Saved');
  const own = await listOwn(studio, account);
  expect(own).toHaveLength(1);
});

test('Ctrl+S saves at once, from the editor and from anywhere in the page', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, draft);
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.html.append('<i>1</i>');
  await studioPage.page.keyboard.press('Control+s');
  await expect(studioPage.toast('Project saved')).toBeVisible();
  await studioPage.title.fill('Notes, renamed');
  await studioPage.page.keyboard.press('Control+s');
  await expect(studioPage.badge).toHaveText('Saved');
  await expect
    .poll(async () => (await readProject(studio, account, project.id)).title)
    .toBe('Notes, renamed');
});

test('closing the tab right after typing loses nothing', { tag: '@smoke' }, async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, draft);
  const studioPage = await open(account, `/project/${project.id}`);
  // Chromium closes a page that is busy, as while the editor loads, without an event; its draft comes back later.
  await studioPage.loaded();
  await studioPage.html.append('<p>last words</p>');
  await studioPage.page.close({ runBeforeUnload: false });
  await expect
    .poll(async () => (await readProject(studio, account, project.id)).html)
    .toBe(`${draft.html}<p>last words</p>`);
});

test('H26: two windows save the same version: the second keeps both texts', { tag: '@nightly' }, async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, draft);
  const first = await open(account, `/project/${project.id}`);
  const second = await open(account, `/project/${project.id}`);
  await expect(second.badge).toHaveText('Saved');
  await second.page.context().setOffline(true);
  await second.html.replace('<p>from the second</p>');
  await first.html.replace('<p>from the first</p>');
  await first.page.keyboard.press('Control+s');
  await expect(first.badge).toHaveText('Saved');

  await second.page.context().setOffline(false);
  await expect(second.conflict).toBeVisible();
  await expect(second.conflict).toContainText('from the first');
  await expect(second.conflict).toContainText('from the second');
  expect((await readProject(studio, account, project.id)).html).toBe('<p>from the first</p>');

  await second.conflict.getByRole('button', { name: 'Save as copy' }).click();
  await expect(second.conflict).toBeHidden();
  await expect
    .poll(async () => (await listOwn(studio, account)).length, { message: 'the copy is stored' })
    .toBe(2);
  expect((await readProject(studio, account, project.id)).html).toBe('<p>from the first</p>');
});

for (const [choice, kept] of [
  ['Keep mine', '<p>from the second</p>'],
  ['Take theirs', '<p>from the first</p>'],
] as const) {
  test(`H26: ${choice} ends the conflict with that text everywhere`, {
    tag: choice === 'Take theirs' ? '@smoke' : [],
  }, async ({ studio, account, open }) => {
    const project = await storeProject(studio, account, draft);
    const studioPage = await open(account, `/project/${project.id}`);
    await expect(studioPage.badge).toHaveText('Saved');
    await studioPage.page.context().setOffline(true);
    await studioPage.html.replace('<p>from the second</p>');
    const other = await open(account, `/project/${project.id}`);
    await other.html.replace('<p>from the first</p>');
    await other.page.keyboard.press('Control+s');
    await expect(other.badge).toHaveText('Saved');
    await studioPage.page.context().setOffline(false);
    await studioPage.conflict.getByRole('button', { name: choice }).click();
    await expect(studioPage.badge).toHaveText('Saved');
    expect((await readProject(studio, account, project.id)).html).toBe(kept);
    await expect.poll(() => studioPage.html.text()).toBe(kept);
  });
}

test('a project that is also open in another window says so until that is closed', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, draft);
  const first = await open(account, `/project/${project.id}`);
  const notice = 'This project is also open in another window.';
  await first.loaded();
  await expect(first.page.getByText(notice)).toBeHidden();
  const second = new StudioPage(await first.page.context().newPage());
  await second.page.goto(first.page.url());
  for (const studioPage of [first, second]) await expect(studioPage.page.getByText(notice)).toBeVisible();
  await first.button('Got it').click();
  await expect(first.page.getByText(notice)).toBeHidden();
  await first.page.close();
  await expect(second.page.getByText(notice)).toBeHidden();
});

test('a clean window of the same person takes over what another one saved', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, draft);
  const watching = await open(account, `/project/${project.id}`);
  await expect(watching.badge).toHaveText('Saved');
  const writing = await open(account, `/project/${project.id}`);
  await writing.html.replace('<p>news</p>');
  await expect(watching.preview.document.getByText('news')).toBeVisible();
  await expect(watching.badge).toHaveText('Saved');
});

test('H32: a session that ended during auto-save: the text is kept and saved after signing in', {
  tag: '@smoke',
}, async ({ studio, account, open }) => {
  const project = await storeProject(studio, account, draft);
  const studioPage = await open(account, '/login');
  // Without a socket, the save is the first to learn of it.
  await studioPage.page.routeWebSocket(/\/socket\.io\//, (socket) => socket.close());
  await studioPage.page.route('**/socket.io/**', (route) => route.abort());
  await studioPage.page.goto(`${studio.url}/project/${project.id}`);
  await expect(studioPage.badge).toHaveText('Saved');
  const refused = studioPage.page.waitForResponse((response) => response.status() === 401);
  await callApi(studio.url, authRoutes.logout, { token: account.token });
  await studioPage.html.append('<p>written without a session</p>');
  expect((await refused).request().method()).toBe('PUT');
  await expect(studioPage.page).toHaveURL(`${studio.url}/login`);
  await new LoginPage(studioPage.page).signIn(account);
  await expect(studioPage.badge).toHaveText('Saved');
  const { email, password } = account;
  const { access_token: token } = await callApi(studio.url, authRoutes.login, { body: { email, password } });
  await expect
    .poll(async () => (await readProject(studio, { ...account, token }, project.id)).html)
    .toBe(`${draft.html}<p>written without a session</p>`);
});

test('what was typed while the server was away is offered again after a crash of the page', {
  tag: '@nightly',
}, async ({ mortalStudio, open }) => {
  const person = await register(mortalStudio);
  const project = await storeProject(mortalStudio, person, draft);
  const studioPage = await open(person, `/project/${project.id}`, mortalStudio);
  await studioPage.loaded();
  await mortalStudio.kill();
  await studioPage.html.append('<p>only here</p>');
  await expect(studioPage.badge).not.toHaveText('Saved');
  await expect(studioPage.preview.document.getByText('only here')).toBeVisible();
  await studioPage.page.goto('about:blank');
  await mortalStudio.restart();
  await studioPage.page.goto(`${mortalStudio.url}/project/${project.id}`);
  await studioPage.button('Restore').click();
  await expect
    .poll(async () => (await readProject(mortalStudio, person, project.id)).html)
    .toBe(`${draft.html}<p>only here</p>`);
  await expect(studioPage.badge).toHaveText('Saved');
});

test('Back from unsaved text to an earlier project asks first, and what is left is offered at /', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, draft);
  const studioPage = await open(account, `/project/${project.id}`);
  await expect(studioPage.badge).toHaveText('Saved');
  await studioPage.button('New').click();
  await expect(studioPage.badge).toHaveText('New Project');
  await studioPage.html.replace('<b>short');
  await studioPage.page.goBack();
  await studioPage.page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(studioPage.page).toHaveURL(`${studio.url}/`);
  await expect.poll(() => studioPage.html.text()).toBe('<b>short');
  await studioPage.page.goto(`${studio.url}/project/${project.id}`);
  await expect(studioPage.badge).toHaveText('Saved');
  await studioPage.page.goto(`${studio.url}/`);
  await studioPage.button('Restore').click();
  await expect(studioPage.badge).toHaveText('Unsaved');
  await expect.poll(() => studioPage.html.text()).toBe('<b>short');
});

test('somebody else’s project is saved as a private copy', async ({ studio, account, open }) => {
  const author = await register(studio);
  const theirs = await storeProject(studio, author, { ...draft, isPublic: true });
  const studioPage = await open(account, `/project/${theirs.id}`);
  await expect(studioPage.badge).toHaveText('Shared');
  await studioPage.html.append('<p>my touch</p>');
  await studioPage.button('Save Copy').click();
  await expect(studioPage.toast('Project copy saved')).toBeVisible();
  await expect(studioPage.page).toHaveURL(`${studio.url}/`);
  const [copy] = await listOwn(studio, account);
  expect(copy).toMatchObject({ isPublic: false, username: account.username });
  expect((await readProject(studio, author, theirs.id)).html).toBe(draft.html);
});
