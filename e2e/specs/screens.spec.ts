import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { register, storeProject } from '../fixtures/accounts.ts';
import { fontFile, pngFile, storeAssets, textFile } from '../fixtures/files.ts';
import { screenshot } from '../fixtures/screenshot.ts';
import { expect, test } from '../fixtures/test.ts';
import type { StudioPage } from '../pages/studio-page.ts';

const looks = [
  { name: 'dark', theme: 'dark', viewport: { width: 1440, height: 900 } },
  { name: 'light', theme: 'light', viewport: { width: 1440, height: 900 } },
  { name: 'narrow', theme: 'dark', viewport: { width: 360, height: 740 } },
] as const;

for (const look of looks) {
  test(`every screen, ${look.name}: nothing serious for assistive technology`, async ({
    studio,
    account,
    open,
    visit,
  }) => {
    test.setTimeout(120_000);
    const author = await register(studio, 'gallery');
    for (const [title, tags] of gallery) {
      await storeProject(studio, author, { title, tags: [...tags], isPublic: true, html: `<p>${title}</p>` });
    }
    const own = await storeProject(studio, account, {
      title: 'Rainy window',
      html: '<main>\n  <h1>Rain</h1>\n  <p id="drops">0 drops</p>\n</main>\n',
      css: 'main {\n  display: grid;\n  place-items: center;\n  min-height: 100vh;\n  font: 20px system-ui;\n}\n',
      js: 'const drops = document.querySelector("#drops");\ndrops.textContent = "12 drops";\nconsole.log("It rains");\n',
      isPublic: true,
      isEmbeddable: true,
    });
    await storeAssets(studio, account, ...library);
    const page = await visit('about:blank');
    await page.setViewportSize(look.viewport);
    await page.emulateMedia({ colorScheme: look.theme, reducedMotion: 'reduce' });
    await page.goto(`${studio.url}/login`);
    await setTheme(page, look.theme);
    await page.getByRole('heading', { name: 'Admin Login' }).waitFor();
    await finish(page, `login-${look.name}`);

    const desk = await open(account);
    await desk.page.setViewportSize(look.viewport);
    await desk.page.emulateMedia({ colorScheme: look.theme, reducedMotion: 'reduce' });
    await setTheme(desk.page, look.theme);
    await desk.page.goto(`${studio.url}/project/${own.id}`);
    await expect(desk.badge).toHaveText('Saved');
    await expect(desk.html.textbox).toBeVisible();
    await expect(desk.preview.document.getByText('12 drops')).toBeVisible();
    await expect(desk.page.getByText('Loading the full editor...')).toBeHidden();
    await finish(desk.page, `editor-${look.name}`);

    await desk.button('Console').click();
    await expect(desk.console.panel).toBeVisible();
    await finish(desk.page, `console-${look.name}`);
    await desk.button('Settings').click();
    await expect(desk.settings).toBeVisible();
    await finish(desk.page, `settings-${look.name}`);
    await desk.button('Settings').click();
    await eachAssetScreen(desk, look.name);

    await eachDialog(desk, look.name);

    await desk.page.goto(`${studio.url}/preview/${own.id}`);
    await expect(desk.preview.document.getByText('12 drops')).toBeVisible();
    await finish(desk.page, `preview-${look.name}`);
    await desk.page.goto(`${studio.url}/no/such/page`);
    await expect(desk.page.getByRole('link')).toBeVisible();
    await finish(desk.page, `unknown-${look.name}`);

    await page.goto(`${studio.url}/embed/${own.id}`);
    await expect(page.frameLocator('iframe').getByText('12 drops')).toBeVisible();
    await finish(page, `embed-${look.name}`);
    await page.goto(`${studio.url}/embed/0000000000000000`);
    await finish(page, `embed-missing-${look.name}`);
  });
}

const gallery = [
  ['Orbit', ['canvas', 'space']],
  ['Type specimen', ['css', 'fonts', 'grid', 'print', 'serif', 'type']],
  ['Synth', ['audio']],
] as const;

const library = [
  textFile('rain.json', '{ "drops": 12 }'),
  fontFile('Window Mono.woff2'),
  ...['cloud', 'street', 'lamp', 'umbrella', 'puddle'].map((name, index) =>
    pngFile(`${name}.png`, { width: 160, height: 60 + index * 25 }, [40 + index * 30, 130, 190 - index * 25]),
  ),
];

async function eachAssetScreen(desk: StudioPage, look: string): Promise<void> {
  const { assets, page } = desk;
  await assets.open();
  const picture = assets.card('puddle.png').locator('img');
  await expect(picture).not.toHaveJSProperty('naturalWidth', 0);
  await finish(page, `assets-${look}`);
  await assets.tab('Media').click();
  await expect(assets.panel.getByText('No media yet')).toBeVisible();
  await finish(page, `assets-empty-${look}`);
  await assets.tab('Fonts').click();
  await assets.choose('Window Mono.woff2', 'Preview');
  await expect(page.getByText('The quick brown fox').first()).toBeVisible();
  await finish(page, `asset-preview-${look}`);
  await page.keyboard.press('Escape');
  await desk.button('Assets').click();
}

async function eachDialog(desk: StudioPage, look: string): Promise<void> {
  await desk.button('Projects').click();
  await expect(desk.yourProjects.card('Rainy window')).toBeVisible();
  await finish(desk.page, `projects-${look}`);
  await desk.page.keyboard.press('Escape');
  await desk.button('Browse Public Projects').click();
  await expect(desk.browse.card('Orbit').first()).toBeVisible();
  await finish(desk.page, `browse-${look}`);
  await desk.page.keyboard.press('Escape');
  await desk.frameworkSelector.click();
  await expect(desk.framework.template('Night sky')).toBeVisible();
  await finish(desk.page, `framework-${look}`);
  await desk.page.keyboard.press('Escape');
  await desk.chooseVisibility('Embed Code');
  await expect(desk.page.getByRole('dialog', { name: 'Embed Code' })).toBeVisible();
  await finish(desk.page, `embed-code-${look}`);
  await desk.page.keyboard.press('Escape');
}

async function setTheme(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.evaluate((chosen) => {
    localStorage.setItem('codestudio_settings', JSON.stringify({ theme: chosen }));
  }, theme);
  await page.reload();
}

/** Takes the picture and looks for what WCAG 2.2 AA forbids; the project's own page is not ours to judge. */
async function finish(page: Page, name: string): Promise<void> {
  await screenshot(page, name);
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .exclude('iframe')
    .analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(
    serious.map(({ id, nodes }) => `${name}: ${id} at ${nodes.map(({ target }) => target).join('; ')}`),
  ).toEqual([]);
  const { scrolled, wide } = await page.evaluate(() => ({
    scrolled: document.documentElement.scrollWidth,
    wide: innerWidth,
  }));
  expect(scrolled, `${name} does not scroll sideways`).toBeLessThanOrEqual(wide);
}
