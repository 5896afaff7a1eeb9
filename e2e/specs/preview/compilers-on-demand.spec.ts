import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import { storeProject } from '../../fixtures/accounts.ts';
import { expect, test } from '../../fixtures/test.ts';

const react = { ...defaultFrameworkConfig, framework: 'react' } as const;
/** TypeScript explains the mistake; until then, nothing has needed it. */
const mistaken = { title: 'On demand', html: '', css: '', js: 'const a = <b>;', frameworkConfig: react };
/** The chunk with TypeScript. */
const chunk = /transpile/;

test('a compiler that code needs and that cannot be loaded is asked for again', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, mistaken);
  const studioPage = await open(account, '/favicon.svg');
  const { page, preview } = studioPage;
  await page.route(chunk, (route) => route.abort());
  await page.goto(`${studio.url}/project/${project.id}`);
  const outage = page.getByRole('status').filter({ hasText: 'Compilers not loaded. Trying again...' });
  await expect(outage).toBeVisible();
  await page.unroute(chunk);
  await expect(preview.bar).toContainText("JSX element 'b' has no corresponding closing tag");
  await expect(outage).toBeHidden();
});

test('while such a compiler loads, the page says so, and newer code waits for it', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, mistaken);
  const studioPage = await open(account, '/favicon.svg');
  const { page, preview } = studioPage;
  const arrival = Promise.withResolvers<void>();
  let asked = 0;
  await page.route(chunk, async (route) => {
    asked += 1;
    await arrival.promise;
    await route.continue();
  });
  await page.goto(`${studio.url}/project/${project.id}`);
  const work = page.getByRole('status').filter({ hasText: 'Compiling...' });
  await expect(work).toBeVisible();
  await studioPage.js.replace('const a = <i>;');
  await expect(studioPage.badge).toHaveText('Saved');
  await expect(work).toBeVisible();
  arrival.resolve();
  await expect(preview.bar).toContainText("JSX element 'i' has no corresponding closing tag");
  await expect(work).toBeHidden();
  expect(asked).toBe(1);
});

test('styles that never end are stopped also where the code needs such a compiler', {
  tag: '@nightly',
}, async ({ studio, account, open }) => {
  const frameworkConfig = { ...react, cssFramework: 'scss' } as const;
  const css = '@while true { a { b: c } }';
  const project = await storeProject(studio, account, { ...mistaken, css, frameworkConfig });
  const studioPage = await open(account, '/favicon.svg');
  const { page } = studioPage;
  const arrival = Promise.withResolvers<void>();
  await page.route(chunk, async (route) => {
    await arrival.promise;
    await route.continue();
  });
  await page.goto(`${studio.url}/project/${project.id}`);
  await expect(page.getByRole('status').filter({ hasText: 'Compiling...' })).toBeVisible();
  arrival.resolve();
  await studioPage.consoleToggle.click();
  await expect(studioPage.console.row('look for a loop that never ends')).toBeVisible();
  await expect(studioPage.console.row("JSX element 'b' has no corresponding closing tag")).toBeVisible();
});
