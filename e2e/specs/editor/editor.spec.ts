import { defaultFrameworkConfig, type FrameworkConfig } from '@studio/contract/http/frameworks';
import { readProject, storeProject } from '../../fixtures/accounts.ts';
import { expect, test } from '../../fixtures/test.ts';

const config = (part: Partial<FrameworkConfig>): FrameworkConfig => ({ ...defaultFrameworkConfig, ...part });

/** One mistake, and a name that only React 19 has. */
const typed = `import { type ReactNode, use, useState } from 'react';
interface Props { from: number; children?: React.ReactNode }
function Count({ from, children }: Props): ReactNode {
  const [count] = useState<number>(from);
  return <p className="count" title={String(count)}>{children}{use.name}</p>;
}
ReactDOM.createRoot(document.body).render(<Count from="one" />);
`;

test('TypeScript with React: mistakes are marked by the types of the chosen version', async ({
  studio,
  account,
  open,
}) => {
  const frameworkConfig = config({ framework: 'react', typescript: true, frameworkVersion: 19 });
  const { id } = await storeProject(studio, account, { js: typed, frameworkConfig });
  const desk = await open(account, `/project/${id}`);
  await expect(desk.js.pane.getByText('TSX', { exact: true })).toBeVisible();
  await desk.loaded();
  await desk.js.textbox.focus();
  await expect(desk.js.mistakes).toHaveCount(1, { timeout: 30_000 });

  await desk.button('React').click();
  await desk.framework.reactVersion.selectOption('React 18');
  await desk.page.keyboard.press('Escape');
  await expect(desk.js.mistakes).toHaveCount(2);
});

test('TypeScript with Vue and Tailwind: nothing but the mistake is marked', async ({
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
  const { id } = await storeProject(studio, account, { css, js, frameworkConfig });
  const desk = await open(account, `/project/${id}`);
  // Also for who only stays and reads.
  await expect(desk.js.mistakes).toHaveCount(1, { timeout: 30_000 });
  await expect(desk.css.pane.locator('.squiggly-warning, .squiggly-error')).toHaveCount(0);
});

test('Format puts the pane in order as one step to undo, and says where it cannot', async ({
  studio,
  account,
  open,
}) => {
  const js = 'const   list=[1,2,\n3]\n';
  const { id } = await storeProject(studio, account, { html: '<p>a</p>', css: 'p{color:red}', js });
  const desk = await open(account, `/project/${id}`);
  await desk.loaded();
  await desk.js.textbox.focus();
  await desk.page.keyboard.press('Control+Shift+F');
  await expect.poll(() => desk.js.text()).toBe('const list = [1, 2, 3];\n');
  expect(await desk.css.text()).toBe('p{color:red}');
  await desk.js.textbox.focus();
  await desk.page.keyboard.press('Control+z');
  expect(await desk.js.text()).toBe(js);

  await desk.js.replace('const = 1');
  await desk.button('Format JavaScript editor').click();
  await expect(desk.toast('Cannot format')).toContainText('JavaScript, line 1, column 7');
  expect(await desk.js.text()).toBe('const = 1');

  await desk.title.focus();
  await desk.js.replace('f( )');
  await desk.title.focus();
  await desk.page.keyboard.press('Control+Shift+F');
  await expect.poll(() => desk.js.text()).toBe('f();\n');
  await expect.poll(() => desk.css.text()).toBe('p {\n  color: red;\n}\n');
});

test('snippets and abbreviations expand where their language is written', async ({ account, open }) => {
  const desk = await open(account);
  await desk.button('New').click();
  await desk.loaded();
  await desk.html.textbox.focus();
  await desk.page.keyboard.type('container', { delay: 20 });
  await desk.suggestion('container').click();
  expect(await desk.html.text()).toContain('<div class="container">');

  await desk.css.textbox.focus();
  await desk.page.keyboard.type('main {\ncenter', { delay: 20 });
  await desk.suggestion('center').click();
  expect(await desk.css.text()).toContain('place-items: center;');

  await desk.html.replace('');
  await desk.page.keyboard.type('ul>li*2', { delay: 20 });
  await desk.suggestion('ul>li*2').click();
  expect((await desk.html.text()).match(/<li>/g)).toHaveLength(2);
});

test('samples of one configuration belong together and can be undone', async ({ account, open }) => {
  const desk = await open(account);
  await desk.button('New').click();
  await desk.loaded();
  await desk.frameworkSelector.click();
  await desk.framework.card('React').click();
  await desk.framework.typescript.check();
  await desk.page.keyboard.press('Escape');
  for (const label of ['HTML', 'CSS', 'JavaScript']) await desk.button(`Insert sample ${label}`).click();
  await expect(desk.preview.document.getByRole('heading', { name: 'Hello, React' })).toBeVisible();
  await desk.css.textbox.focus();
  await desk.page.keyboard.press('Control+z');
  await expect(desk.button('Insert sample CSS')).toBeVisible();
});

test('Vim’s keys, its status line, and :w', async ({ studio, account, open }) => {
  const { id } = await storeProject(studio, account, { html: 'one\ntwo\n' });
  const desk = await open(account, `/project/${id}`);
  await desk.loaded();
  await desk.button('Settings').click();
  await desk.settings.getByRole('combobox', { name: 'Key Bindings' }).selectOption('Vim');
  await expect(desk.toast('Settings updated')).toContainText('Key Bindings has been updated.');
  await desk.settings.getByRole('switch', { name: 'Auto Save' }).uncheck();
  await desk.button('Settings').click();
  await expect(desk.html.pane.getByText('--NORMAL--')).toBeVisible();

  await desk.html.textbox.focus();
  await desk.page.keyboard.press('Control+Home');
  await desk.page.keyboard.type('ddix');
  await expect(desk.html.pane.getByText('--INSERT--')).toBeVisible();
  await desk.page.keyboard.press('Escape');
  await expect(desk.badge).toHaveText('Unsaved');
  await desk.page.keyboard.type(':w\n');
  await expect(desk.badge).toHaveText('Saved');
  expect((await readProject(studio, account, id)).html).toBe('xtwo\n');

  await desk.html.maximize.click();
  await desk.html.textbox.focus();
  await desk.page.keyboard.type('i');
  await desk.page.keyboard.press('Escape');
  await expect(desk.html.minimize).toBeVisible();
  await desk.page.keyboard.press('Escape');
  await expect(desk.html.maximize).toBeVisible();
});

test('a pane that was hidden, maximized or left alone in a narrow window is where it was, and out of reach meanwhile', async ({
  studio,
  account,
  open,
}) => {
  const css = Array.from({ length: 120 }, (_, line) => `/* ${line} */\n`).join('');
  const { id } = await storeProject(studio, account, { html: '<p>a</p>', css });
  const desk = await open(account, `/project/${id}`);
  const { page } = desk;
  const lastLine = desk.css.pane.locator('.view-line', { hasText: '119' });
  await desk.loaded();
  await desk.css.textbox.focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('one');
  await expect(lastLine).toBeInViewport();

  await desk.button('CSS').click();
  await expect(desk.css.textbox).toBeHidden();
  await desk.button('Format JavaScript editor').focus();
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('separator', { name: 'Resize HTML and JavaScript' })).toBeFocused();
  await desk.button('CSS').click();
  await expect(lastLine).toBeInViewport();

  await desk.css.maximize.click();
  await expect(desk.html.textbox).toBeHidden();
  await expect(lastLine).toBeInViewport();
  expect(await desk.css.pane.boundingBox()).toEqual(await page.locator('main').boundingBox());
  await desk.css.minimize.click();
  await expect(lastLine).toBeInViewport();

  await desk.css.textbox.focus();
  await page.setViewportSize({ width: 700, height: 800 });
  await expect(desk.html.textbox).toBeHidden();
  await expect(desk.css.textbox).toBeFocused();
  await desk.css.maximize.click();
  await expect(desk.css.textbox).toBeInViewport();
  expect(await desk.css.pane.boundingBox()).toEqual(await page.locator('main').boundingBox());
  await desk.css.minimize.click();
  await desk.css.textbox.focus();
  await page.keyboard.type('two');
  expect(await desk.css.text()).toBe(`${css}onetwo`);
  await page.keyboard.press('Control+z');
  expect(await desk.css.text()).not.toContain('two');
});
