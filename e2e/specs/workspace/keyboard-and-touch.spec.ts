import type { Locator } from '@playwright/test';
import { signedIn, storeProject } from '../../fixtures/accounts.ts';
import { pngFile, storeAssets } from '../../fixtures/files.ts';
import { tabTo } from '../../fixtures/input/keyboard.ts';
import { poorTargets } from '../../fixtures/input/touch-targets.ts';
import { screenshot } from '../../fixtures/screenshot.ts';
import { expect, test } from '../../fixtures/test.ts';
import { StudioPage } from '../../pages/studio-page.ts';

const project = { title: 'Clock', html: '<p id="out">tick</p>', css: 'p { margin: 0 }', js: '' };

test('the keyboard alone: commands from an editor, a list by its keys, the help sheet, and out of Tab', async ({
  studio,
  account,
  open,
}) => {
  const stored = await storeProject(studio, account, project);
  await storeProject(studio, account, { ...project, title: 'Rain' });
  const desk = await open(account, `/project/${stored.id}`);
  const { keyboard } = desk.page;
  const commands = desk.page.getByRole('dialog', { name: 'Commands' });
  await desk.loaded();

  await desk.html.textbox.focus();
  await keyboard.press('Control+k');
  await keyboard.press('Escape');
  await expect(commands).toBeHidden();
  await keyboard.press('Control+Shift+p');
  await expect(commands.getByRole('combobox')).toBeFocused();
  await keyboard.type('open projects');
  await keyboard.press('Enter');
  await expect(desk.yourProjects.search).toBeFocused();
  await expect(desk.yourProjects.card('Rain')).toBeVisible();
  await keyboard.press('ArrowDown');
  await expect(desk.yourProjects.button('Rain', 'Load')).toBeFocused();
  await keyboard.press('Delete');
  await expect(desk.confirmation).toContainText('Delete Rain?');
  await expect(desk.confirmation.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await keyboard.press('Escape');
  await expect(desk.confirmation).toBeHidden();
  await expect(desk.yourProjects.button('Rain', 'Load')).toBeFocused();
  await keyboard.press('ArrowRight');
  await expect(desk.yourProjects.button('Clock', 'Load')).toBeFocused();
  await keyboard.press('/');
  await expect(desk.yourProjects.search).toBeFocused();
  await keyboard.press('Control+k');
  await expect(commands).toBeHidden();
  await keyboard.press('Escape');
  await expect(desk.html.textbox).toBeFocused();

  await keyboard.press('Control+m');
  await expect(desk.page.getByText('Tab moves the focus; Ctrl+M lets it indent')).toBeVisible();
  await keyboard.press('Tab');
  await expect(desk.html.textbox).not.toBeFocused();
  await desk.button('Commands').focus();
  await keyboard.press('?');
  await expect(desk.page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Ctrl+Shift+P');
  await tabTo(desk.page.getByRole('switch', { name: '? opens this list' }));
  await keyboard.press('Space');
  await keyboard.press('Escape');
  await expect(desk.button('Commands')).toBeFocused();
  await keyboard.press('?');

  await keyboard.press('Enter');
  await expect(commands.getByRole('combobox')).toBeFocused();
  await keyboard.type('share');
  await expect(commands.getByRole('option', { name: 'Project: Share' })).toContainText(
    'Make the project public',
  );
  await keyboard.press('Escape');
  await expect(desk.button('Commands')).toBeFocused();
  await keyboard.press('Control+k');
  await expect(commands.getByRole('combobox')).toBeFocused();
  await keyboard.type('hide css');
  await keyboard.press('Enter');
  await expect(desk.css.textbox).toBeHidden();
});

for (const width of [360, 767]) {
  test(`a phone, ${width} px wide: one editor, the preview in reach, nothing that a finger would miss`, async ({
    studio,
    account,
    browser,
  }) => {
    const stored = await storeProject(studio, account, { ...project, isPublic: true, isEmbeddable: true });
    const context = await browser.newContext({
      storageState: signedIn(studio, account),
      viewport: { width, height: 740 },
      hasTouch: true,
      isMobile: true,
    });
    const desk = new StudioPage(await context.newPage());
    const look = async (name: string) => {
      await screenshot(desk.page, `${name}-phone-${width}`);
      expect.soft(await poorTargets(desk.page), name).toEqual([]);
    };
    await desk.page.goto(`${studio.url}/project/${stored.id}`);
    await expect(desk.preview.document.getByText('tick')).toBeInViewport();
    await desk.loadedOnPhone();
    await look('editor');

    await desk.html.textbox.tap();
    await desk.page.keyboard.press('Control+End');
    await desk.page.keyboard.press('Tab');
    await desk.page.keyboard.type('tock');
    expect(await desk.html.text()).toBe(`${project.html}  tock`);
    expect.soft(await poorTargets(desk.page)).toEqual([]);
    await desk.page.keyboard.press('Escape');
    await desk.page.keyboard.press('Tab');
    await expect(desk.html.textbox).not.toBeFocused();
    await expect(desk.preview.document.getByText('tock')).toBeVisible();

    await desk.button('CSS').tap();
    await expect(desk.css.textbox).toBeVisible();
    await expect(desk.html.textbox).toBeHidden();
    await desk.button('Preview').tap();
    await expect(desk.page.getByRole('region', { name: 'Preview' })).toBeHidden();
    await desk.button('Preview').tap();

    for (const panel of ['Assets', 'Settings', 'Console']) {
      await desk.button(panel).tap();
      await expect(desk.page.getByRole('region', { name: /Library|Settings|Console/ })).toBeVisible();
      await look(panel.toLowerCase());
    }
    for (const [button, title] of [
      ['Projects', 'Your Projects'],
      ['Browse Public Projects', 'Browse Public Projects'],
      ['Commands', 'Commands'],
    ] as const) {
      await desk.button(button).tap();
      await expect(desk.page.getByRole('dialog', { name: title })).toBeVisible();
      await look(title.toLowerCase().replaceAll(' ', '-'));
      await desk.button('Close').tap();
    }
    await desk.frameworkSelector.tap();
    await expect(desk.framework.template('Night sky')).toBeVisible();
    await look('framework');
    await desk.button('Close').tap();
    for (const [menu, item, title] of [
      ['Project menu', 'Project details', 'Project details'],
      ['Project menu', 'Revision history', 'Revision history'],
      ['Public', 'Embed Code', 'Embed Code'],
      [account.username, 'Profile', 'User Profile'],
    ] as const) {
      await desk.button(menu).tap();
      await desk.page.getByRole('menuitem', { name: item, exact: true }).tap();
      const dialog = desk.page.getByRole('dialog', { name: title });
      await expect(dialog).toBeVisible();
      await expect(dialog.getByText(/^Loading/)).toHaveCount(0);
      await look(title.toLowerCase().replaceAll(' ', '-'));
      await desk.button('Close').tap();
    }
    await desk.header.getByRole('button', { name: account.username }).tap();
    await desk.page.getByRole('menuitem').first().waitFor();
    await look('user-menu');
    await context.close();
  });
}

test('a phone that is turned, or shows another pane: caret, place, undo and focus stay in the pane in use', async ({
  studio,
  account,
  browser,
}) => {
  const js = Array.from({ length: 90 }, (_, line) => `let a${line};\n`).join('');
  const stored = await storeProject(studio, account, { ...project, js });
  await storeAssets(studio, account, pngFile('a.png'));
  const [upright, lying] = [
    { width: 390, height: 844 },
    { width: 844, height: 390 },
  ];
  const context = await browser.newContext({
    storageState: signedIn(studio, account),
    viewport: lying,
    hasTouch: true,
    isMobile: true,
  });
  const desk = new StudioPage(await context.newPage());
  const { page, js: pane } = desk;
  const scrolled = () => pane.pane.locator('.cm-scroller').evaluate(({ scrollTop }) => Math.round(scrollTop));
  const turn = (size: typeof upright) => page.setViewportSize(size);
  await page.goto(`${studio.url}/project/${stored.id}`);
  await desk.loadedOnPhone();

  await desk.consoleToggle.tap();
  await desk.button('JavaScript').tap();
  await expect(desk.console.panel).toBeHidden();
  await pane.textbox.tap();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('one');
  await turn(upright);
  await expect(desk.console.panel).toBeVisible();
  await expect(desk.html.textbox).toBeHidden();
  await page.keyboard.type('two');
  await expect(pane.textbox).toContainText('onetwo');
  await turn(lying);
  await expect(desk.console.panel).toBeHidden();
  await expect(pane.textbox).toBeFocused();
  await pane.maximize.tap();
  await turn(upright);
  await expect(pane.minimize).toBeVisible();
  await pane.minimize.tap();

  const before = await scrolled();
  expect(before).toBeGreaterThan(0);
  await desk.button('HTML').tap();
  await expect(pane.textbox).toBeHidden();
  await desk.button('JavaScript').tap();
  await expect(pane.textbox).toBeVisible();
  expect(await scrolled()).toBe(before);
  await pane.textbox.focus();
  await page.keyboard.type('three');
  await expect(pane.textbox).toContainText('onetwothree');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(pane.textbox).not.toContainText('two');

  const lastItem = page.getByRole('menuitem').last();
  await desk.button('Assets').tap();
  await desk.assets.action('a.png', 'More').tap();
  await expect(lastItem).toBeInViewport({ ratio: 1 });
  await turn(lying);
  await lastItem.scrollIntoViewIfNeeded();
  await expect(lastItem).toBeInViewport({ ratio: 1 });
  await turn({ ...lying, height: 230 });
  await expect(lastItem).toBeHidden();
  await context.close();
});

for (const [width, height] of [
  [844, 390],
  [320, 256],
] as const) {
  test(`a low window, ${width} by ${height}: a bottom panel takes the place of the one editor`, async ({
    studio,
    account,
    browser,
  }) => {
    const stored = await storeProject(studio, account, { ...project, js: 'console.log("rang")' });
    const context = await browser.newContext({
      storageState: signedIn(studio, account),
      viewport: { width, height },
    });
    const desk = new StudioPage(await context.newPage());
    await desk.page.goto(`${studio.url}/project/${stored.id}`);
    await expect(desk.html.textbox).toBeVisible();
    await expect(desk.css.textbox).toBeHidden();

    await desk.button('Settings').click();
    await expect(desk.settings.getByRole('combobox').first()).toBeInViewport({ ratio: 1 });
    await desk.consoleToggle.click();
    await expect(desk.console.row('rang')).toBeInViewport({ ratio: 0.9 });
    await expect(desk.console.prompt).toBeInViewport({ ratio: 1 });
    await expect(desk.html.textbox).toBeHidden();
    await expect(desk.button('HTML')).toHaveAttribute('aria-pressed', 'false');
    await desk.button('HTML').click();
    await expect(desk.html.textbox).toBeVisible();
    await expect(desk.console.panel).toBeHidden();

    await desk.chooseFromProjectMenu('Revision history');
    const { dialog, choices, restore } = desk.revisions;
    const same = await boxOf(dialog.getByText('Both versions are the same.'));
    const [list, foot] = [
      await boxOf(choices.locator('..')),
      await boxOf(dialog.getByText('This is the current version.')),
    ];
    for (const [one, other] of [
      [list, same],
      [same, foot],
    ] as const)
      expect(overlap(one, other)).toBe(false);
    await restore.scrollIntoViewIfNeeded();
    await expect(restore).toBeInViewport({ ratio: 1 });
    await context.close();
  });
}

async function boxOf(place: Locator) {
  const box = await place.boundingBox();
  if (!box) throw new Error('It is not on the page');
  return box;
}

type Box = Awaited<ReturnType<typeof boxOf>>;

function overlap(one: Box, other: Box): boolean {
  const across = one.x < other.x + other.width && other.x < one.x + one.width;
  return across && one.y < other.y + other.height && other.y < one.y + one.height;
}
