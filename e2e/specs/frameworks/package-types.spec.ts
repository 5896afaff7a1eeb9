import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import { readProject, storeProject } from '../../fixtures/accounts.ts';
import { expect, test } from '../../fixtures/test.ts';

test('the editor knows what packages export: mistakes are marked, and names are offered', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, {
    title: 'Typed',
    js: `import { addDays } from 'date-fns';
import debounce from 'lodash-es/debounce';
const tomorrow: string = addDays(new Date(), 1);
const later = debounce(tomorrow);
`,
    frameworkConfig: { ...defaultFrameworkConfig, typescript: true },
  });
  const studioPage = await open(account, `/project/${project.id}`);
  const { page, js } = studioPage;
  await studioPage.loaded();
  await js.append('addD');
  await expect(js.mistakes).toHaveCount(3, { timeout: 60_000 });
  await js.append('ays(new Date(), 1).getFullY');
  await page.keyboard.press('Control+Space');
  await expect(page.getByRole('option', { name: /^getFullYear/ })).toBeVisible();
});

test('the editor knows the packages of a project that is only opened, before anybody types', {
  tag: '@nightly',
}, async ({ studio, account, open }) => {
  const { id } = await storeProject(studio, account, {
    title: 'Opened',
    js: `import * as THREE from 'three';
const scene: string = new THREE.Scene();
THREE.Mes;
`,
    frameworkConfig: { ...defaultFrameworkConfig, typescript: true },
  });
  const studioPage = await open(account, `/project/${id}`);
  const { page, js } = studioPage;
  await studioPage.loaded();
  await test.step('mistakes are marked', async () => {
    await js.caretTo(14);
    await expect(js.mistakes).toHaveCount(2, { timeout: 30_000 });
  });
  await test.step('pointing at the import shows what it is', async () => {
    await page.keyboard.press('Control+K');
    await page.keyboard.press('Control+I');
    const hover = page.locator('.monaco-hover:visible');
    await expect(hover).toContainText('import THREE');
    await expect(hover).not.toContainText('module "*"');
    await page.keyboard.press('Escape');
  });
  await test.step('names are offered', async () => {
    await page.keyboard.press('Control+End');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Control+Space');
    await expect(page.getByRole('option', { name: /^MeshBasicMaterial/ })).toBeVisible();
  });
  expect((await readProject(studio, account, id)).frameworkConfig.packages).toBeUndefined();
});

test('TypeScript knows a package that is imported and not used yet, and types that nothing else is used of', async ({
  studio,
  account,
  open,
}) => {
  const { id } = await storeProject(studio, account, {
    title: 'Begun',
    js: '',
    frameworkConfig: { ...defaultFrameworkConfig, typescript: true },
  });
  const studioPage = await open(account, `/project/${id}`);
  const { page, js } = studioPage;
  await studioPage.loaded();
  await js.append("import confetti from 'canvas-confetti';\nimport type { Scene } from 'three';\n");
  await expect
    .poll(async () => Object.keys((await readProject(studio, account, id)).frameworkConfig.packages ?? {}))
    .toEqual(['canvas-confetti', 'three']);
  await js.append('confetti.shapeFromP');
  await page.keyboard.press('Control+Space');
  await expect(page.getByRole('option', { name: /^shapeFromPath/ })).toBeVisible({ timeout: 30_000 });
});
