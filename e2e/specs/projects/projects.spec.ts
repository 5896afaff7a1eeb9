import { projectRoutes } from '@studio/contract/http/projects';
import { framePermissions } from '@studio/contract/sandbox-frame';
import { listOwn, readProject, register, storeProject } from '../../fixtures/accounts.ts';
import { textFile } from '../../fixtures/files.ts';
import { compose } from '../../fixtures/input/input-method.ts';
import { expect, test } from '../../fixtures/test.ts';
import { inVisualOrder } from '../../fixtures/visual-order.ts';
import { callApi } from '../../stack/api.ts';

const piece = { title: 'Piece', html: '<p>piece</p>', css: '', js: '' };

test('unsaved changes are asked about before New; Cancel keeps them', async ({ studio, account, open }) => {
  const project = await storeProject(studio, account, piece);
  const studioPage = await open(account, `/project/${project.id}`);
  await expect(studioPage.badge).toHaveText('Saved');
  await studioPage.loaded();
  await studioPage.page.context().setOffline(true);
  await studioPage.html.append('<p>unsaved</p>');
  await studioPage.button('New').click();
  await expect(studioPage.confirmation).toContainText(
    'You have unsaved changes. Are you sure you want to create a new project?',
  );
  const buttons = studioPage.confirmation.getByRole('button');
  await expect(buttons.last()).toHaveText('Cancel');
  await buttons.last().click();
  await expect.poll(() => studioPage.html.text()).toBe(`${piece.html}<p>unsaved</p>`);
  await studioPage.button('New').click();
  await studioPage.confirmation.getByRole('button').first().click();
  await expect(studioPage.badge).toHaveText('New Project');
  await expect(studioPage.preview.document.getByText('unsaved')).toBeHidden();
});

test('Your Projects: counted, loaded, deleted and brought back', { tag: '@smoke' }, async ({
  studio,
  account,
  open,
}) => {
  await storeProject(studio, account, { ...piece, title: 'Alpha', html: '<p>alpha</p>' });
  const beta = await storeProject(studio, account, { ...piece, title: 'Beta' });
  const studioPage = await open(account);
  await studioPage.button('Projects').click();
  await expect(studioPage.yourProjects.dialog).toContainText('2');
  await studioPage.yourProjects.button('Alpha', 'Load').click();
  await expect(studioPage.toast('Project loaded')).toBeVisible();
  await expect(studioPage.preview.document.getByText('alpha')).toBeVisible();

  await studioPage.button('Projects').click();
  await studioPage.yourProjects.button('Beta', 'Delete').click();
  await expect(studioPage.confirmation).toContainText(
    'Delete Beta? It stays in the trash for 30 days; after that this action cannot be undone.',
  );
  await studioPage.confirmation.getByRole('button').first().click();
  await expect(studioPage.yourProjects.card('Beta')).toContainText('In the trash');
  await studioPage.toast('Project deleted').getByRole('button', { name: 'Undo' }).click();
  await expect(async () => {
    expect((await readProject(studio, account, beta.id)).title).toBe('Beta');
  }).toPass();
});

test('a project that loads slowly closes its own dialog, and none that was opened meanwhile', async ({
  studio,
  account,
  open,
}) => {
  const { id } = await storeProject(studio, account, { ...piece, title: 'Alpha' });
  const studioPage = await open(account);
  const { page } = studioPage;
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(`**/api/projects/${id}`, async (route) => {
    asked.resolve();
    await released.promise;
    await route.continue();
  });
  await studioPage.button('Projects').click();
  await studioPage.yourProjects.button('Alpha', 'Load').click();
  await asked.promise;
  await page.keyboard.press('Escape');
  await expect(studioPage.yourProjects.dialog).toBeHidden();
  await studioPage.button('Projects').click();
  await expect(studioPage.yourProjects.dialog).toBeVisible();
  released.resolve();
  await expect(studioPage.toast('Project loaded')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/project/${id}$`));
  await expect(studioPage.yourProjects.dialog).toBeVisible();
});

test('the trash holds what was deleted, and gives it back with its text', async ({
  studio,
  account,
  open,
}) => {
  for (const title of ['Delta', 'Omega']) {
    const { id } = await storeProject(studio, account, { ...piece, title });
    await callApi(studio.url, projectRoutes.deleteProject, { token: account.token, params: { id } });
  }
  const studioPage = await open(account);
  await studioPage.button('Projects').click();
  await studioPage.yourProjects.dialog.getByRole('button', { name: 'Trash' }).click();
  await studioPage.trash.getByRole('searchbox').fill('delta');
  await expect(studioPage.trash.getByRole('listitem')).toHaveCount(1);
  await expect(studioPage.trash.getByRole('listitem', { name: 'Delta' })).toContainText('30 days left');
  await studioPage.trash.getByRole('button', { name: 'Restore' }).click();
  await studioPage.trash.getByRole('button', { name: 'Load' }).click();
  await expect(studioPage.title).toHaveValue('Delta');
  await expect.poll(() => studioPage.html.text()).toBe(piece.html);
});

test('an open trash shows what is restored in another window, and what goes again', async ({
  studio,
  account,
  open,
}) => {
  const { id } = await storeProject(studio, account, { title: 'Sundial' });
  const own = { token: account.token, params: { id } };
  await callApi(studio.url, projectRoutes.deleteProject, own);
  const studioPage = await open(account);
  await studioPage.button('Projects').click();
  await studioPage.yourProjects.dialog.getByRole('button', { name: 'Trash' }).click();
  const sundial = studioPage.trash.getByRole('listitem', { name: 'Sundial' });
  await expect(sundial.getByRole('button', { name: 'Restore' })).toBeVisible();
  await callApi(studio.url, projectRoutes.restoreProject, own);
  await expect(sundial.getByRole('button', { name: 'Load' })).toBeVisible();
  await callApi(studio.url, projectRoutes.deleteProject, own);
  await expect(sundial.getByRole('button', { name: 'Restore' })).toBeVisible();
});

test('revision history shows what an earlier save differs in, and brings it back; unsaved text is kept in it', {
  tag: '@smoke',
}, async ({ studio, account, open }) => {
  const project = await storeProject(studio, account, { ...piece, html: '<p>first words</p>' });
  await callApi(studio.url, projectRoutes.updateProject, {
    token: account.token,
    params: { id: project.id },
    body: { html: '<p>second words</p>' },
  });
  const studioPage = await open(account, `/project/${project.id}`);
  await expect(studioPage.badge).toHaveText('Saved');
  await studioPage.loaded();
  await studioPage.html.replace('<p>third words</p>');
  await studioPage.chooseFromProjectMenu('Revision history');
  await studioPage.revisions.choices.last().press('Space');
  await expect(studioPage.revisions.lines('before')).toHaveText('<p>first words</p>');
  await expect(studioPage.revisions.lines('after')).toHaveText('<p>third words</p>');

  await studioPage.revisions.restore.click();
  await expect(studioPage.revisions.dialog).toBeHidden();
  await expect.poll(() => studioPage.html.text()).toBe('<p>first words</p>');
  await expect(studioPage.preview.document.getByText('first words')).toBeVisible();
  await studioPage.chooseFromProjectMenu('Revision history');
  await expect(studioPage.revisions.choices).toHaveCount(4);
  await studioPage.revisions.choices.nth(1).press('Space');
  await expect(studioPage.revisions.lines('before')).toHaveText('<p>third words</p>');
});

test("details are written by a project's owner, by an input method, too, and read by others", async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, { ...piece, isPublic: true });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.chooseFromProjectMenu('Project details');
  await studioPage.details.getByRole('textbox', { name: 'Description' }).fill('Water on glass');
  const tagsField = studioPage.details.getByRole('textbox', { name: 'Tags' });
  await tagsField.fill('rain, canvas');
  await compose(studioPage.page, 'あ,め', 'Enter', '雨,硝子,');
  await expect(
    studioPage.details.getByRole('list', { name: 'Tags of this project' }).getByRole('listitem'),
  ).toHaveText(['rain', 'canvas', '雨', '硝子']);
  await compose(studioPage.page, 'すな', 'Escape', '砂');
  await studioPage.details.getByRole('button', { name: 'Save' }).click();
  await expect(studioPage.badge).toHaveText('Saved');
  await studioPage.title.selectText();
  await compose(studioPage.page, 'とう', 'Enter', '東');
  await compose(studioPage.page, 'きょう', 'Escape', '京');
  await studioPage.title.press('Enter');
  await expect(studioPage.title).toBeFocused();
  await expect.poll(async () => (await readProject(studio, account, project.id)).title).toBe('東京');
  const { description, tags } = await readProject(studio, account, project.id);
  expect({ description, tags }).toEqual({
    description: 'Water on glass',
    tags: ['rain', 'canvas', '雨', '硝子', '砂'],
  });

  const reader = await open(await register(studio), `/project/${project.id}`);
  await reader.chooseFromProjectMenu('Project details');
  await expect(reader.details).toContainText('Water on glass');
  await expect(reader.details.getByRole('textbox')).toHaveCount(0);
});

test('deleting the open project leaves a blank one', async ({ studio, account, open }) => {
  const project = await storeProject(studio, account, { ...piece, title: 'Gamma' });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.button('Projects').click();
  await studioPage.yourProjects.button('Gamma', 'Delete').click();
  await studioPage.confirmation.getByRole('button').first().click();
  await expect(studioPage.yourProjects.card('Gamma')).toContainText('In the trash');
  await studioPage.yourProjects.close.click();
  await expect(studioPage.badge).toHaveText('New Project');
});

test('Browse Public Projects: found by search, liked, and the like is live in another window', {
  tag: '@smoke',
}, async ({ studio, account, open }) => {
  const author = await register(studio, 'maker');
  const title = `Kaleidoscope ${author.username}`;
  await storeProject(studio, author, { ...piece, title, isPublic: true, tags: ['colour'] });
  const studioPage = await open(account);
  const other = await open(author);
  for (const window of [studioPage, other]) {
    await window.button('Browse Public Projects').click();
    await window.browse.search.fill(title);
    await expect(window.browse.card(title)).toBeVisible();
  }
  await expect(studioPage.browse.card(title)).toContainText(author.username);
  await studioPage.browse.button(title, 'Like').click();
  await expect(studioPage.browse.button(title, 'Like')).toHaveAttribute('aria-pressed', 'true');
  await expect(other.browse.card(title).getByText('1', { exact: true })).toBeVisible();
});

test('H65: markup and changes of direction in titles, tags, descriptions, files and errors are shown literally and stay there', {
  tag: '@nightly',
}, async ({ studio, account, open }) => {
  const payload = '<img src=x onerror="document.documentElement.dataset.ran=1">';
  const file = '<img src=x onerror=alert()>.txt';
  // This character reverses the text that follows in its line.
  const override = '\u202e';
  const title = payload + override;
  const project = await storeProject(studio, account, {
    ...piece,
    title,
    description: payload,
    tags: ['<b>bold</b>'],
    js: `console.log(${JSON.stringify(payload)}); setTimeout(() => { throw new Error(${JSON.stringify(payload)}); });`,
    isPublic: true,
    isEmbeddable: true,
  });
  const studioPage = await open(account, `/project/${project.id}`);
  const { page } = studioPage;
  const asText = async () => {
    await expect(page.locator('img[src="x"], dialog b, [role=dialog] b')).toHaveCount(0);
    await expect(page.locator('html')).not.toHaveAttribute('data-ran');
  };
  await expect(studioPage.title).toHaveValue(title);
  await expect(page).toHaveTitle(`\u2068${payload}\u2069 - CodeStudio`);
  await studioPage.consoleToggle.click();
  await expect(studioPage.console.panel).toContainText(`Error: ${payload}`);
  await studioPage.assets.open();
  await studioPage.assets.pick(textFile(file, 'text'));
  await expect(studioPage.assets.card(file)).toBeVisible();
  await asText();

  await studioPage.button('Browse Public Projects').click();
  await studioPage.browse.search.fill('<img src=x');
  await expect(studioPage.browse.card(payload)).toContainText('<b>bold</b>');
  await asText();
  await page.keyboard.press('Escape');
  await studioPage.button('Projects').click();
  await studioPage.yourProjects.button(payload, 'Delete').click();
  await expect(studioPage.confirmation).toContainText(`Delete \u2068${payload}\u2069?`);
  expect(await inVisualOrder(studioPage.confirmation, 'this action cannot be undone')).toBe(
    'thisactioncannotbeundone',
  );
  await studioPage.confirmation.getByRole('button', { name: 'Cancel' }).click();
  await asText();

  await page.goto(`${studio.url}/preview/${project.id}`);
  await expect(page.getByRole('heading', { name: `Preview - ${payload}` })).toBeVisible();
  await asText();
  await page.goto(`${studio.url}/embed/${project.id}?tabs=js,result`);
  await expect(page).toHaveTitle(title);
  await expect(page.getByRole('tabpanel')).toContainText(JSON.stringify(payload).slice(1, 20));
  await asText();
});

test('Share and Fork need a saved and public project, and say so', async ({ studio, account, open }) => {
  const studioPage = await open(account);
  await studioPage.button('New').click();
  await studioPage.button('Share').click();
  await expect(studioPage.toast('Cannot share')).toBeVisible();
  await studioPage.button('Fork').click();
  await expect(studioPage.toast('Cannot fork')).toBeVisible();

  const project = await storeProject(studio, account, piece);
  await studioPage.page.goto(`${studio.url}/project/${project.id}`);
  await expect(studioPage.badge).toHaveText('Saved');
  await studioPage.button('Share').click();
  await expect(studioPage.toast('Cannot share private project')).toBeVisible();
  await studioPage.button('Fork').click();
  await expect(studioPage.toast('Cannot fork private project')).toContainText(
    'Only public projects can be forked.',
  );
});

test('visibility and embedding change at once and leave unsaved text alone', { tag: '@nightly' }, async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, piece);
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.chooseVisibility('Make public');
  await expect.poll(async () => (await readProject(studio, account, project.id)).isPublic).toBe(true);
  await studioPage.chooseVisibility('Enable embedding');
  await expect.poll(async () => (await readProject(studio, account, project.id)).isEmbeddable).toBe(true);
  await studioPage.chooseVisibility('Embed Code');
  const snippet = studioPage.embedCode.getByRole('textbox', { name: 'Embed snippet' });
  const address = `${studio.url}/embed/${project.id}`;
  await expect(snippet).toHaveValue(
    `<iframe src="${address}" width="100%" height="600" title="${project.title}" allow="${framePermissions}" style="border:0;max-width:100%"></iframe>`,
  );

  await studioPage.embedCode.getByRole('checkbox', { name: 'HTML' }).check();
  await studioPage.embedCode.getByRole('checkbox', { name: 'Result' }).check();
  await studioPage.embedCode.getByRole('combobox', { name: 'Theme' }).selectOption('Light');
  await studioPage.embedCode.getByRole('textbox', { name: 'Height' }).fill('400');
  await expect(snippet).toHaveValue(
    `<iframe src="${address}?tabs=html,result&theme=light" width="100%" height="400" title="${project.title}" allow="${framePermissions}" style="border:0;max-width:100%"></iframe>`,
  );
  const opened = studioPage.page.waitForEvent('popup');
  await studioPage.embedCode.getByRole('link', { name: 'Open the embed' }).click();
  await expect((await opened).getByRole('tab')).toHaveText(['HTML', 'Result']);
});

test('the Embed Code dialog shows the embed as it is chosen, which is no view and no stop for Tab', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, { ...piece, isEmbeddable: true });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.chooseVisibility('Embed Code');
  const frame = studioPage.embedCode.locator('iframe');
  const embed = frame.contentFrame();
  await studioPage.embedCode.getByRole('checkbox', { name: 'HTML' }).check();
  await expect(embed.getByText('<p>piece</p>')).toBeVisible();
  await studioPage.embedCode.getByRole('checkbox', { name: 'HTML' }).uncheck();
  await expect(embed.frameLocator('iframe').getByText('piece')).toBeVisible();
  const height = studioPage.embedCode.getByRole('textbox', { name: 'Height' });
  await height.fill('400');
  await expect(height).toBeFocused();
  await expect(frame).toHaveCSS('height', '400px');
  expect((await readProject(studio, account, project.id)).views).toBe(0);
});

test('a project that its owner deletes elsewhere stays on screen, with a notice, over a maximized editor, too', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, piece);
  const studioPage = await open(account);
  await studioPage.page.goto('about:blank');
  const watching = studioPage.watching();
  await studioPage.page.goto(`${studio.url}/project/${project.id}`);
  await watching;
  await expect(studioPage.badge).toHaveText('Saved');
  await studioPage.html.maximize.click();
  await callApi(studio.url, projectRoutes.deleteProject, {
    token: account.token,
    params: { id: project.id },
  });
  const notice = studioPage.page.getByText('This project was removed');
  await expect(notice).toBeVisible();
  // A click that arrives proves that nothing covers it.
  await notice.click();
  await studioPage.badge.click();
  await expect.poll(() => studioPage.html.text()).toBe(piece.html);
});

test('a shared link to a private project leads home and says why', async ({ studio, account, open }) => {
  const author = await register(studio);
  const hidden = await storeProject(studio, author, piece);
  const studioPage = await open(account, `/project/${hidden.id}`);
  await expect(studioPage.toast('Failed to load shared project')).toContainText(
    "The project may be private or doesn't exist",
  );
  await expect(studioPage.page).toHaveURL(`${studio.url}/`);
});

test('a visitor sees the welcome project first', async ({ studio, account, open }) => {
  const studioPage = await open(account);
  await expect(studioPage.title).toHaveValue('Welcome to CodeStudio');
  await expect(studioPage.badge).toHaveText('Shared');
  expect(await listOwn(studio, account)).toHaveLength(0);
});

test('the welcome project comes to rest, and moves again when asked to', { tag: '@nightly' }, async ({
  account,
  open,
}) => {
  const studioPage = await open(account);
  const drawn = () =>
    studioPage.preview.document.locator('#sky').evaluate((sky: HTMLCanvasElement) => sky.toDataURL());
  const isStill = async () => {
    const before = await drawn();
    await studioPage.preview.document
      .locator('html')
      .evaluate(() => new Promise((next) => requestAnimationFrame(next)));
    return before === (await drawn());
  };
  await expect(studioPage.preview.document.locator('#burst')).toBeVisible();
  await expect.poll(isStill).toBe(true);
  const resting = await drawn();
  await studioPage.preview.document.locator('#burst').press('Enter');
  await expect.poll(drawn).not.toBe(resting);
  await expect.poll(isStill).toBe(true);
});
