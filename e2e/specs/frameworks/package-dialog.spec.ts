import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import { projectRoutes } from '@studio/contract/http/projects';
import { packageRoutes } from '@studio/contract/packages/package-routes';
import { readProject, storeProject } from '../../fixtures/accounts.ts';
import { expect, test } from '../../fixtures/test.ts';
import type { StudioPage } from '../../pages/studio-page.ts';
import { callApi } from '../../stack/api.ts';

const using = (packages: Record<string, string>) => ({
  js: Object.keys(packages)
    .map((name) => `import '${name}';\n`)
    .join(''),
  frameworkConfig: { ...defaultFrameworkConfig, packages },
});

function controls({ page, framework: { dialog } }: StudioPage) {
  return {
    field: page.getByRole('combobox', { name: 'Add package' }),
    list: page.getByRole('listbox', { name: 'Packages' }),
    section: dialog.getByRole('region', { name: 'Packages' }),
    row: (name: string) => dialog.getByRole('row', { name: new RegExp(`^${name}`) }),
    update: page.getByRole('dialog', { name: /^Update/ }),
  };
}

test('a confirmation or lookup for one project does not change another that is opened meanwhile', async ({
  studio,
  account,
  open,
}) => {
  // The studio does not have these versions and offers others.
  const former = await storeProject(studio, account, { title: 'Former', ...using({ mitt: '0.0.1' }) });
  const { id } = await storeProject(studio, account, {
    title: 'Latter',
    ...using({ 'canvas-confetti': '0.0.7' }),
  });
  const studioPage = await open(account, `/project/${former.id}`);
  const { page } = studioPage;
  const { field, list, row, update } = controls(studioPage);
  const openLatter = async () => {
    await studioPage.button('Projects').click();
    await studioPage.yourProjects.button('Latter', 'Load').click();
    await expect(studioPage.title).toHaveValue('Latter');
    await studioPage.frameworkSelector.click();
  };
  const back = async () => {
    await page.goBack();
    // The dialog may be behind another one.
    await expect(page.getByRole('row', { name: /^mitt/, includeHidden: true })).toContainText('0.0.1');
  };

  await test.step('an update', async () => {
    await openLatter();
    await row('canvas-confetti').getByRole('button', { name: 'Update' }).click();
    await expect(update).toBeVisible();
    await back();
    await expect(update).toBeHidden();
    await page.keyboard.press('Escape');
  });
  await test.step('a package that is on its way', async () => {
    await openLatter();
    await field.fill('nanoid');
    const response = Promise.withResolvers<void>();
    await page.route(`**/api${packageRoutes.resolvePackages.path}`, async (route) => {
      if (route.request().postDataJSON().specifiers.includes('nanoid')) await response.promise;
      await route.continue();
    });
    await list.getByRole('option', { name: /^nanoid/ }).click();
    await expect(page.getByText('Adding nanoid...')).toBeVisible();
    await back();
    response.resolve();
    await expect(page.getByText('Adding nanoid...')).toBeHidden();
    await page.keyboard.press('Escape');
    expect(await studioPage.js.text()).toBe(former.js);
  });
  for (const each of [former.id, id])
    expect((await readProject(studio, account, each)).frameworkConfig.packages).not.toHaveProperty('nanoid');
});

test('an update changes the version of that package alone, also where another window has saved others meanwhile', async ({
  studio,
  account,
  open,
}) => {
  const { id } = await storeProject(studio, account, using({ mitt: '0.0.1', nanoid: '0.0.1' }));
  const studioPage = await open(account, `/project/${id}`);
  const { row, update } = controls(studioPage);
  await expect(studioPage.badge).toHaveText('Saved');
  await studioPage.frameworkSelector.click();
  await row('mitt').getByRole('button', { name: 'Update' }).click();
  await expect(update).toBeVisible();
  const { frameworkConfig } = using({ mitt: '0.0.1', nanoid: '0.0.2' });
  await callApi(studio.url, projectRoutes.updateProject, {
    token: account.token,
    params: { id },
    body: { frameworkConfig },
  });
  const behind = studioPage.page.getByRole('row', { name: /^nanoid/, includeHidden: true });
  await expect(behind).toContainText('0.0.2');
  await update.getByRole('button', { name: 'Update' }).click();
  await expect(row('mitt')).not.toContainText('0.0.1');
  await expect(row('nanoid')).toContainText('0.0.2');
});

test('the keyboard leads through the packages and back: Esc closes the list first, and the focus stays with them', async ({
  studio,
  account,
  open,
}) => {
  const { id } = await storeProject(studio, account, {
    frameworkConfig: { ...defaultFrameworkConfig, packages: { mitt: '0.0.1' } },
  });
  const studioPage = await open(account, `/project/${id}`);
  const { page, framework } = studioPage;
  const { field, list, section, row, update } = controls(studioPage);
  await studioPage.frameworkSelector.press('Enter');
  await field.focus();
  await expect(list.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await expect(field).toBeFocused();
  await row('mitt').getByRole('button', { name: 'Update' }).press('Enter');
  await update.getByRole('button', { name: 'Update' }).press('Enter');
  await expect(update).toBeHidden();
  await expect(section).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(field).toBeFocused();
  await row('mitt').getByRole('button', { name: 'Remove' }).press('Enter');
  await expect(row('mitt')).toBeHidden();
  await expect(section).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(framework.dialog).toBeHidden();
  await expect(studioPage.frameworkSelector).toBeFocused();
});
