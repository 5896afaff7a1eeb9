import { limits } from '@studio/contract/limits';
import { type Account, listOwn, register, storeProject } from '../../fixtures/accounts.ts';
import { textFile } from '../../fixtures/files.ts';
import { screenshot } from '../../fixtures/screenshot.ts';
import { expect, test } from '../../fixtures/test.ts';
import { StudioPage } from '../../pages/studio-page.ts';
import { startForum } from '../../stack/forum/forum.ts';
import { type PostgresServer, provisionOwnPostgres, startOwnPostgres } from '../../stack/postgres.ts';
import { type Studio, startStudio } from '../../stack/studio.ts';

const text = '<p>a text that is worth saving</p>';

const refusal = provisionOwnPostgres();
test.skip(refusal !== undefined, refusal ?? '');

/** A studio with a database in which the test can set the usage of an account. */
let database: PostgresServer;
let studio: Studio;
test.beforeAll(async () => {
  database = await startOwnPostgres();
  studio = await startStudio({ DATABASE_URL: database.url });
});
test.afterAll(async () => {
  await studio?.dispose();
  database?.stop();
});

/** Sets the recorded usage of an account. */
function use({ user }: Account, column: 'projects' | 'history_bytes', value: number) {
  database.run(
    `insert into account_usage (user_id, ${column}) values ('${user.id}', ${value}) on conflict (user_id) do update set ${column} = ${value}`,
  );
}

test('an account at its limit of projects sees so at the first save, above the editors, and saves once there is room', async ({
  open,
}) => {
  const person = await register(studio);
  use(person, 'projects', limits.projectsPerAccount);
  const tab = await open(person, '/', studio);
  await tab.button('New').click();
  await expect(tab.badge).toHaveText('New Project');
  await tab.html.replace(text);
  const alert = tab.page.getByRole('alert').filter({ hasText: 'Not saved' });
  await expect(alert).toContainText('limit of 2,000 projects');
  await expect(tab.badge).toHaveText('Unsaved');
  await tab.button('Save').click();
  await expect(tab.toast('Save failed')).toContainText('limit of 2,000 projects');
  use(person, 'projects', 0);
  await tab.button('Save').click();
  await expect(tab.badge).toHaveText('Saved');
  await expect(alert).toBeHidden();
  expect(await listOwn(studio, person)).toHaveLength(1);
});

test('an account at its limit of projects sees so when it forks or copies', async ({ open }) => {
  const [author, person] = [await register(studio), await register(studio)];
  const project = await storeProject(studio, author, { title: 'To fork', html: text, isPublic: true });
  use(person, 'projects', limits.projectsPerAccount);
  const tab = await open(person, `/project/${project.id}`, studio);
  await expect(tab.badge).toHaveText('Shared');
  await tab.button('Fork').click();
  await expect(tab.toast('Fork failed')).toContainText('limit of 2,000 projects');
  await expect(tab.page).toHaveURL(`${studio.url}/project/${project.id}`);
  await tab.button('Save Copy').click();
  await expect(tab.toast('Save failed')).toContainText('limit of 2,000 projects');
  await expect(tab.page.getByRole('alert').filter({ hasText: 'Not saved' })).toContainText('2,000 projects');
  expect(await listOwn(studio, person)).toEqual([]);
});

test('an account at its limit of history sees so when a template replaces the text', async ({ open }) => {
  const person = await register(studio);
  const project = await storeProject(studio, person, { title: 'Full', html: text });
  use(person, 'history_bytes', limits.historyBytes);
  const tab = await open(person, `/project/${project.id}`, studio);
  await expect(tab.badge).toHaveText('Saved');
  await tab.frameworkSelector.click();
  await tab.framework.templates.getByRole('button').first().click();
  await tab.confirmation.getByRole('button', { name: 'Replace' }).click();
  await expect(tab.framework.dialog).toBeHidden();
  await expect(tab.page.getByRole('alert').filter({ hasText: 'Not saved' })).toContainText('limit of 2 GB');
  await expect(tab.badge).toHaveText('Unsaved');
});

test('an account at its limit of files sees so in the library, with the file', async ({ open }) => {
  const person = await register(studio);
  const tab = await open(person, '/', studio);
  await tab.assets.open();
  await tab.assets.pick(textFile('first.txt', 'one'));
  await expect(tab.toast('File uploaded')).toBeVisible();
  database.run(`insert into assets (id, user_id, name, category, size, object_hash)
    select lpad(n::text, 16, 'f'), user_id, n || '.txt', category, size, object_hash
    from assets, generate_series(1, ${limits.filesPerAccount - 1}) n where user_id = '${person.user.id}'`);
  await tab.assets.pick(textFile('more.txt', 'two'));
  await expect(tab.toast('Upload failed')).toContainText('the limit of 10,000 files');
  await expect(tab.assets.panel.getByText('the limit of 10,000 files')).toBeVisible();
});

test('a member of the forum whose group may publish no more sees so above the editors, and the project stays private', {
  tag: '@nightly',
}, async ({ visit }) => {
  const forum = await startForum();
  const ofMembers = await startStudio({ ...forum.variables, PUBLISHING_BY_GROUP: 'trust_level_1=1' });
  forum.connect(ofMembers.url);
  forum.join('grace');
  const page = await visit(`${ofMembers.url}/login`);
  await page.getByRole('link', { name: 'Continue with the forum' }).click();
  await page.getByLabel('Username').fill('grace');
  await page.getByRole('button', { name: 'Log In' }).click();
  const tab = new StudioPage(page);
  for (const [title, isLast] of [
    ['First', false],
    ['Second', true],
  ] as const) {
    await tab.button('New').click();
    await tab.title.fill(title);
    await tab.html.replace(text);
    await tab.button('Save').click();
    await expect(tab.badge).toHaveText('Saved');
    await tab.button('Private').click();
    await page.getByRole('menuitem', { name: 'Make public' }).click();
    await expect(tab.button(isLast ? 'Private' : 'Public')).toBeVisible();
  }
  const notice = page.getByText('The forum’s group trust_level_1 can make 1 project public in 24 hours.');
  await expect(notice).toBeVisible();
  await expect(tab.toast('Not published')).toBeVisible();
  await screenshot(page, 'publishing-limit');
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(notice).toBeInViewport();
  await screenshot(page, 'publishing-limit-360');
  await ofMembers.dispose();
  await forum.close();
});
