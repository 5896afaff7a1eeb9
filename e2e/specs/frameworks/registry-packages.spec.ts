import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import { packagePath } from '@studio/contract/packages/specifier';
import { startTestRegistry } from '../../../backend/test/support/test-registry.ts';
import { listOwn, readProject, register, storeProject } from '../../fixtures/accounts.ts';
import { expect, test } from '../../fixtures/test.ts';
import { startStudio } from '../../stack/studio.ts';

const saying = (text: string) => ({
  'index.js': `document.body.append('${text}'); export const said = '${text}';`,
});

/** Starts a studio whose registry knows `greeting-card`, but fails to send it until `sendArchive` is called. */
async function startWithoutArchive() {
  const registry = await startTestRegistry();
  registry.publish('greeting-card', { version: '1.0.0', files: saying('hello again') });
  let isAway = true;
  const { address } = registry;
  const studio = await startStudio({ MODULES: 'registry', PACKAGE_REGISTRY: address });
  const account = await register(studio, 'author');
  const archive = await (await fetch(`${address}/-/greeting-card-1.0.0.tgz`)).arrayBuffer();
  registry.replaceResponse('/-/greeting-card-1.0.0.tgz', (_request, response) => {
    if (isAway) response.writeHead(503).end();
    else response.end(Buffer.from(archive));
  });
  return {
    studio,
    account,
    sendArchive() {
      isAway = false;
    },
    async dispose() {
      await studio.dispose();
      await registry.stop();
    },
  };
}

test('a version that the studio has to fetch runs by itself once the registry answers again, and in an embed', {
  tag: '@nightly',
}, async ({ open, visit }) => {
  test.setTimeout(180_000);
  const { studio, account, sendArchive, dispose } = await startWithoutArchive();
  const { id } = await storeProject(studio, account, {
    js: "import { said } from 'greeting-card';",
    isEmbeddable: true,
    frameworkConfig: { ...defaultFrameworkConfig, packages: { 'greeting-card': '1.0.0' } },
  });
  const studioPage = await open(account, `/project/${id}`, studio);
  const { preview } = studioPage;
  await expect(preview.bar).toContainText('JavaScript 1:23');
  const embed = await visit(`${studio.url}/embed/${id}`);
  sendArchive();
  await expect(preview.document.getByText('hello again')).toBeVisible({ timeout: 90_000 });
  await expect(preview.bar).toBeHidden();
  await expect(async () => {
    await embed.reload();
    const shown = embed.frameLocator('iframe[title="Live Preview"]');
    await expect(shown.getByText('hello again')).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 90_000 });
  await dispose();
});

test('a page that runs without errors is not run again for a version that is there at last', {
  tag: '@nightly',
}, async ({ open }) => {
  test.setTimeout(180_000);
  const { studio, account, sendArchive, dispose } = await startWithoutArchive();
  const js = "onhashchange = () => import('greeting-card');";
  const { id } = await storeProject(studio, account, {
    html: '<input>',
    js: `${js}\ndocument.body.append('failed');\nthrow new Error('of this run');`,
    frameworkConfig: { ...defaultFrameworkConfig, packages: { 'greeting-card': '1.0.0' } },
  });
  const studioPage = await open(account, `/project/${id}`, studio);
  const { preview } = studioPage;
  const failed = preview.document.getByText('failed');
  await expect(failed).toBeVisible();
  await expect(preview.bar).toContainText('JavaScript 1:30');
  await studioPage.js.replace(js);
  await expect(failed).toBeHidden();
  await preview.document.getByRole('textbox').fill('typed');
  sendArchive();
  await expect(preview.bar).toBeHidden({ timeout: 90_000 });
  await expect(preview.document.getByRole('textbox')).toHaveValue('typed');
  await dispose();
});

test('a package of the registry is found, added and frozen; a newer one is shown beside it before it is taken', {
  tag: '@nightly',
}, async ({ open }) => {
  test.setTimeout(120_000);
  const registry = await startTestRegistry();
  registry.publish('greeting-card', { version: '1.0.0', files: saying('hello of old') });
  const studio = await startStudio({ MODULES: 'registry', PACKAGE_REGISTRY: registry.address });
  const account = await register(studio, 'author');
  // By IP address, because Node does not resolve `*.localhost`.
  const sandbox = `http://127.0.0.1:${new URL(studio.sandboxUrl('any')).port}`;
  const readModule = async () => (await fetch(sandbox + packagePath('greeting-card', '1.0.0', '.'))).text();
  let studioPage = await open(account, '/', studio);
  const { page } = studioPage;
  const row = () => studioPage.framework.dialog.getByRole('row', { name: /^greeting-card/ });

  await test.step('it is found beside what comes with the studio, and runs once it is added', async () => {
    await studioPage.button('New').click();
    await studioPage.loaded();
    await studioPage.frameworkSelector.click();
    const field = page.getByRole('combobox', { name: 'Add package' });
    await field.fill('greeting');
    await page.getByRole('option', { name: /^greeting-card/ }).click();
    await expect(row()).toContainText('1.0.0');
    await expect(row().getByRole('button', { name: 'Update' })).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(studioPage.preview.document.getByText('hello of old')).toBeVisible();
    await studioPage.title.fill('Card');
    await studioPage.title.blur();
    await expect(studioPage.badge).toHaveText('Saved');
  });
  const { id = '' } = (await listOwn(studio, account))[0] ?? {};
  const { js } = await readProject(studio, account, id);
  expect(js).toContain("import * as greetingCard from 'greeting-card';");
  const frozen = await readModule();
  expect(frozen).toContain('hello of old');

  await test.step('a newer one changes nothing in the project', async () => {
    registry.publish('greeting-card', { version: '2.0.0', files: saying('hello of now') });
    await studio.kill();
    await studio.restart();
    studioPage = await open(account, `/project/${id}`, studio);
    await expect(studioPage.preview.document.getByText('hello of old')).toBeVisible();
    expect(await readModule()).toBe(frozen);
  });

  await test.step('Update shows both before the project has the newer one', async () => {
    const { page: later } = studioPage;
    await studioPage.frameworkSelector.click();
    await row().getByRole('button', { name: 'Update' }).click();
    const result = (version: string) =>
      later
        .getByRole('region', { name: `greeting-card ${version}` })
        .frameLocator('iframe[title="Live Preview"]');
    await expect(result('1.0.0').getByText('hello of old')).toBeVisible();
    await expect(result('2.0.0').getByText('hello of now')).toBeVisible();
    expect((await readProject(studio, account, id)).frameworkConfig.packages).toEqual({
      'greeting-card': '1.0.0',
    });
    await later
      .getByRole('dialog', { name: /^Update/ })
      .getByRole('button', { name: 'Update' })
      .click();
    await expect(row()).toContainText('2.0.0');
    await later.keyboard.press('Escape');
    await expect(studioPage.preview.document.getByText('hello of now')).toBeVisible();
    await expect(studioPage.badge).toHaveText('Saved');
  });

  await test.step('without the registry a search says so, beside what comes with the studio', async () => {
    registry.replaceResponse('/-/v1/search', (_request, response) => response.writeHead(500).end());
    const { page: later } = studioPage;
    await studioPage.frameworkSelector.click();
    await later.getByRole('combobox', { name: 'Add package' }).fill('confetti');
    await expect(later.getByText(/^Only what comes with the studio was searched/)).toBeVisible();
    await expect(later.getByRole('option', { name: /^canvas-confetti/ })).toBeVisible();
  });
  await studio.dispose();
  await registry.stop();
});
