import { fontFile, pngFile, storeAssets, textFile } from '../fixtures/files.ts';
import { test } from '../fixtures/test.ts';

for (const look of [
  { name: 'dark', theme: 'dark', viewport: { width: 1440, height: 900 } },
  { name: 'light', theme: 'light', viewport: { width: 1440, height: 900 } },
  { name: 'narrow', theme: 'dark', viewport: { width: 360, height: 740 } },
])
  test(`look ${look.name}`, async ({ studio, account, open }) => {
    await storeAssets(
      studio,
      account,
      ...Array.from({ length: 14 }, (_, i) =>
        pngFile(`picture-${i}.png`, { width: 100 + i * 30, height: 90 }, [i * 15, 200 - i * 10, 120]),
      ),
      pngFile('a-very-long-name-that-does-not-fit-into-one-line-of-a-card-at-all.png'),
      fontFile('Mono.woff2'),
      textFile('data.json', '{"a": 1}\n'.repeat(4000)),
      textFile(
        'logo.svg',
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="4" fill="tomato"/></svg>',
      ),
    );
    const desk = await open(account);
    const shot = (n: string) => desk.page.screenshot({ path: `/tmp/look/${n}-${look.name}.png` });
    await desk.page.setViewportSize(look.viewport);
    await desk.page.evaluate(
      (t) => localStorage.setItem('codestudio_settings', JSON.stringify({ theme: t })),
      look.theme,
    );
    await desk.page.reload();
    await desk.assets.open();
    await desk.assets.card('picture-13.png').waitFor();
    await desk.page.waitForTimeout(1500);
    await shot('grid');
    await desk.assets.action('picture-13.png', 'More').click();
    await desk.page.getByRole('menuitem').first().waitFor();
    await shot('menu');
    await desk.page.keyboard.press('Escape');
    await desk.assets.tab('Docs').click();
    await shot('empty');
    await desk.assets.hold(pngFile('x.png'));
    await shot('drop');
    await desk.assets.drop(pngFile('x.exe'));
    await desk.page.waitForTimeout(300);
    await shot('stopped');
    await desk.page.route('**/api/assets/upload', () => undefined);
    await desk.assets.pick(pngFile('going-up.png'), pngFile('two.png'));
    await desk.page.waitForTimeout(300);
    await shot('uploading');
    await desk.assets.tab('Fonts').click();
    await desk.assets.choose('Mono.woff2', 'Preview');
    await desk.page.getByText('The quick').first().waitFor();
    await desk.page.waitForTimeout(6000);
    await shot('font');
    await desk.page.keyboard.press('Escape');
    await desk.assets.tab('Images').click();
    await desk.assets.choose('picture-13.png', 'Preview');
    await desk.page.waitForTimeout(600);
    await shot('picture');
    await desk.page.keyboard.press('Escape');
    await desk.assets.tab('Data').click();
    await desk.assets.choose('data.json', 'Preview');
    await desk.page.waitForTimeout(600);
    await shot('text');
  });
