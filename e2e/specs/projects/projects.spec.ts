import { projectRoutes } from '@studio/contract/http/projects';
import { listOwn, readProject, register, storeProject } from '../../fixtures/accounts.ts';
import { asSeen } from '../../fixtures/as-seen.ts';
import { textFile } from '../../fixtures/files.ts';
import { compose } from '../../fixtures/input/input-method.ts';
import { expect, test } from '../../fixtures/test.ts';
import { callApi } from '../../stack/api.ts';

const piece = { title: 'Piece', html: '<p>piece</p>', css: '', js: '' };

test('unsaved changes are asked about before New; Cancel keeps them', async ({ studio, account, open }) => {
  const project = await storeProject(studio, account, piece);
  const desk = await open(account, `/project/${project.id}`);
  await expect(desk.badge).toHaveText('Saved');
  await desk.loaded();
  await desk.page.context().setOffline(true);
  await desk.html.append('<p>unsaved</p>');
  await desk.button('New').click();
  await expect(desk.confirmation).toContainText(
    'You have unsaved changes. Are you sure you want to create a new project?',
  );
  const buttons = desk.confirmation.getByRole('button');
  await expect(buttons.last()).toHaveText('Cancel');
  await buttons.last().click();
  await expect.poll(() => desk.html.text()).toBe(`${piece.html}<p>unsaved</p>`);
  await desk.button('New').click();
  await desk.confirmation.getByRole('button').first().click();
  await expect(desk.badge).toHaveText('New Project');
  await expect(desk.preview.document.getByText('unsaved')).toBeHidden();
});

test('Your Projects: counted, loaded, deleted and brought back', async ({ studio, account, open }) => {
  await storeProject(studio, account, { ...piece, title: 'Alpha', html: '<p>alpha</p>' });
  const beta = await storeProject(studio, account, { ...piece, title: 'Beta' });
  const desk = await open(account);
  await desk.button('Projects').click();
  await expect(desk.yourProjects.dialog).toContainText('2');
  await desk.yourProjects.button('Alpha', 'Load').click();
  await expect(desk.toast('Project loaded')).toBeVisible();
  await expect(desk.preview.document.getByText('alpha')).toBeVisible();

  await desk.button('Projects').click();
  await desk.yourProjects.button('Beta', 'Delete').click();
  await expect(desk.confirmation).toContainText(
    'Delete Beta? It stays in the trash for 30 days; after that this action cannot be undone.',
  );
  await desk.confirmation.getByRole('button').first().click();
  await expect(desk.yourProjects.card('Beta')).toContainText('In the trash');
  await desk.toast('Project deleted').getByRole('button', { name: 'Undo' }).click();
  await expect(async () => {
    expect((await readProject(studio, account, beta.id)).title).toBe('Beta');
  }).toPass();
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
  const desk = await open(account);
  await desk.button('Projects').click();
  await desk.yourProjects.dialog.getByRole('button', { name: 'Trash' }).click();
  await desk.trash.getByRole('searchbox').fill('delta');
  await expect(desk.trash.getByRole('listitem')).toHaveCount(1);
  await expect(desk.trash.getByRole('listitem', { name: 'Delta' })).toContainText('30 days left');
  await desk.trash.getByRole('button', { name: 'Restore' }).click();
  await desk.trash.getByRole('button', { name: 'Load' }).click();
  await expect(desk.title).toHaveValue('Delta');
  await expect.poll(() => desk.html.text()).toBe(piece.html);
});

test('revision history shows what an earlier save differs in, and brings it back; unsaved text is kept in it', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, { ...piece, html: '<p>first words</p>' });
  await callApi(studio.url, projectRoutes.updateProject, {
    token: account.token,
    params: { id: project.id },
    body: { html: '<p>second words</p>' },
  });
  const desk = await open(account, `/project/${project.id}`);
  await expect(desk.badge).toHaveText('Saved');
  await desk.loaded();
  await desk.html.replace('<p>third words</p>');
  await desk.chooseFromProjectMenu('Revision history');
  await desk.revisions.choices.last().press('Space');
  await expect(desk.revisions.lines('before')).toHaveText('<p>first words</p>');
  await expect(desk.revisions.lines('after')).toHaveText('<p>third words</p>');

  await desk.revisions.restore.click();
  await expect(desk.revisions.dialog).toBeHidden();
  await expect.poll(() => desk.html.text()).toBe('<p>first words</p>');
  await expect(desk.preview.document.getByText('first words')).toBeVisible();
  await desk.chooseFromProjectMenu('Revision history');
  await expect(desk.revisions.choices).toHaveCount(4);
  await desk.revisions.choices.nth(1).press('Space');
  await expect(desk.revisions.lines('before')).toHaveText('<p>third words</p>');
});

test("details are written by a project's owner, by an input method, too, and read by others", async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, { ...piece, isPublic: true });
  const desk = await open(account, `/project/${project.id}`);
  await desk.chooseFromProjectMenu('Project details');
  await desk.details.getByRole('textbox', { name: 'Description' }).fill('Water on glass');
  const tagsField = desk.details.getByRole('textbox', { name: 'Tags' });
  await tagsField.fill('rain, canvas');
  await compose(desk.page, 'あ,め', 'Enter', '雨,硝子,');
  await expect(
    desk.details.getByRole('list', { name: 'Tags of this project' }).getByRole('listitem'),
  ).toHaveText(['rain', 'canvas', '雨', '硝子']);
  await compose(desk.page, 'すな', 'Escape', '砂');
  await desk.details.getByRole('button', { name: 'Save' }).click();
  await expect(desk.badge).toHaveText('Saved');
  await desk.title.selectText();
  await compose(desk.page, 'とう', 'Enter', '東');
  await compose(desk.page, 'きょう', 'Escape', '京');
  await desk.title.press('Enter');
  await expect(desk.title).not.toBeFocused();
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
  const desk = await open(account, `/project/${project.id}`);
  await desk.button('Projects').click();
  await desk.yourProjects.button('Gamma', 'Delete').click();
  await desk.confirmation.getByRole('button').first().click();
  await expect(desk.yourProjects.card('Gamma')).toContainText('In the trash');
  await desk.yourProjects.close.click();
  await expect(desk.badge).toHaveText('New Project');
});

test('Browse Public Projects: found by search, liked, and the like is live in another window', async ({
  studio,
  account,
  open,
}) => {
  const author = await register(studio, 'maker');
  const title = `Kaleidoscope ${author.username}`;
  await storeProject(studio, author, { ...piece, title, isPublic: true, tags: ['colour'] });
  const desk = await open(account);
  const other = await open(author);
  for (const window of [desk, other]) {
    await window.button('Browse Public Projects').click();
    await window.browse.search.fill(title);
    await expect(window.browse.card(title)).toBeVisible();
  }
  await expect(desk.browse.card(title)).toContainText(author.username);
  await desk.browse.button(title, 'Like').click();
  await expect(desk.browse.button(title, 'Like')).toHaveAttribute('aria-pressed', 'true');
  await expect(other.browse.card(title).getByText('1', { exact: true })).toBeVisible();
});

test('H65: markup and changes of direction in titles, tags, descriptions, files and errors are shown literally and stay there', async ({
  studio,
  account,
  open,
}) => {
  const payload = '<img src=x onerror="document.documentElement.dataset.ran=1">';
  const file = '<img src=x onerror=alert()>.txt';
  // What stands behind it in the same line would be turned around.
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
  const desk = await open(account, `/project/${project.id}`);
  const { page } = desk;
  const asText = async () => {
    await expect(page.locator('img[src="x"], dialog b, [role=dialog] b')).toHaveCount(0);
    await expect(page.locator('html')).not.toHaveAttribute('data-ran');
  };
  await expect(desk.title).toHaveValue(title);
  await expect(page).toHaveTitle(`\u2068${payload}\u2069 - CodeStudio`);
  await desk.consoleToggle.click();
  await expect(desk.console.panel).toContainText(`Error: ${payload}`);
  await desk.assets.open();
  await desk.assets.pick(textFile(file, 'text'));
  await expect(desk.assets.card(file)).toBeVisible();
  await asText();

  await desk.button('Browse Public Projects').click();
  await desk.browse.search.fill('<img src=x');
  await expect(desk.browse.card(payload)).toContainText('<b>bold</b>');
  await asText();
  await page.keyboard.press('Escape');
  await desk.button('Projects').click();
  await desk.yourProjects.button(payload, 'Delete').click();
  await expect(desk.confirmation).toContainText(`Delete \u2068${payload}\u2069?`);
  expect(await asSeen(desk.confirmation, 'this action cannot be undone')).toBe('thisactioncannotbeundone');
  await desk.confirmation.getByRole('button', { name: 'Cancel' }).click();
  await asText();

  await page.goto(`${studio.url}/preview/${project.id}`);
  await expect(page.getByRole('heading', { name: `Preview - \u2068${payload}\u2069` })).toBeVisible();
  await asText();
  await page.goto(`${studio.url}/embed/${project.id}?tabs=js,result`);
  await expect(page).toHaveTitle(title);
  await expect(page.getByRole('tabpanel')).toContainText(JSON.stringify(payload).slice(1, 20));
  await asText();
});

test('Share and Fork need a saved and public project, and say so', async ({ studio, account, open }) => {
  const desk = await open(account);
  await desk.button('New').click();
  await desk.button('Share').click();
  await expect(desk.toast('Cannot share')).toBeVisible();
  await desk.button('Fork').click();
  await expect(desk.toast('Cannot fork')).toBeVisible();

  const project = await storeProject(studio, account, piece);
  await desk.page.goto(`${studio.url}/project/${project.id}`);
  await expect(desk.badge).toHaveText('Saved');
  await desk.button('Share').click();
  await expect(desk.toast('Cannot share private project')).toBeVisible();
  await desk.button('Fork').click();
  await expect(desk.toast('Cannot fork private project')).toContainText(
    'Only public projects can be forked.',
  );
});

test('visibility and embedding change at once and leave unsaved text alone', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, piece);
  const desk = await open(account, `/project/${project.id}`);
  await desk.chooseVisibility('Make public');
  await expect.poll(async () => (await readProject(studio, account, project.id)).isPublic).toBe(true);
  await desk.chooseVisibility('Enable embedding');
  await expect.poll(async () => (await readProject(studio, account, project.id)).isEmbeddable).toBe(true);
  await desk.chooseVisibility('Embed Code');
  const snippet = desk.embedCode.getByRole('textbox', { name: 'Embed snippet' });
  const address = `${studio.url}/embed/${project.id}`;
  await expect(snippet).toHaveValue(`<iframe src="${address}" width="100%" height="600"></iframe>`);

  await desk.embedCode.getByRole('checkbox', { name: 'HTML' }).check();
  await desk.embedCode.getByRole('checkbox', { name: 'Result' }).check();
  await desk.embedCode.getByRole('combobox', { name: 'Theme' }).selectOption('Light');
  await desk.embedCode.getByRole('textbox', { name: 'Height' }).fill('400');
  await expect(snippet).toHaveValue(
    `<iframe src="${address}?tabs=html,result&theme=light" width="100%" height="400"></iframe>`,
  );
  const opened = desk.page.waitForEvent('popup');
  await desk.embedCode.getByRole('link', { name: 'Open the embed' }).click();
  await expect((await opened).getByRole('tab')).toHaveText(['HTML', 'Result']);
});

test('the Embed Code dialog shows the embed as it is chosen, which is no view and no stop for Tab', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, { ...piece, isEmbeddable: true });
  const desk = await open(account, `/project/${project.id}`);
  await desk.chooseVisibility('Embed Code');
  const frame = desk.embedCode.locator('iframe');
  const embed = frame.contentFrame();
  await desk.embedCode.getByRole('checkbox', { name: 'HTML' }).check();
  await expect(embed.getByText('<p>piece</p>')).toBeVisible();
  await desk.embedCode.getByRole('checkbox', { name: 'HTML' }).uncheck();
  await expect(embed.frameLocator('iframe').getByText('piece')).toBeVisible();
  const height = desk.embedCode.getByRole('textbox', { name: 'Height' });
  await height.fill('400');
  await expect(height).toBeFocused();
  await expect(frame).toHaveCSS('height', '400px');
  expect((await readProject(studio, account, project.id)).views).toBe(0);
});

test('a project that its owner deletes elsewhere is kept on the desk, with a notice, over a maximized editor, too', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, piece);
  const desk = await open(account);
  await desk.page.goto('about:blank');
  const watching = desk.watching();
  await desk.page.goto(`${studio.url}/project/${project.id}`);
  await watching;
  await expect(desk.badge).toHaveText('Saved');
  await desk.html.maximize.click();
  await callApi(studio.url, projectRoutes.deleteProject, {
    token: account.token,
    params: { id: project.id },
  });
  const notice = desk.page.getByText('This project was removed');
  await expect(notice).toBeVisible();
  // A click that arrives proves that nothing covers it.
  await notice.click();
  await desk.badge.click();
  await expect.poll(() => desk.html.text()).toBe(piece.html);
});

test('a shared link to a private project leads home and says why', async ({ studio, account, open }) => {
  const author = await register(studio);
  const hidden = await storeProject(studio, author, piece);
  const desk = await open(account, `/project/${hidden.id}`);
  await expect(desk.toast('Failed to load shared project')).toContainText(
    "The project may be private or doesn't exist",
  );
  await expect(desk.page).toHaveURL(`${studio.url}/`);
});

test('a visitor sees the welcome project first', async ({ studio, account, open }) => {
  const desk = await open(account);
  await expect(desk.title).toHaveValue('Welcome to CodeStudio');
  await expect(desk.badge).toHaveText('Shared');
  expect(await listOwn(studio, account)).toHaveLength(0);
});

test('the welcome project comes to rest, and moves again when asked to', async ({ account, open }) => {
  const desk = await open(account);
  const drawn = () =>
    desk.preview.document.locator('#sky').evaluate((sky: HTMLCanvasElement) => sky.toDataURL());
  const isStill = async () => {
    const before = await drawn();
    await desk.preview.document
      .locator('html')
      .evaluate(() => new Promise((next) => requestAnimationFrame(next)));
    return before === (await drawn());
  };
  await expect(desk.preview.document.locator('#burst')).toBeVisible();
  await expect.poll(isStill).toBe(true);
  const resting = await drawn();
  await desk.preview.document.locator('#burst').press('Enter');
  await expect.poll(drawn).not.toBe(resting);
  await expect.poll(isStill).toBe(true);
});
