import type { Locator } from '@playwright/test';
import { projectRoutes } from '@studio/contract/http/projects';
import { reportRoutes } from '@studio/contract/http/reports';
import { makeAdmin, register, storeProject } from '../../fixtures/accounts.ts';
import { inspectEveryLook, looks, wear } from '../../fixtures/looks.ts';
import { expect, test } from '../../fixtures/test.ts';
import type { StudioPage } from '../../pages/studio-page.ts';
import { callApi } from '../../stack/api.ts';

test('every dialog, in every look: nothing that WCAG 2.2 AA forbids; the focus comes back', async ({
  studio,
  account,
  open,
}) => {
  test.setTimeout(600_000);
  const author = await register(studio, 'gallery');
  let reported = '';
  for (const project of gallery)
    reported = (await storeProject(studio, author, { ...project, isPublic: true })).id;
  await makeAdmin(studio, account);
  const { id } = await storeProject(studio, account, tide);
  await callApi(studio.url, reportRoutes.reportProject, {
    token: account.token,
    params: { id: reported },
    body: { reason: 'copyright', note: 'The tune is mine.' },
  });
  const gone = await storeProject(studio, account, { title: 'Low tide' });
  await callApi(studio.url, projectRoutes.deleteProject, { token: account.token, params: { id: gone.id } });
  const update = (html: string) =>
    callApi(studio.url, projectRoutes.updateProject, {
      token: account.token,
      params: { id },
      body: { html },
    });
  await update('<h1>High tide</h1>\n<p>at noon</p>\n');

  const studioPage = await open(account);
  const { page } = studioPage;
  const see = (name: string) => inspectEveryLook(page, name, 'html', '[role=dialog], [role=alertdialog]');
  const close = async (opener: string) => {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(studioPage.header.getByRole('button', { name: opener, exact: true })).toBeFocused();
  };
  await wear(page, looks[0]);
  await page.goto(`${studio.url}/project/${id}`);
  await expect(studioPage.badge).toHaveText('Saved');
  await studioPage.loaded();
  // The toast disappears by itself, on a slow machine before it could be dismissed.
  await expect(studioPage.toast('Shared project loaded')).toHaveCount(0);

  await studioPage.button('Projects').click();
  await expect(studioPage.yourProjects.card('Tide')).toBeVisible();
  await see('projects');
  await studioPage.yourProjects.button('Tide', 'Delete').click();
  await expect(studioPage.confirmation).toBeVisible();
  await see('confirmation');
  await page.keyboard.press('Escape');
  await expect(studioPage.yourProjects.button('Tide', 'Delete')).toBeFocused();
  await studioPage.yourProjects.dialog.getByRole('button', { name: 'Trash' }).click();
  await expect(studioPage.trash.getByText('Low tide')).toBeVisible();
  await see('trash');
  await close('Projects');

  await studioPage.button('Browse Public Projects').click();
  await expect(studioPage.browse.card('Orbit').first()).toBeVisible();
  await see('browse');
  await studioPage.browse.search.fill('no project has this name');
  await expect(studioPage.browse.dialog.getByRole('listitem')).toHaveCount(0);
  await see('browse-nothing');
  await close('Browse Public Projects');

  await studioPage.chooseFromProjectMenu('Project details');
  await expect(studioPage.details).toBeVisible();
  await see('details');
  await close('Project menu');
  await studioPage.chooseFromProjectMenu('Revision history');
  await studioPage.revisions.choices.last().check();
  await expect(studioPage.revisions.dialog.getByText('by the sea').first()).toBeVisible();
  await see('revisions');
  await close('Project menu');

  await studioPage.chooseVisibility('Embed Code');
  await expect(studioPage.embedCode).toBeVisible();
  await see('embed-code');
  await close('Public');
  await studioPage.chooseFromUserMenu(account.username, 'Profile');
  await expect(page.getByText('0.0 MB / 1GB (0 files)')).toBeVisible();
  await see('profile');
  await close(account.username);
  await studioPage.chooseFromUserMenu(account.username, 'Admin Panel');
  await eachAdminScreen(studioPage, author.username, see);
  await close(account.username);
  await studioPage.button('Export').click();
  await expect(page.getByRole('menu')).toBeVisible();
  // Only the menu: Tab cannot leave an open menu, but axe does not know that.
  await inspectEveryLook(page, 'menu', '[role=menu]');
  await page.keyboard.press('Escape');
  await expect(studioPage.button('Export')).toBeFocused();

  await studioPage.frameworkSelector.click();
  await expect(studioPage.framework.template('Night sky')).toBeVisible();
  await see('framework');
  await page.keyboard.press('Escape');
  await expect(studioPage.frameworkSelector).toBeFocused();

  await studioPage.button('Commands').click();
  await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible();
  await see('commands');
  await page.keyboard.press('Escape');
  await expect(studioPage.button('Commands')).toBeFocused();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await see('shortcuts');
  await page.keyboard.press('Escape');
  await expect(studioPage.button('Commands')).toBeFocused();

  await page.context().setOffline(true);
  await studioPage.html.append('<p>mine</p>');
  await expect(studioPage.badge).toHaveText('Unsaved');
  await update('<h1>Ebb</h1>\n');
  await page.context().setOffline(false);
  await expect(studioPage.conflict).toBeVisible();
  await see('conflict');
});

/** Inspects the tabs of the Admin Panel and the dialogs above it. */
async function eachAdminScreen(
  { admin, page }: StudioPage,
  person: string,
  see: (name: string) => Promise<void>,
): Promise<void> {
  const back = async (opener: Locator) => {
    await page.keyboard.press('Escape');
    await expect(opener).toBeFocused();
  };
  // Search, because other tests have left projects, too.
  await admin.search(person);
  await expect(admin.button('Synth', 'View')).toHaveCount(1);
  await see('admin-projects');
  await admin.button('Synth', 'View').click();
  await expect(admin.above('Synth').locator('pre')).toBeVisible();
  await see('admin-view');
  await back(admin.button('Synth', 'View'));
  await admin.button('Synth', 'Delete').click();
  await see('admin-delete');
  await back(admin.button('Synth', 'Delete'));
  await admin.tab('User Management').click();
  await admin.search(person);
  await expect(admin.button(person, 'Suspend')).toHaveCount(1);
  await see('admin-users');
  await admin.button(person, 'Suspend').click();
  await expect(page.getByLabel('Reason')).toBeFocused();
  await see('admin-suspend');
  await back(admin.button(person, 'Suspend'));
  await admin.tab('Reports').click();
  await admin.search(person);
  await expect(admin.button('Synth', 'Review')).toHaveCount(1);
  await admin.button('Synth', 'Review').click();
  await expect(page.getByRole('tab', { name: 'Changes since the report' })).toBeVisible();
  await see('admin-report');
  await back(admin.button('Synth', 'Review'));
  await admin.tab('Activity').click();
  await expect(page.getByRole('region', { name: 'Activity' })).toContainText('Synth');
  await see('admin-activity');
  await admin.tab('Audit Log').click();
  await expect(admin.line('Admin granted').first()).toBeVisible();
  await see('admin-audit');
}

const tide = {
  title: 'Tide',
  html: '<h1>Tide</h1>\n<p>by the sea</p>\n',
  css: 'h1 {\n  color: teal;\n}\n',
  description: 'When the water comes and goes.',
  tags: ['sea', 'clock'],
  isPublic: true,
  isEmbeddable: true,
};

const page = (colour: string) =>
  `body {\n  margin: 0;\n  display: grid;\n  place-items: center;\n  min-height: 100vh;\n  background: ${colour};\n  color: white;\n  font: 600 48px system-ui;\n}\n`;
const gallery = [
  { title: 'Orbit', tags: ['canvas', 'space'], html: '<p>Orbit</p>', css: page('#1b2a4a') },
  {
    title: 'Type specimen',
    tags: ['css', 'fonts', 'grid', 'print', 'serif', 'type'],
    html: '<p>Aa</p>',
    css: page('#7a2f1d'),
  },
  { title: 'Synth', tags: ['audio'], html: '<p>♪</p>', css: page('#3c1d5c') },
];
