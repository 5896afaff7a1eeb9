import type { Locator } from '@playwright/test';
import { downloadPackage } from '../../exports/download-package.ts';
import { listOwn, register, storeProject } from '../../fixtures/accounts.ts';
import { fontFile, pngFile, storeAssets, textFile } from '../../fixtures/files.ts';
import { screenshot } from '../../fixtures/screenshot.ts';
import { expect, LoginPage, test } from '../../fixtures/test.ts';
import { StudioPage } from '../../pages/studio-page.ts';
import { serveForeignSite } from '../../stack/network/foreign-site.ts';

const sea = pngFile('sea.png', { width: 320, height: 180 }, [38, 110, 160]);
const hand = fontFile('Hand.woff2');

/** Expects that the picture is loaded and the text is set in the uploaded font. */
async function expectPostcard(page: Locator): Promise<void> {
  await expect(page.getByRole('img', { name: 'sea' })).toHaveJSProperty('naturalWidth', 320);
  await expect(page.getByRole('heading')).toHaveCSS('font-family', 'Hand');
  const faces = () =>
    page.evaluate(async () => {
      await document.fonts.ready;
      return [...document.fonts].map(({ family, status }) => `${family} ${status}`);
    });
  await expect.poll(faces).toContainEqual(expect.stringMatching(/^"?Hand"? loaded$/));
}

test('a picture and a font, from the library into a project, its embed, a fork and a package', async ({
  studio,
  visit,
  open,
}) => {
  test.setTimeout(150_000);
  const author = await register(studio, 'author');
  const visitor = await register(studio, 'visitor');
  const studioPage = new StudioPage(await visit(`${studio.url}/login`));

  await test.step('somebody signs in and begins a project', async () => {
    await new LoginPage(studioPage.page).signIn(author);
    await expect(studioPage.title).toHaveValue('Welcome to CodeStudio');
    await studioPage.button('New').click();
    await studioPage.loaded();
    await studioPage.html.replace('<main><h1>Wish you were here</h1></main>');
    await studioPage.css.replace('h1 { font-family: Hand; font-weight: 400 }\nmain { padding: 2rem }');
  });

  await test.step('they upload a picture and a font, and insert both', async () => {
    await studioPage.assets.open();
    await studioPage.assets.pick(sea, hand);
    await expect(studioPage.toast('File uploaded')).toContainText('Hand.woff2 uploaded successfully');
    await studioPage.html.caretTo('<main>'.length);
    await studioPage.assets.tab('Images').click();
    await studioPage.assets.action('sea.png', 'Insert').click();
    await expect(studioPage.toast('Asset inserted')).toContainText('sea.png URL inserted into code');
    await studioPage.assets.tab('Fonts').click();
    await studioPage.assets.action('Hand.woff2', 'Insert').click();
    await expect(studioPage.toast('Asset inserted')).toContainText('Hand.woff2 URL inserted into code');
    await expectPostcard(studioPage.preview.document.locator('html'));
    await screenshot(studioPage.page, 'assets-1-library');
  });

  const id = await test.step('they name it, publish it and let others embed it', async () => {
    await studioPage.title.fill('Postcard');
    await studioPage.title.blur();
    await studioPage.page.keyboard.press('Control+s');
    await expect(studioPage.badge).toHaveText('Saved');
    await studioPage.chooseVisibility('Make public');
    await studioPage.chooseVisibility('Enable embedding');
    await expect
      .poll(async () => (await listOwn(studio, author))[0])
      .toMatchObject({ title: 'Postcard', isPublic: true, isEmbeddable: true });
    return (await listOwn(studio, author))[0]?.id ?? '';
  });

  await test.step('it is whole on Full Screen', async () => {
    const opened = studioPage.page.context().waitForEvent('page');
    await studioPage.preview.button('Full Screen').click();
    const window = await opened;
    await expectPostcard(window.frameLocator('iframe[title="Live Preview"]').locator('html'));
    await window.close();
  });

  await test.step('and in a page elsewhere', async () => {
    const site = await serveForeignSite(
      `<h1>Greetings</h1><iframe src="${studio.url}/embed/${id}" width="100%" height="400"></iframe>`,
    );
    const page = await visit(site.url);
    const embed = page.frameLocator('iframe').first();
    await expectPostcard(embed.frameLocator('iframe[title="Live Preview"]').locator('html'));
    await screenshot(page, 'assets-2-embed');
    await site.close();
  });

  const forkId = await test.step('somebody else forks it', async () => {
    const theirs = await open(visitor, `/project/${id}`);
    await theirs.button('Fork').click();
    await expect(theirs.toast('Project forked')).toBeVisible();
    await expect.poll(async () => (await listOwn(studio, visitor)).length).toBe(1);
    return (await listOwn(studio, visitor))[0]?.id ?? '';
  });

  await test.step('the owner deletes both files, and sees which projects use them', async () => {
    for (const [tab, name] of [
      ['Images', 'sea.png'],
      ['Fonts', 'Hand.woff2'],
    ] as const) {
      await studioPage.assets.tab(tab).click();
      await studioPage.assets.choose(name, 'Delete');
      await expect(studioPage.confirmation).toContainText('Postcard');
      await studioPage.confirmation.getByRole('button', { name: 'Delete' }).click();
      await expect(studioPage.assets.card(name)).toBeHidden();
    }
    await expect(studioPage.assets.usage).toHaveText('0.0 MB / 1GB (0 files)');
  });

  const fork = await open(visitor, `/project/${forkId}`);
  await test.step('the fork still has them, and they are not its owner’s', async () => {
    await expect(fork.title).toHaveValue('Postcard');
    await expectPostcard(fork.preview.document.locator('html'));
    await fork.assets.open();
    await expect(fork.assets.usage).toHaveText('0.0 MB / 1GB (0 files)');
    await screenshot(fork.page, 'assets-3-fork');
  });

  await test.step('and takes them home', async () => {
    const zip = await downloadPackage(fork);
    expect(await zip.file('public/assets/sea.png')?.async('nodebuffer')).toEqual(sea.buffer);
    expect(await zip.file('public/assets/Hand.woff2')?.async('nodebuffer')).toEqual(hand.buffer);
    expect(await zip.file('index.html')?.async('text')).toContain('<img src="./assets/sea.png" alt="sea">');
    expect(await zip.file('README.md')?.async('text')).not.toContain('What is missing');
  });
});

test('a project reads the pictures that it shows, and learns what is wrong in its own script', async ({
  studio,
  visit,
  open,
}) => {
  const author = await register(studio);
  const stored = await storeAssets(
    studio,
    author,
    sea,
    textFile('app.js', 'missing();'),
    textFile('worker.js', 'postMessage(1);'),
  );
  const [picture, script, worker] = stored.map(({ url }) => new URL(url).pathname);
  const project = await storeProject(studio, author, {
    title: 'Readable',
    html: `<img src="${picture}" alt="sea"><p></p><script src="${script}"></script>`,
    css: '',
    js: `function read(image) {
  const context = document.createElement('canvas').getContext('2d');
  context.drawImage(image, 0, 0);
  document.querySelector('p').append(context.getImageData(1, 1, 1, 1).data.join() + ' ');
}
addEventListener('load', () => {
  read(document.querySelector('img'));
  const image = new Image();
  image.onload = () => read(image);
  image.src = '${picture}';
});
new Worker('${worker}');`,
    isEmbeddable: true,
  });
  const studioPage = await open(author, `/project/${project.id}`);
  const embed = await visit(`${studio.url}/embed/${project.id}`);
  for (const page of [studioPage.page, embed])
    await expect(page.frameLocator('iframe[title="Live Preview"]').locator('p')).toHaveText(
      '38,110,160,255 38,110,160,255',
    );
  await studioPage.consoleToggle.click();
  await expect(studioPage.console.panel).toContainText(/missing is not defined/);
  await expect(studioPage.console.panel).toContainText(/Worker could not load.*start it from a blob/);
});
