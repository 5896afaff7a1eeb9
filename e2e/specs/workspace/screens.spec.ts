import { storeProject } from '../../fixtures/accounts.ts';
import { fontFile, pngFile, storeAssets, textFile } from '../../fixtures/files.ts';
import { inspect, inspectEveryLook, looks, wear } from '../../fixtures/looks.ts';
import { expect, test } from '../../fixtures/test.ts';
import type { StudioPage } from '../../pages/studio-page.ts';

test('every screen, in every look: nothing that WCAG 2.2 AA forbids', async ({
  studio,
  account,
  open,
  visit,
}) => {
  test.setTimeout(600_000);
  const { id } = await storeProject(studio, account, rain);
  await storeAssets(studio, account, ...library);
  const see = (studioPage: StudioPage, name: string) => inspectEveryLook(studioPage.page, name);

  const page = await visit(`${studio.url}/login`);
  await wear(page, looks[0]);
  await page.getByRole('heading', { name: 'Admin Login' }).waitFor();
  await inspectEveryLook(page, 'login');
  await page.goto(`${studio.url}/discourse-auth`);
  await page.getByRole('button', { name: 'Go to Home' }).waitFor();
  await inspectEveryLook(page, 'discourse-auth-error');
  await page.goto(`${studio.url}/embed/${id}`);
  await expect(page.frameLocator('iframe').getByText('12 drops')).toBeVisible();
  await inspectEveryLook(page, 'embed');
  for (const look of looks) {
    await page.goto(`${studio.url}/embed/${id}?tabs=html,css,js,result&theme=${look.theme}`);
    await wear(page, look);
    await page.getByRole('tabpanel', { name: 'HTML' }).waitFor();
    await inspect(page, `embed-tabs-${look.name}`, look);
  }
  await page.goto(`${studio.url}/embed/0000000000000000`);
  await inspectEveryLook(page, 'embed-missing');

  const studioPage = await open(account);
  await wear(studioPage.page, looks[0]);
  await studioPage.page.goto(`${studio.url}/project/${id}`);
  await expect(studioPage.badge).toHaveText('Saved');
  await expect(studioPage.preview.document.getByText('12 drops')).toBeVisible();
  await studioPage.loaded();
  await see(studioPage, 'editor');
  await studioPage.consoleToggle.click();
  await expect(studioPage.console.panel).toContainText('It rains');
  await see(studioPage, 'console');
  await studioPage.button('Settings').click();
  await expect(studioPage.settings).toBeVisible();
  await see(studioPage, 'settings');
  await studioPage.button('Settings').click();
  await eachAssetScreen(studioPage, (name) => see(studioPage, name));
  await studioPage.button('New').click();
  await expect(studioPage.badge).toHaveText('New Project');
  await see(studioPage, 'new-project');

  await studioPage.page.goto(`${studio.url}/preview/${id}`);
  await expect(studioPage.preview.document.getByText('12 drops')).toBeVisible();
  await see(studioPage, 'preview');
  await studioPage.page.goto(`${studio.url}/no/such/page`);
  await studioPage.page.getByRole('link').waitFor();
  await see(studioPage, 'unknown');
});

const rain = {
  title: 'Rainy window',
  html: '<main>\n  <h1>Rain</h1>\n  <p id="drops">0 drops</p>\n</main>\n',
  css: 'main {\n  display: grid;\n  place-items: center;\n  min-height: 100vh;\n  font: 20px system-ui;\n}\n',
  js: 'const drops = document.querySelector("#drops");\ndrops.textContent = "12 drops";\nconsole.log("It rains");\n',
  isPublic: true,
  isEmbeddable: true,
};

const library = [
  textFile('rain.json', '{ "drops": 12 }'),
  fontFile('Window Mono.woff2'),
  ...['cloud', 'street', 'lamp', 'umbrella', 'puddle'].map((name, index) =>
    pngFile(`${name}.png`, { width: 160, height: 60 + index * 25 }, [40 + index * 30, 130, 190 - index * 25]),
  ),
];

async function eachAssetScreen(studioPage: StudioPage, see: (name: string) => Promise<void>): Promise<void> {
  const { assets, page } = studioPage;
  await assets.open();
  await expect(assets.card('puddle.png').locator('img')).not.toHaveJSProperty('naturalWidth', 0);
  await see('assets');
  await assets.tab('Media').click();
  await expect(assets.panel.getByText('No media yet')).toBeVisible();
  await see('assets-empty');
  await assets.tab('Fonts').click();
  await assets.choose('Window Mono.woff2', 'Preview');
  await expect(page.getByText('The quick brown fox').first()).toBeVisible();
  await see('asset-preview');
  await page.keyboard.press('Escape');
  await studioPage.button('Assets').click();
}
