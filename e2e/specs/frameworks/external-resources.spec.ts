import type { BrowserContext } from '@playwright/test';
import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import { readProject, storeProject } from '../../fixtures/accounts.ts';
import { expect, test } from '../../fixtures/test.ts';

const cdn = 'https://cdn.example';
const first = `${cdn}/first.js`;
const second = `${cdn}/second.js`;
const sheet = `${cdn}/sheet.css`;

/** Answers for a CDN: its scripts record that they have run, its style sheet sets blue. */
async function answerForCdn(context: BrowserContext): Promise<void> {
  await context.route(`${cdn}/*.js`, (route) => {
    const name = new URL(route.request().url()).pathname.slice(1, -3);
    return route.fulfill({ contentType: 'text/javascript', body: `(window.ran ??= []).push('${name}')` });
  });
  await context.route(sheet, (route) =>
    route.fulfill({ contentType: 'text/css', body: 'p { color: rgb(0, 0, 255); margin: 7px }' }),
  );
  await context.route(`${cdn}/missing.js`, (route) => route.abort());
}

const project = {
  title: 'Resources',
  html: '<p></p>',
  css: 'p { margin: 9px }',
  js: 'document.querySelector("p").textContent = (window.ran ?? []).join(" ") + "!"',
  isPublic: true,
  isEmbeddable: true,
};

test('external resources load in their order, which the keyboard changes, in the preview and in an embed', {
  tag: '@smoke',
}, async ({ studio, account, open, visit }) => {
  const stored = await storeProject(studio, account, project);
  const studioPage = await open(account, `/project/${stored.id}`);
  const { framework, page } = studioPage;
  await answerForCdn(page.context());
  await studioPage.button('HTML/CSS/JS').click();
  await expect(framework.resources).toContainText('No external resources yet.');
  for (const url of [first, second, sheet]) await framework.addResource(url);
  await expect(framework.resources.getByRole('listitem')).toHaveText([
    /first/,
    /second/,
    /^Style sheet.*sheet/,
  ]);
  const shown = studioPage.preview.document.locator('p');
  await expect(shown).toHaveText('first second!');
  await expect(shown).toHaveCSS('color', 'rgb(0, 0, 255)');
  await expect(shown).toHaveCSS('margin', '9px');

  await framework.resource(second).getByRole('button', { name: /up$/ }).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(framework.resources.getByRole('listitem')).toHaveText([/second/, /first/, /sheet/]);
  await expect(framework.resource(second).getByRole('button', { name: /up$/ })).toBeFocused();
  await expect(framework.resources).toContainText(`${second} is now 1 of 3`);
  await expect(shown).toHaveText('second first!');
  await page.keyboard.press('Escape');
  await expect(studioPage.badge).toHaveText('Saved');
  const { frameworkConfig } = await readProject(studio, account, stored.id);
  expect(frameworkConfig.resources?.map(({ url }) => url)).toEqual([second, first, sheet]);

  const embed = await visit('about:blank');
  await answerForCdn(embed.context());
  await embed.goto(`${studio.url}/embed/${stored.id}`);
  await expect(embed.frameLocator('iframe').locator('p')).toHaveText('second first!');
});

test('a wrong address is refused with words, and one that does not load is named in the console', async ({
  studio,
  account,
  open,
}) => {
  const stored = await storeProject(studio, account, project);
  const studioPage = await open(account, `/project/${stored.id}`);
  const { framework, page } = studioPage;
  await answerForCdn(page.context());
  await studioPage.consoleToggle.click();
  await studioPage.button('HTML/CSS/JS').click();
  await framework.addResource('http://cdn.example/a.js');
  await expect(framework.resources).toContainText('Enter an address that begins with https://');
  await framework.addResource(`${cdn}/missing.js`);
  await framework.addResource(first);
  await framework.addResource(first);
  await expect(framework.resources).toContainText('This project already has that resource.');
  await page.keyboard.press('Escape');
  await expect(studioPage.preview.document.locator('p')).toHaveText('first!');
  await expect(studioPage.console.panel).toContainText(`could not load ${cdn}/missing.js`);
  await studioPage.button('HTML/CSS/JS').click();
  await framework
    .resource('missing')
    .getByRole('button', { name: /^Remove/ })
    .click();
  await expect(framework.resources.getByRole('listitem')).toHaveCount(1);
  await expect(framework.resourceAddress).toBeFocused();
});

test('a package takes the place of its style sheet and of its script, one after the other', async ({
  studio,
  account,
  open,
}) => {
  const resources = [
    { kind: 'style' as const, url: 'https://unpkg.com/leaflet@1.9.4/dist/leaflet.css' },
    { kind: 'script' as const, url: 'https://unpkg.com/leaflet@1.9.4/dist/leaflet.js' },
  ];
  const stored = await storeProject(studio, account, {
    title: 'Map',
    html: '<div id="leaflet"></div>',
    css: '',
    js: 'document.body.append("runs");',
    frameworkConfig: { ...defaultFrameworkConfig, resources },
  });
  const studioPage = await open(account, `/project/${stored.id}`);
  const { framework, page } = studioPage;
  await page.context().route('https://unpkg.com/**', (route) => route.abort());
  await studioPage.button('HTML/CSS/JS').click();
  await framework.resource('leaflet.css').getByRole('button', { name: 'Use the package' }).click();
  await expect(framework.resources.getByRole('listitem')).toHaveCount(1);
  // A resource added before Undo is kept.
  const other = { kind: 'script' as const, url: 'https://unpkg.com/other.js' };
  await framework.resourceAddress.fill(other.url);
  await framework.resourceAddress.press('Enter');
  await studioPage.button('Undo').click();
  const all = [...resources, other];
  await expect(framework.resources.getByRole('listitem')).toHaveText([
    /leaflet\.css/,
    /leaflet\.js/,
    /other\.js/,
  ]);
  await expect
    .poll(async () => readProject(studio, account, stored.id))
    .toMatchObject({ js: stored.js, frameworkConfig: { resources: all } });
  await framework
    .resource('other.js')
    .getByRole('button', { name: /^Remove/ })
    .click();
  for (const { url } of resources)
    await framework.resource(url).getByRole('button', { name: 'Use the package' }).click();
  await expect(framework.resources).toContainText('No external resources yet.');
  await page.keyboard.press('Escape');
  await expect(studioPage.preview.document.getByText('runs')).toBeVisible();
  await expect
    .poll(async () => (await readProject(studio, account, stored.id)).js)
    .toBe(
      "import leaflet from 'leaflet';\nimport 'leaflet/dist/leaflet.css';\ndocument.body.append(\"runs\");",
    );
  const { frameworkConfig } = await readProject(studio, account, stored.id);
  expect(frameworkConfig).toMatchObject({ packages: { leaflet: '1.9.4' } });
  expect(frameworkConfig.resources).toBeUndefined();
});
