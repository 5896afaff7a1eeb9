import { storeProject } from '../../fixtures/accounts.ts';
import { fontFile, pngFile, storeAssets, textFile } from '../../fixtures/files.ts';
import { expect, test } from '../../fixtures/test.ts';
import { brokenWords, troubleRoute } from '../../fixtures/troubled-route.ts';

const logo = pngFile('logo.png');
const theme = textFile('theme.css', 'body { color: red; }');
const data = textFile('data.json', '{"answer": 42}');

/** The path by which code names a file: the project's own origin redirects it to the file (ADR 43). */
const fromRoot = (asset?: { url: string }) => asset && new URL(asset.url).pathname;

test('files come by picker and by drop, one after another, and are listed by kind', {
  tag: '@smoke',
}, async ({ account, open }) => {
  const studioPage = await open(account);
  const { assets } = studioPage;
  await assets.open();
  await expect(assets.usage).toHaveText('0.0 MB / 1GB (0 files)');
  for (const name of ['Images', 'Data', 'CSS', 'JavaScript', 'Fonts', 'Docs', 'Media']) {
    await assets.tab(name).click();
    await expect(assets.panel.getByText(`No ${name.toLowerCase()} yet`)).toBeVisible();
    await expect(assets.tab(name)).toHaveAccessibleDescription('0');
  }
  await expect(assets.panel.getByText('Drag & drop files here or click Upload')).toBeVisible();

  await expect(assets.panel.locator('input[type=file]')).toHaveAttribute(
    'accept',
    '.jpg,.jpeg,.png,.gif,.svg,.webp,.ico,.json,.xml,.csv,.txt,.css,.js,.ts,.woff,.woff2,.ttf,.otf,.md,.pdf,.mp3,.mp4,.webm',
  );
  await assets.pick(pngFile('big.png', { width: 900, height: 700 }), theme);
  await expect(studioPage.toast('File uploaded')).toContainText('theme.css uploaded successfully');
  await expect(assets.card('theme.css')).toContainText('20 Bytes');
  await assets.tab('Images').click();
  await expect(assets.card('big.png')).toContainText(/\d\.\d KB/);
  await expect(assets.tab('Images')).toHaveAccessibleDescription('1');

  await assets.hold(data);
  await expect(assets.panel.getByText('Drop files to upload them')).toBeVisible();
  await assets.drop(data);
  await expect(assets.card('data.json')).toBeVisible();
  await expect(assets.panel.getByText('Drop files to upload them')).toBeHidden();
  await expect(assets.usage).toHaveText('0.0 MB / 1GB (3 files)');

  await assets.search.fill('THEME');
  await expect(assets.tab('CSS')).toHaveAccessibleDescription('1');
  await expect(assets.tab('Images')).toHaveAccessibleDescription('0');
  await studioPage.button('Assets').click();
  await expect(assets.panel).toBeHidden();
  await assets.open();
  await expect(assets.card('big.png')).toBeVisible();
});

test('an asset goes into the right pane in the right form, at the cursor, in one step', {
  tag: '@nightly',
}, async ({ studio, account, open }) => {
  const [picture, font, sheet, table] = await storeAssets(
    studio,
    account,
    logo,
    fontFile('Mono.woff2'),
    theme,
    data,
  );
  const project = await storeProject(studio, account, {
    html: '<main></main>',
    css: 'main {  }',
    js: '',
  });
  const studioPage = await open(account, `/project/${project.id}`);
  const { assets } = studioPage;
  await studioPage.loaded();
  await assets.open();

  await studioPage.html.caretTo('<main>'.length);
  await assets.action('logo.png', 'Insert').click();
  await expect(studioPage.toast('Asset inserted')).toContainText('logo.png URL inserted into code');
  const image = `<main><img src="${fromRoot(picture)}" alt="logo"></main>`;
  expect(await studioPage.html.text()).toBe(image);
  await expect(studioPage.preview.document.getByRole('img', { name: 'logo' })).toHaveJSProperty(
    'naturalWidth',
    120,
  );
  await studioPage.page.keyboard.press('Control+z');
  expect(await studioPage.html.text()).toBe('<main></main>');

  await studioPage.css.caretTo('main { '.length);
  await assets.action('logo.png', 'Insert').press('Enter');
  expect(await studioPage.css.text()).toBe(`main { url("${fromRoot(picture)}") }`);
  await studioPage.page.keyboard.press('Control+z');

  await assets.tab('Fonts').click();
  await assets.action('Mono.woff2', 'Insert').click();
  expect(await studioPage.css.text()).toBe(
    `@font-face {\n  font-family: "Mono";\n  src: url("${fromRoot(font)}") format("woff2");\n}\nmain {  }`,
  );
  const mono = studioPage.preview.document.locator('html');
  await expect
    .poll(() =>
      mono.evaluate(async () => (await document.fonts.load('16px Mono')).map(({ status }) => status)),
    )
    .toEqual(['loaded']);

  await assets.tab('Data').click();
  await studioPage.js.caretTo(0);
  await assets.action('data.json', 'Insert').click();
  expect(await studioPage.js.text()).toBe(`"${fromRoot(table)}"`);

  await assets.tab('CSS').click();
  await assets.action('theme.css', 'Insert').click();
  expect(await studioPage.html.text()).toBe(`<main></main><link rel="stylesheet" href="${fromRoot(sheet)}">`);
  await expect(studioPage.preview.document.locator('body')).toHaveCSS('color', 'rgb(255, 0, 0)');
});

test('a PDF is shown by the browser’s own viewer, where it has one', {
  tag: ['@solo', '@nightly'],
}, async ({ studio, account, open }) => {
  await storeAssets(studio, account, textFile('paper.pdf', '%PDF-1.4\n%%EOF\n'));
  const { page, assets } = await open(account);
  await assets.open();
  await assets.tab('Docs').click();
  await assets.choose('paper.pdf', 'Preview');
  const preview = page.getByRole('dialog', { name: 'paper.pdf' });
  await expect(preview.getByRole('link', { name: 'Open in a new tab' })).toBeVisible();
  const hasViewer = await page.evaluate(() => navigator.pdfViewerEnabled);
  await expect(preview.locator('iframe')).toHaveCount(hasViewer ? 1 : 0);
  // Chromium's viewer is an extension in the frame, and an error page where the frame may not have it.
  const viewers = () => page.frames().filter((frame) => frame.url().startsWith('chrome-extension:'));
  await expect.poll(() => viewers().length > 0).toBe(hasViewer);
});

test('a URL is copied, a file previewed and downloaded; deleting names the projects that use it', {
  tag: '@nightly',
}, async ({ studio, account, open }) => {
  const [picture] = await storeAssets(
    studio,
    account,
    logo,
    pngFile('spare.png'),
    textFile('long.txt', 'line\n'.repeat(50_000)),
    fontFile('Mono.woff2'),
  );
  const { title } = await storeProject(studio, account, {
    title: 'Shop window',
    html: `<img src="${picture?.url}">`,
  });
  const studioPage = await open(account);
  const { assets } = studioPage;
  await assets.open();

  await assets.action('logo.png', 'Copy URL').click();
  await expect(studioPage.toast('URL copied')).toContainText('Asset URL copied to clipboard');
  expect(await studioPage.page.evaluate(() => navigator.clipboard.readText())).toBe(picture?.url);

  await assets.choose('logo.png', 'Preview');
  await expect(studioPage.page.getByText('Asset preview')).toBeVisible();
  const preview = studioPage.page.getByRole('dialog', { name: 'logo.png' });
  await expect(preview.getByRole('img', { name: 'logo.png' })).toHaveJSProperty('naturalWidth', 120);
  await studioPage.page.keyboard.press('Escape');
  await expect(preview).toBeHidden();
  await assets.tab('Data').click();
  await assets.choose('long.txt', 'Preview');
  await expect(studioPage.page.getByRole('dialog', { name: 'long.txt' })).toContainText(
    'The first 200 kB of 244.1 KB.',
  );
  await studioPage.page.keyboard.press('Escape');
  await expect(studioPage.page.getByRole('dialog')).toHaveCount(0);
  await assets.tab('Fonts').click();
  await assets.choose('Mono.woff2', 'Preview');
  await expect(studioPage.page.getByText('The quick brown fox').first()).toHaveCSS(
    'font-family',
    'asset-preview',
  );
  await studioPage.page.keyboard.press('Escape');
  await expect(studioPage.page.getByRole('dialog')).toHaveCount(0);
  await assets.tab('Images').click();

  const download = studioPage.page.waitForEvent('download');
  await assets.choose('logo.png', 'Download');
  expect((await download).suggestedFilename()).toBe('logo.png');

  await assets.choose('logo.png', 'Delete');
  await expect(studioPage.confirmation).toContainText('This action cannot be undone.');
  await expect(studioPage.confirmation).toContainText(title);
  await expect(studioPage.confirmation.getByRole('button')).toHaveText(['Delete', 'Cancel']);
  await studioPage.confirmation.getByRole('button', { name: 'Delete' }).click();
  await expect(studioPage.toast('Asset deleted')).toBeVisible();
  await expect(assets.card('logo.png')).toBeHidden();
  await expect(assets.usage).toContainText('(3 files)');
  await expect(assets.action('spare.png', 'Insert')).toBeFocused();
});

test('a deletion that is answered late leaves the focus where somebody types by then', async ({
  studio,
  account,
  open,
}) => {
  await storeAssets(studio, account, logo, pngFile('spare.png'));
  const studioPage = await open(account);
  const { assets } = studioPage;
  const server = await troubleRoute(studioPage.page, /\/api\/assets\/\w+$/, ['DELETE']);
  server.become('slow');
  await assets.open();
  await assets.choose('logo.png', 'Delete');
  await studioPage.confirmation.getByRole('button', { name: 'Delete' }).click();
  await expect(studioPage.confirmation).toBeHidden();
  await studioPage.html.append('typed');
  server.become('none');
  await expect(assets.card('logo.png')).toBeHidden();
  await studioPage.page.keyboard.insertText(' on');
  expect(await studioPage.html.text()).toContain('typed on');
});

test('a file that cannot be uploaded is reported, and none after it is sent; a running upload can be cancelled', {
  tag: '@nightly',
}, async ({ account, open }) => {
  const studioPage = await open(account);
  const { assets } = studioPage;
  await assets.open();
  await assets.drop(textFile('run.exe', 'MZ'));
  await expect(studioPage.toast('Upload failed')).toContainText('run.exe');

  await assets.pick(theme, { ...logo, name: 'fake.gif' }, data);
  await expect(studioPage.toast('Upload failed')).toContainText('fake.gif');
  await expect(assets.panel).toContainText('The next file was not sent.');
  await expect(assets.usage).toContainText('(1 file)');

  const line = await studioPage.page.context().newCDPSession(studioPage.page);
  await line.send('Network.enable');
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 8_000 };
  await line.send('Network.emulateNetworkConditions', slow);
  await assets.pick(textFile('large.txt', 'x'.repeat(400_000)));
  await expect(assets.uploading).toBeVisible();
  await expect(assets.panel.getByRole('progressbar', { name: 'large.txt' })).toHaveAttribute(
    'value',
    /^[1-9]\d?$/,
  );
  await assets.drop(data);
  await expect(studioPage.toast('Upload failed')).toContainText('Another upload is running');
  await studioPage.button('Cancel').click();
  await expect(assets.upload).toBeVisible();
  await line.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 });
  await assets.pick(data);
  await expect(assets.card('data.json')).toBeVisible();
  await expect(assets.usage).toContainText('(2 files)');
});

test('a file whose response is lost on its way is shown, since the server has it', async ({
  account,
  open,
}) => {
  const studioPage = await open(account);
  const { assets, page } = studioPage;
  await assets.open();
  await page.route('**/api/assets/upload', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await assets.pick(logo);
  await expect(studioPage.toast('Upload failed')).toBeVisible();
  await expect(assets.card('logo.png')).toBeVisible();
  await expect(assets.usage).toContainText('(1 file)');
});

test('the note of a refused file that is dismissed leaves the focus in the library', async ({
  account,
  open,
}) => {
  const studioPage = await open(account);
  const { assets } = studioPage;
  await assets.open();
  await assets.drop(textFile('run.exe', 'MZ'));
  const dismiss = assets.panel.getByRole('button', { name: 'Dismiss' });
  await dismiss.press('Enter');
  await expect(dismiss).toHaveCount(0);
  await expect(assets.panel.locator(':focus')).toHaveCount(1);
});

test('a library that cannot be loaded says so and can be asked again', async ({ studio, account, open }) => {
  await storeAssets(studio, account, logo);
  const studioPage = await open(account);
  await studioPage.page.route('**/api/assets?*', (route) => route.abort());
  await studioPage.button('Assets').click();
  await expect(studioPage.toast('Load failed')).toContainText('Failed to load assets');
  await studioPage.page.unroute('**/api/assets?*');
  await studioPage.assets.panel.getByRole('button', { name: 'Retry' }).click();
  await expect(studioPage.assets.card('logo.png')).toBeVisible();
});

test('a library whose later files could not be loaded says so for as long as they are missing', async ({
  studio,
  account,
  open,
}) => {
  await storeAssets(studio, account, logo, pngFile('spare.png'));
  const studioPage = await open(account);
  const { assets, page } = studioPage;
  await page.route('**/api/assets?*', (route) =>
    route.fallback({ url: route.request().url().replace('limit=100', 'limit=1') }),
  );
  const later = await troubleRoute(page, /\/api\/assets\?page=2/);
  later.become('broken');
  await assets.open();
  const note = assets.panel.getByRole('alert').filter({ hasText: 'Some files may be missing here.' });
  await expect(note).toContainText(brokenWords);
  await expect(assets.card('spare.png')).toBeVisible();
  await assets.drop(pngFile('new.png'));
  await expect(assets.card('new.png')).toBeVisible();
  await expect(note).toBeVisible();
  later.become('none');
  await note.getByRole('button', { name: 'Retry' }).press('Enter');
  await expect(assets.card('logo.png')).toBeVisible();
  await expect(note).toBeHidden();
  await expect(assets.panel.locator(':focus')).toHaveCount(1);
});

test('keys act on the card that has the focus, although files are added before it', async ({
  studio,
  account,
  open,
}) => {
  await storeAssets(studio, account, logo, pngFile('spare.png'));
  const studioPage = await open(account);
  const { assets, page } = studioPage;
  await assets.open();
  await assets.action('logo.png', 'Insert').focus();
  await assets.drop(pngFile('new.png'));
  await expect(assets.card('new.png')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(assets.action('spare.png', 'Insert')).toBeFocused();
  await assets.drop(pngFile('newer.png'));
  await expect(assets.card('newer.png')).toBeVisible();
  await page.keyboard.press('Delete');
  await expect(studioPage.confirmation).toContainText('spare.png');
  await studioPage.confirmation.getByRole('button', { name: 'Delete' }).click();
  await expect(assets.card('spare.png')).toBeHidden();
  await expect(assets.action('logo.png', 'Insert')).toBeFocused();
});

test('the browser asks before a page is closed that is uploading, and not once it has ended', async ({
  account,
  open,
}) => {
  const { assets, page } = await open(account);
  const server = await troubleRoute(page, /\/api\/assets\/upload$/, ['POST']);
  server.become('slow');
  await assets.open();
  const asked = server.asked();
  await assets.drop(theme);
  await asked;
  const question = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  expect((await question).type()).toBe('beforeunload');
  await (await question).dismiss();
  server.become('none');
  await expect(assets.usage).toContainText('(1 file)');
  const closed = page.waitForEvent('close');
  await page.close({ runBeforeUnload: true });
  await closed;
});

test('an upload leaves the tab that somebody has chosen meanwhile', async ({ account, open }) => {
  const studioPage = await open(account);
  const { assets, page } = studioPage;
  const server = await troubleRoute(page, /\/api\/assets\/upload$/, ['POST']);
  server.become('slow');
  await assets.open();
  const asked = server.asked();
  await assets.drop(theme);
  await asked;
  await assets.tab('Fonts').click();
  server.become('none');
  await expect(assets.usage).toContainText('(1 file)');
  await expect(assets.tab('Fonts')).toHaveAttribute('aria-selected', 'true');
});

test('arrow keys lead from card to card, and on through hundreds', { tag: '@nightly' }, async ({
  studio,
  account,
  open,
}) => {
  const names = Array.from({ length: 60 }, (_, index) => `n${59 - index}.json`);
  await storeAssets(studio, account, ...names.map((name) => textFile(name, '{}')));
  const studioPage = await open(account);
  const { assets, page } = studioPage;
  await assets.open();
  await assets.tab('Images').focus();
  await page.keyboard.press('ArrowRight');
  await expect(assets.tab('Data')).toHaveAttribute('aria-selected', 'true');
  await expect(assets.card('n0.json')).toBeVisible();
  await expect(assets.card('n59.json')).toHaveCount(0);
  await assets.action('n0.json', 'Copy URL').focus();
  await page.keyboard.press('ArrowRight');
  await expect(assets.action('n1.json', 'Copy URL')).toBeFocused();
  await page.keyboard.press('End');
  await expect(assets.action('n59.json', 'Copy URL')).toBeFocused();
  await expect(assets.card('n59.json')).toBeInViewport();
  await page.keyboard.press('Shift+Tab');
  await expect(assets.action('n59.json', 'Insert')).toBeFocused();
});
