import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import { storeProject } from '../../fixtures/accounts.ts';
import { expect, test } from '../../fixtures/test.ts';

const whole = {
  title: 'Broken in part',
  html: '<h1>Markup</h1>\n<p id="out">no script</p>',
  css: 'h1 { color: rgb(1, 2, 3); }',
  js: 'out.textContent = "script";',
  isPublic: true,
  isEmbeddable: true,
};
const firstLoad = { timeout: 20_000 };

/** Projects stored with an error, and what is visible wherever they are opened. */
const stored = {
  SCSS: {
    parts: {
      css: 'h1 { color: $nope; }',
      frameworkConfig: { ...defaultFrameworkConfig, cssFramework: 'scss' as const },
    },
    out: 'script',
    color: 'rgb(0, 0, 0)',
    error: 'CSS, line 1: Undefined variable.',
  },
  JavaScript: {
    parts: { js: 'out.textContent = "script"\nlet a = ;' },
    out: 'no script',
    color: 'rgb(1, 2, 3)',
    error: 'JavaScript, line 2: Unexpected token',
  },
  TypeScript: {
    parts: { js: '\nlet a: = 1;', frameworkConfig: { ...defaultFrameworkConfig, typescript: true } },
    out: 'no script',
    color: 'rgb(1, 2, 3)',
    error: 'JavaScript, line 2: Type expected.',
  },
};

for (const [language, { parts, out, color, error }] of Object.entries(stored)) {
  test(`a project with an error in its ${language} shows all the rest: in the studio, full screen, embedded, on its card`, async ({
    studio,
    account,
    open,
    visit,
  }) => {
    const project = await storeProject(studio, account, { ...whole, ...parts });
    const studioPage = await open(account, `/project/${project.id}`);
    const printed: string[] = [];
    const embed = await visit('about:blank');
    embed.on('console', (message) => printed.push(message.text()));
    await embed.goto(`${studio.url}/embed/${project.id}`);
    const full = await visit(`${studio.url}/preview/${project.id}`);
    for (const page of [studioPage.page, full, embed]) {
      const document = page.frameLocator('iframe[title="Live Preview"]');
      await expect(document.locator('#out')).toHaveText(out, firstLoad);
      await expect(document.getByRole('heading')).toHaveCSS('color', color);
    }
    await expect(full.getByText(error.replace(/.*: /, ''))).toBeVisible();
    await expect.poll(() => printed.join('\n')).toContain(error);
    await studioPage.consoleToggle.click();
    await expect(studioPage.console.panel).toContainText(error.replace(/.*: /, ''));
    await studioPage.button('Projects').click();
    const card = studioPage.page.getByRole('dialog').locator('iframe').first().contentFrame();
    await expect(card.getByRole('heading')).toHaveCSS('color', color, firstLoad);
  });
}

test('while the styles are broken, the page keeps the last good ones; while the script is, the page goes on', async ({
  studio,
  account,
  open,
}) => {
  const { frameworkConfig } = stored.SCSS.parts;
  const project = await storeProject(studio, account, { ...whole, frameworkConfig });
  const studioPage = await open(account, `/project/${project.id}`);
  const document = studioPage.preview.document;
  await expect(document.getByRole('heading')).toHaveCSS('color', 'rgb(1, 2, 3)', firstLoad);
  await studioPage.css.replace('h1 { color: $nope; }');
  await expect(studioPage.page.locator('.squiggly-error').first()).toBeVisible();
  await studioPage.html.replace('<h1>New markup</h1><p id="out"></p>');
  await expect(document.getByRole('heading', { name: 'New markup' })).toHaveCSS('color', 'rgb(1, 2, 3)');
  await expect(document.locator('#out')).toHaveText('script');
  await studioPage.js.replace('const a = ;');
  await studioPage.css.replace('h1 { color: rgb(4, 5, 6); }');
  await expect(document.getByRole('heading')).toHaveCSS('color', 'rgb(4, 5, 6)');
  await expect(document.locator('#out')).toHaveText('script');
  await studioPage.html.replace('<h1>Newest markup</h1><p id="out">untouched</p>');
  await expect(document.getByRole('heading', { name: 'Newest markup' })).toBeVisible();
  await expect(document.locator('#out')).toHaveText('untouched');
});

test('styles that never come to an end are left out of the page, in the studio and in an embed', {
  tag: '@nightly',
}, async ({ studio, account, open, visit }) => {
  const { frameworkConfig } = stored.SCSS.parts;
  const project = await storeProject(studio, account, { ...whole, css: '@while true {}', frameworkConfig });
  const embed = await visit(`${studio.url}/embed/${project.id}`);
  const studioPage = await open(account, `/project/${project.id}`);
  for (const page of [studioPage.page, embed]) {
    const document = page.frameLocator('iframe[title="Live Preview"]');
    await expect(document.locator('#out')).toHaveText('script', { timeout: 30_000 });
  }
});
