import { defaultFrameworkConfig, type FrameworkConfig } from '@studio/contract/http/frameworks';
import { projectRoutes } from '@studio/contract/http/projects';
import { readProject, signedIn, storeProject } from '../../fixtures/accounts.ts';
import { expect, test } from '../../fixtures/test.ts';
import { StudioPage } from '../../pages/studio-page.ts';
import { callApi } from '../../stack/api.ts';

const config = (part: Partial<FrameworkConfig>): FrameworkConfig => ({ ...defaultFrameworkConfig, ...part });

/** Code with one mistake and a name that only React 19 exports. */
const typed = `import { type ReactNode, use, useState } from 'react';
interface Props { from: number; children?: React.ReactNode }
function Count({ from, children }: Props): ReactNode {
  const [count] = useState<number>(from);
  const isDraft: boolean = import.meta.env.DEV || import.meta.env.VITE_NAME;
  return <p className="count" title={String(count)} hidden={isDraft}>{children}{use.name}</p>;
}
ReactDOM.createRoot(document.body).render(<Count from="one" />);
`;

test('TypeScript with React: mistakes are marked by the types of the chosen version', {
  tag: '@smoke',
}, async ({ studio, account, open }) => {
  const frameworkConfig = config({ framework: 'react', typescript: true, frameworkVersion: 19 });
  const { id } = await storeProject(studio, account, { js: typed, frameworkConfig });
  const studioPage = await open(account, `/project/${id}`);
  await expect(studioPage.js.pane.getByText('TSX', { exact: true })).toBeVisible();
  await studioPage.loaded();
  await studioPage.js.textbox.focus();
  await expect(studioPage.js.mistakes).toHaveCount(1, { timeout: 30_000 });

  await studioPage.button('React').click();
  await studioPage.framework.reactVersion.selectOption('React 18');
  await studioPage.page.keyboard.press('Escape');
  await expect(studioPage.js.mistakes).toHaveCount(2);
});

test('TypeScript with Vue and Tailwind: nothing but the mistake is marked', { tag: '@nightly' }, async ({
  studio,
  account,
  open,
}) => {
  const frameworkConfig = config({ framework: 'vue', typescript: true, cssFramework: 'tailwind' });
  const js = `import { ref } from 'vue';
import confetti from 'some-package';
const name = ref<string>(1);
confetti();
Vue.createApp({ setup: () => ({ name }) }).mount('#app');
await Promise.resolve();
`;
  const css = '@theme {\n  --color-leaf: #1d6b4f;\n}\n\nbutton {\n  @apply rounded-lg;\n}\n';
  const { id } = await storeProject(studio, account, { title: 'Typed', css, js, frameworkConfig });
  const studioPage = await open(account, `/project/${id}`);
  await expect(studioPage.title).toHaveValue('Typed');
  // Mistakes are marked even if nobody turns to an editor.
  await studioPage.page.mouse.move(2, 2, { steps: 2 });
  await expect(studioPage.js.mistakes).toHaveCount(1, { timeout: 30_000 });
  await expect(studioPage.css.pane.locator('.squiggly-warning, .squiggly-error')).toHaveCount(0);
});

const rendered = `import { renderToString } from 'react-dom/server';
const markup: string = renderToString(<b>text</b>);
const wrong: number = markup + renderToString(<i>more</i>);
`;
const built = `import { jsx } from 'vue/jsx-runtime';
const wrong: number = jsx('p', {});
`;
for (const [what, js, part] of [
  ['React 17’s react-dom/server', rendered, { framework: 'react', frameworkVersion: 17 }],
  ['React 18’s react-dom/server', rendered, { framework: 'react', frameworkVersion: 18 }],
  ['React 19’s react-dom/server', rendered, { framework: 'react', frameworkVersion: 19 }],
  ['vue/jsx-runtime', built, { framework: 'vue' }],
] as const)
  test(`TypeScript knows ${what}: the mistake alone is marked`, { tag: '@nightly' }, async ({
    studio,
    account,
    open,
  }) => {
    const frameworkConfig = config({ ...part, typescript: true });
    const { id } = await storeProject(studio, account, { js, frameworkConfig });
    const studioPage = await open(account, `/project/${id}`);
    await studioPage.loaded();
    await studioPage.js.textbox.focus();
    await expect(studioPage.js.mistakes).toHaveCount(1, { timeout: 30_000 });
    // While there is a toast, F8 leads to it.
    await expect(studioPage.toast('Shared project loaded')).toHaveCount(0);
    await studioPage.page.keyboard.press('F8');
    await expect(studioPage.page.getByText("is not assignable to type 'number'").first()).toBeVisible();
  });

test('a language service that Monaco stopped while nobody typed is there with the next key', async ({
  studio,
  account,
  open,
}) => {
  const { id } = await storeProject(studio, account, { css: '' });
  const studioPage = await open(account, '/favicon.svg');
  const { page } = studioPage;
  await page.clock.install();
  await page.goto(`${studio.url}/project/${id}`);
  await studioPage.loaded();
  await studioPage.css.textbox.focus();
  const services = () => page.workers().filter((worker) => /\/css\.worker/.test(worker.url()));
  await page.keyboard.type('p {');
  await expect.poll(() => services().length, { timeout: 8_000 }).toBe(1);
  await expect(async () => {
    await page.clock.fastForward('01:00');
    expect(services()).toHaveLength(0);
  }).toPass();
  await page.keyboard.type(' color');
  await expect.poll(() => services().length, { timeout: 8_000 }).toBe(1);
});

test('Format puts the pane in order as one step to undo, and says where it cannot', {
  tag: '@smoke',
}, async ({ studio, account, open }) => {
  const js = 'const   list=[1,2,\n3]\n';
  const { id } = await storeProject(studio, account, { html: '<p>a</p>', css: 'p{color:red}', js });
  const studioPage = await open(account, `/project/${id}`);
  await studioPage.loaded();
  await studioPage.js.textbox.focus();
  await studioPage.page.keyboard.press('Control+Shift+F');
  await expect.poll(() => studioPage.js.text()).toBe('const list = [1, 2, 3];\n');
  expect(await studioPage.css.text()).toBe('p{color:red}');
  await studioPage.js.textbox.focus();
  await studioPage.page.keyboard.press('Control+z');
  expect(await studioPage.js.text()).toBe(js);

  await studioPage.js.replace('const = 1');
  await studioPage.button('Format JavaScript editor').click();
  await expect(studioPage.toast('Cannot format')).toContainText('JavaScript, line 1, column 7');
  expect(await studioPage.js.text()).toBe('const = 1');

  await studioPage.title.focus();
  await studioPage.js.replace('f( )');
  await studioPage.title.focus();
  await studioPage.page.keyboard.press('Control+Shift+F');
  await expect.poll(() => studioPage.js.text()).toBe('f();\n');
  await expect.poll(() => studioPage.css.text()).toBe('p {\n  color: red;\n}\n');
});

test('Format leaves one byte order mark as it is', { tag: '@nightly' }, async ({ studio, account, open }) => {
  const { id } = await storeProject(studio, account, { css: '\uFEFFp{color:red}' });
  const studioPage = await open(account, `/project/${id}`);
  await studioPage.loaded();
  for (let time = 1; time <= 2; time += 1) {
    await studioPage.css.append('a{}'.repeat(time));
    await studioPage.button('Format CSS editor').click();
    await expect.poll(() => studioPage.css.text()).toMatch(/a \{\n\}\n$/);
  }
  await studioPage.page.keyboard.press('Control+s');
  const stored = async () => (await readProject(studio, account, id)).css;
  await expect.poll(stored).toMatch(/^\uFEFFp \{\n {2}color: red;\n\}\n/);
});

test('what was typed before Monaco came can be undone after it came', async ({ studio, account, open }) => {
  const { id } = await storeProject(studio, account, { html: '<h1>precious</h1>' });
  const studioPage = await open(account);
  const { page, html } = studioPage;
  const { promise: wanted, resolve: want } = Promise.withResolvers<void>();
  await page.route(/\/assets\/monaco-/, async (route) => {
    await wanted;
    await route.continue();
  });
  await page.goto(`${studio.url}/project/${id}`);
  await html.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText('<p>x</p>');
  want();
  await studioPage.loaded();
  await html.focus();
  await page.keyboard.press('Control+z');
  await expect.poll(() => html.text()).toBe('<h1>precious</h1>');
  await page.keyboard.press('Control+y');
  await expect.poll(() => html.text()).toBe('<p>x</p>');
});

test('a text that takes too long to format is given up, and the next is formatted', {
  tag: '@nightly',
}, async ({ studio, account, open }) => {
  const css = `a{b:${'('.repeat(200_000)}${')'.repeat(200_000)}}`;
  const { id } = await storeProject(studio, account, { css });
  const studioPage = await open(account, `/project/${id}`);
  await studioPage.loaded();
  await studioPage.button('Format CSS editor').click();
  await expect(studioPage.toast('Cannot format')).toContainText('took longer than 10 seconds', {
    timeout: 40_000,
  });
  await studioPage.css.replace('p{color:red}');
  await studioPage.button('Format CSS editor').click();
  await expect.poll(() => studioPage.css.text()).toBe('p {\n  color: red;\n}\n');
});

test('snippets and abbreviations expand where their language is written', { tag: '@nightly' }, async ({
  account,
  open,
}) => {
  const studioPage = await open(account);
  await studioPage.button('New').click();
  await studioPage.loaded();
  await studioPage.html.textbox.focus();
  await studioPage.page.keyboard.type('container', { delay: 20 });
  await studioPage.suggestion('container').click();
  expect(await studioPage.html.text()).toContain('<div class="container">');

  await studioPage.css.textbox.focus();
  await studioPage.page.keyboard.type('main {\ncenter', { delay: 20 });
  await studioPage.suggestion('center').click();
  expect(await studioPage.css.text()).toContain('place-items: center;');

  await studioPage.html.replace('');
  await studioPage.page.keyboard.type('ul>li*2', { delay: 20 });
  await studioPage.suggestion('ul>li*2').click();
  expect((await studioPage.html.text()).match(/<li>/g)).toHaveLength(2);
});

test('prose in Markdown is what was typed', { tag: '@nightly' }, async ({ studio, account, open }) => {
  const frameworkConfig = config({ htmlLanguage: 'markdown' });
  const { id } = await storeProject(studio, account, { html: '', frameworkConfig });
  const studioPage = await open(account, `/project/${id}`);
  await studioPage.loaded();
  await studioPage.html.textbox.focus();
  const prose = '# Shopping\nSee the table\nof the main\n- Shop\n- sec';
  // Slow enough for suggestions, which come while somebody types.
  await studioPage.page.keyboard.type(prose, { delay: 120 });
  expect(await studioPage.html.text()).toBe(prose);
});

test('samples of one configuration belong together and can be undone', { tag: '@nightly' }, async ({
  account,
  open,
}) => {
  const studioPage = await open(account);
  await studioPage.button('New').click();
  await studioPage.loaded();
  await studioPage.frameworkSelector.click();
  await studioPage.framework.card('React').click();
  await studioPage.framework.typescript.check();
  await studioPage.page.keyboard.press('Escape');
  for (const [label, { textbox }] of [
    ['HTML', studioPage.html],
    ['CSS', studioPage.css],
    ['JavaScript', studioPage.js],
  ] as const) {
    await studioPage.button(`Insert sample ${label}`).press('Enter');
    await expect(textbox).toBeFocused();
  }
  await expect(studioPage.preview.document.getByRole('heading', { name: 'Hello, React' })).toBeVisible();
  await studioPage.css.textbox.focus();
  await studioPage.page.keyboard.press('Control+z');
  await expect(studioPage.button('Insert sample CSS')).toBeVisible();
});

test('Vim’s keys, its status line, and :w', { tag: '@nightly' }, async ({ studio, account, open }) => {
  const { id } = await storeProject(studio, account, { html: 'one\ntwo\n' });
  const studioPage = await open(account, `/project/${id}`);
  await studioPage.loaded();
  await studioPage.button('Settings').click();
  await studioPage.settings.getByRole('combobox', { name: 'Key Bindings' }).selectOption('Vim');
  await expect(studioPage.toast('Settings updated')).toContainText('Key Bindings has been updated.');
  await studioPage.settings.getByRole('switch', { name: 'Auto Save' }).uncheck();
  await studioPage.button('Settings').click();
  await expect(studioPage.html.pane.getByText('--NORMAL--')).toBeVisible();

  await studioPage.html.textbox.focus();
  await studioPage.page.keyboard.press('Control+Home');
  await studioPage.page.keyboard.type('ddix');
  await expect(studioPage.html.pane.getByText('--INSERT--')).toBeVisible();
  await studioPage.page.keyboard.press('Escape');
  await expect(studioPage.badge).toHaveText('Unsaved');
  await studioPage.page.keyboard.type(':w\n');
  await expect(studioPage.badge).toHaveText('Saved');
  expect((await readProject(studio, account, id)).html).toBe('xtwo\n');

  await studioPage.html.maximize.click();
  await studioPage.html.textbox.focus();
  await studioPage.page.keyboard.type('i');
  await studioPage.page.keyboard.press('Escape');
  await expect(studioPage.html.minimize).toBeVisible();
  await studioPage.page.keyboard.press('Escape');
  await expect(studioPage.html.maximize).toBeVisible();
});

test('a pane keeps its position while it is hidden, maximized or alone in a narrow window, and hidden panes get no focus', {
  tag: '@nightly',
}, async ({ studio, account, open }) => {
  const css = Array.from({ length: 120 }, (_, line) => `/* ${line} */\n`).join('');
  const { id } = await storeProject(studio, account, { html: '<p>a</p>', css });
  const studioPage = await open(account, `/project/${id}`);
  const { page } = studioPage;
  const lastLine = studioPage.css.pane.locator('.view-line', { hasText: '119' });
  await studioPage.loaded();
  await studioPage.css.textbox.focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('one');
  await expect(lastLine).toBeInViewport();

  await studioPage.button('CSS').click();
  await expect(studioPage.css.textbox).toBeHidden();
  await studioPage.button('Format JavaScript editor').focus();
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('separator', { name: 'Resize HTML and JavaScript' })).toBeFocused();
  await studioPage.button('CSS').click();
  await expect(lastLine).toBeInViewport();

  await studioPage.css.maximize.click();
  await expect(studioPage.html.textbox).toBeHidden();
  await expect(lastLine).toBeInViewport();
  expect(await studioPage.css.pane.boundingBox()).toEqual(await page.locator('main').boundingBox());
  await studioPage.css.minimize.click();
  await expect(lastLine).toBeInViewport();

  await studioPage.css.textbox.focus();
  await page.setViewportSize({ width: 700, height: 800 });
  await expect(studioPage.html.textbox).toBeHidden();
  await expect(studioPage.css.textbox).toBeFocused();
  await studioPage.css.maximize.click();
  await expect(studioPage.css.textbox).toBeInViewport();
  expect(await studioPage.css.pane.boundingBox()).toEqual(await page.locator('main').boundingBox());
  await studioPage.css.minimize.click();
  await studioPage.css.textbox.focus();
  await page.keyboard.type('two');
  expect(await studioPage.css.text()).toBe(`${css}onetwo`);
  await page.keyboard.press('Control+z');
  expect(await studioPage.css.text()).not.toContain('two');
});

/** Monaco chooses line endings by the operating system that it reads here. */
const windows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

test('on Windows, too, lines end as in the code, whoever has written them', async ({
  studio,
  account,
  browser,
}) => {
  const { id } = await storeProject(studio, account, { html: '<p>one</p>', css: 'a {\r\n}' });
  const stored = async () => (await readProject(studio, account, id)).html;
  const context = await browser.newContext({
    userAgent: windows,
    storageState: signedIn(studio, account),
  });
  const studioPage = new StudioPage(await context.newPage());
  const { keyboard } = studioPage.page;
  await studioPage.page.goto(`${studio.url}/project/${id}`);
  await studioPage.loaded();
  await studioPage.html.append('');
  await keyboard.press('Enter');
  await keyboard.insertText('<p>two</p>');
  await expect.poll(stored).toBe('<p>one</p>\n<p>two</p>');

  const html = '<p>one</p>\n\n<p>two</p>\n<p>three</p>\n';
  await callApi(studio.url, projectRoutes.updateProject, {
    token: account.token,
    params: { id },
    body: { html },
  });
  await expect(studioPage.html.pane.locator('.view-line', { hasText: 'three' })).toBeVisible();
  await studioPage.html.append('<p>four</p>');
  await expect.poll(stored).toBe(`${html}<p>four</p>`);

  await studioPage.css.append('b');
  await expect.poll(async () => (await readProject(studio, account, id)).css).toBe('a {\r\n}b');
  await context.close();
});
