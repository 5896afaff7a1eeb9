import type { Locator } from '@playwright/test';
import { projectRoutes } from '@studio/contract/http/projects';
import { previewSandbox } from '@studio/contract/sandbox-frame';
import { storeProject } from '../../fixtures/accounts.ts';
import { expect, test } from '../../fixtures/test.ts';
import { troubleRoute } from '../../fixtures/troubled-route.ts';
import type { StudioPage } from '../../pages/studio-page.ts';
import { callApi } from '../../stack/api.ts';

const lines = { title: 'Lines', html: `<p id="out">${'word '.repeat(200)}</p>\n`, css: '', js: '' };

test('the shell has every control under its name, and none that is for admins', { tag: '@smoke' }, async ({
  account,
  open,
}) => {
  const studioPage = await open(account);
  await expect(studioPage.title).toHaveValue('Welcome to CodeStudio');
  const header = [
    'New',
    'Save Copy',
    'Public',
    'Projects',
    'Browse Public Projects',
    'Share',
    'Fork',
    'Export',
  ];
  for (const name of [...header, account.username]) {
    await expect(studioPage.header.getByRole('button', { name, exact: true })).toBeVisible();
  }
  const footer = studioPage.page.locator('footer');
  for (const name of ['Assets', 'Settings', 'HTML/CSS/JS']) {
    await expect(footer.getByRole('button', { name, exact: true })).toBeVisible();
  }
  await expect(footer.getByRole('link', { name: 'Help' })).toHaveAttribute(
    'href',
    'mailto:support@studio.local',
  );
  await studioPage.header.getByRole('button', { name: account.username }).click();
  await expect(studioPage.page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
  await expect(studioPage.page.getByRole('menuitem', { name: 'Admin Panel' })).toHaveCount(0);
});

test('a menu that is loading is given up by Esc and by going on elsewhere', async ({
  studio,
  account,
  open,
}) => {
  const studioPage = await open(account);
  const { page } = studioPage;
  const code = await troubleRoute(page, /\/assets\/later-.*\.js$/);
  code.become('slow');
  await page.goto(studio.url);
  const loading = page.getByRole('progressbar', { name: 'Working...' });
  await studioPage.button('Project menu').click();
  await studioPage.button('Export').click();
  await expect(loading).toBeVisible();
  await page.keyboard.press('Escape');
  code.become('none');
  await expect(loading).toHaveCount(0);
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(studioPage.button('Export')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menu', { name: 'Export' })).toBeVisible();
});

test('panels open at 60 and 40 per cent, the stack at 40, 30 and 30, and keep their least size', async ({
  account,
  open,
}) => {
  const studioPage = await open(account);
  await studioPage.loaded();
  const editors = [studioPage.html.pane, studioPage.css.pane, studioPage.js.pane];
  await expect.poll(() => shares(editors, 'height')).toEqual([40, 30, 30]);
  await expect
    .poll(() => shares([studioPage.html.pane, studioPage.preview.panel], 'width'))
    .toEqual([60, 40]);

  await studioPage.page.getByRole('separator', { name: 'Resize HTML and CSS' }).focus();
  await studioPage.page.keyboard.press('Home');
  await expect.poll(async () => (await shares(editors, 'height'))[0]).toBe(20);
  const between = studioPage.page.getByRole('separator', { name: 'Resize editors and preview' });
  await between.focus();
  await studioPage.page.keyboard.press('Home');
  await expect
    .poll(() => shares([studioPage.html.pane, studioPage.preview.panel], 'width'))
    .toEqual([30, 70]);
  await studioPage.page.keyboard.press('End');
  await expect
    .poll(() => shares([studioPage.html.pane, studioPage.preview.panel], 'width'))
    .toEqual([70, 30]);

  await studioPage.button('Preview').click();
  await expect(studioPage.preview.panel).toBeHidden();
  const { width } = studioPage.page.viewportSize() ?? { width: 0 };
  await expect.poll(async () => (await studioPage.html.pane.boundingBox())?.width).toBe(width);
});

test('the preview is Tablet at first, in its sandbox; Refresh and Run run the page anew', async ({
  studio,
  account,
  open,
}) => {
  const js =
    'const runs = Number(localStorage.runs ?? 0) + 1;\nlocalStorage.runs = runs;\nout.textContent = `run ${runs}`;\n';
  const project = await storeProject(studio, account, { ...lines, js });
  const studioPage = await open(account, `/project/${project.id}`);
  const shows = (text: string) =>
    expect(studioPage.preview.document.getByText(text, { exact: true })).toBeVisible();
  await shows('run 1');
  await expect(studioPage.preview.button('Tablet')).toHaveAttribute('aria-pressed', 'true');
  expect(await studioPage.preview.viewport()).toEqual({ width: 768, height: 1024 });
  await expect(studioPage.preview.panel.getByText('Live Preview', { exact: true })).toBeVisible();
  await expect(studioPage.preview.element).toHaveAttribute('sandbox', previewSandbox);
  expect(previewSandbox.split(' ').toSorted()).toEqual(['allow-forms', 'allow-same-origin', 'allow-scripts']);

  const spinner = studioPage.preview.panel.getByRole('progressbar', { name: 'Refreshing' }).waitFor();
  await studioPage.preview.button('Refresh').click();
  await spinner;
  await shows('run 2');
  await expect(studioPage.preview.panel.getByRole('progressbar')).toHaveCount(0);
  await studioPage.button('Run').click();
  await shows('run 3');
});

test('what the preview prints comes as console-log with level, args and timestamp', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, { ...lines, js: 'console.warn("careful", 7)' });
  const studioPage = await open(account, `/project/${project.id}`);
  await expect(studioPage.badge).toHaveText('Saved');
  const printed = studioPage.page.evaluate(
    () =>
      new Promise<Record<string, unknown>>((resolve) => {
        addEventListener('message', ({ data }) => {
          if (data?.type === 'console-log' && data.level === 'warn') resolve(data);
        });
      }),
  );
  await studioPage.button('Run').click();
  const { level, args, timestamp } = await printed;
  expect([level, typeof timestamp]).toEqual(['warn', 'number']);
  expect(args).toHaveLength(2);
});

test('theme and font size reach page and editors at once; lines wrap, and there is no minimap', {
  tag: '@smoke',
}, async ({ studio, account, open }) => {
  const project = await storeProject(studio, account, lines);
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.loaded();
  const root = studioPage.page.locator('html');
  const code = studioPage.html.pane.locator('.monaco-editor .view-lines');
  await expect(root).toHaveClass(/\bdark\b/);
  await expect(code).toHaveCSS('font-size', '14px');
  const dark = await paper(studioPage);
  await studioPage.button('Settings').click();
  await studioPage.settings.getByRole('combobox', { name: 'Theme' }).selectOption('Light');
  await expect(studioPage.toast('Settings updated')).toContainText('Theme has been updated.');
  await expect(root).not.toHaveClass(/\bdark\b/);
  await expect.poll(() => paper(studioPage)).not.toEqual(dark);
  const sizes = studioPage.settings.getByRole('combobox', { name: 'Font Size' });
  await expect(sizes.getByRole('option')).toHaveText([/^12/, /^14/, /^16/, /^18/]);
  await sizes.selectOption('18px');
  await expect(code).toHaveCSS('font-size', '18px');

  await expect(studioPage.html.pane.locator('.minimap')).toBeHidden();
  // Monaco may still be redrawing its lines in the new size.
  await expect(async () => {
    const text = await code.boundingBox();
    const longest = await studioPage.html.pane.locator('.view-line').first().boundingBox();
    expect(longest?.width).toBeLessThanOrEqual(text?.width ?? 0);
  }).toPass();
  expect(await studioPage.html.pane.locator('.view-line').count()).toBeGreaterThan(2);
});

/** The shares of parts in their total length, in whole per cent. */
async function shares(parts: Locator[], side: 'width' | 'height'): Promise<number[]> {
  const lengths = await Promise.all(parts.map(async (part) => (await part.boundingBox())?.[side] ?? 0));
  const sum = lengths.reduce((total, length) => total + length, 0);
  return lengths.map((length) => Math.round((100 * length) / sum));
}

/** The background colours of page and editor. */
async function paper(studioPage: StudioPage): Promise<string[]> {
  const colour = (element: Element) => getComputedStyle(element).backgroundColor;
  return [
    await studioPage.page.locator('body').evaluate(colour),
    await studioPage.html.pane.locator('.monaco-editor').first().evaluate(colour),
  ];
}

declare global {
  interface Window {
    /** Where the header's buttons were in each frame so far, by label. */
    buttonPlaces: Record<string, string[]>;
  }
}

test('the buttons of the header stay where they are while a project, or a fork, is loaded', {
  tag: '@smoke',
}, async ({ studio, account, open }) => {
  const studioPage = await open(account, '/api/health/live');
  await studioPage.page.addInitScript(() => {
    const places: typeof window.buttonPlaces = {};
    window.buttonPlaces = places;
    const look = () => {
      for (const button of document.querySelectorAll('header button')) {
        const { x, y } = button.getBoundingClientRect();
        const known = (places[button.ariaLabel ?? button.textContent] ??= []);
        if (known.at(-1) !== `${x}, ${y}`) known.push(`${x}, ${y}`);
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  const source = await storeProject(studio, account, { title: 'Orbit', isPublic: true });
  const { token } = account;
  const fork = await callApi(studio.url, projectRoutes.forkProject, { token, params: { id: source.id } });
  for (const [path, fact] of [
    ['/', studioPage.button('Like')],
    [`/project/${fork.id}`, studioPage.page.getByRole('link', { name: 'Forked from Orbit' })],
  ] as const) {
    await studioPage.page.goto(studio.url + path);
    await expect(fact).toBeVisible();
    const places = await studioPage.page.evaluate(() => window.buttonPlaces);
    for (const name of ['New', 'Projects', 'Browse Public Projects', 'Share', 'Fork', 'Export'])
      expect([path, name, places[name]]).toEqual([path, name, [expect.any(String)]]);
  }
});
