import type { Locator } from '@playwright/test';
import { signedIn, storeProject } from '../../fixtures/accounts.ts';
import { pngFile, storeAssets } from '../../fixtures/files.ts';
import { tabTo } from '../../fixtures/input/keyboard.ts';
import { poorTargets } from '../../fixtures/input/touch-targets.ts';
import { screenshot } from '../../fixtures/screenshot.ts';
import { expect, test } from '../../fixtures/test.ts';
import { StudioPage } from '../../pages/studio-page.ts';

const project = { title: 'Clock', html: '<p id="out">tick</p>', css: 'p { margin: 0 }', js: '' };

test('the keyboard alone: commands from an editor, a list by its keys, the help sheet, and out of Tab', {
  tag: '@smoke',
}, async ({ studio, account, open }) => {
  const stored = await storeProject(studio, account, project);
  await storeProject(studio, account, { ...project, title: 'Rain' });
  const studioPage = await open(account, `/project/${stored.id}`);
  const { keyboard } = studioPage.page;
  const commands = studioPage.page.getByRole('dialog', { name: 'Commands' });
  await studioPage.loaded();

  await studioPage.html.textbox.focus();
  await keyboard.press('Control+k');
  await keyboard.press('Escape');
  await expect(commands).toBeHidden();
  await keyboard.press('Control+Shift+p');
  await expect(commands.getByRole('combobox')).toBeFocused();
  await keyboard.type('open projects');
  await keyboard.press('Enter');
  await expect(studioPage.yourProjects.search).toBeFocused();
  await expect(studioPage.yourProjects.card('Rain')).toBeVisible();
  await keyboard.press('ArrowDown');
  await expect(studioPage.yourProjects.button('Rain', 'Load')).toBeFocused();
  await keyboard.press('Delete');
  await expect(studioPage.confirmation).toContainText('Delete Rain?');
  await expect(studioPage.confirmation.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await keyboard.press('Escape');
  await expect(studioPage.confirmation).toBeHidden();
  await expect(studioPage.yourProjects.button('Rain', 'Load')).toBeFocused();
  await keyboard.press('ArrowRight');
  await expect(studioPage.yourProjects.button('Clock', 'Load')).toBeFocused();
  await keyboard.press('/');
  await expect(studioPage.yourProjects.search).toBeFocused();
  await keyboard.press('Control+k');
  await expect(commands).toBeHidden();
  await keyboard.press('Escape');
  await expect(studioPage.html.textbox).toBeFocused();

  await keyboard.press('Control+m');
  await expect(studioPage.page.getByText('Tab moves the focus; Ctrl+M lets it indent')).toBeVisible();
  await keyboard.press('Tab');
  await expect(studioPage.html.textbox).not.toBeFocused();
  await studioPage.button('Commands').focus();
  await keyboard.press('?');
  await expect(studioPage.page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText(
    'Ctrl+Shift+P',
  );
  await tabTo(studioPage.page.getByRole('switch', { name: '? opens this list' }));
  await keyboard.press('Space');
  await keyboard.press('Escape');
  await expect(studioPage.button('Commands')).toBeFocused();
  await keyboard.press('?');

  await keyboard.press('Enter');
  await expect(commands.getByRole('combobox')).toBeFocused();
  await keyboard.type('share');
  await expect(commands.getByRole('option', { name: 'Project: Share' })).toContainText(
    'Make the project public',
  );
  await keyboard.press('Escape');
  await expect(studioPage.button('Commands')).toBeFocused();
  await keyboard.press('Control+k');
  await expect(commands.getByRole('combobox')).toBeFocused();
  await keyboard.type('hide css');
  await keyboard.press('Enter');
  await expect(studioPage.css.textbox).toBeHidden();

  for (const [part, toggle] of [
    [studioPage.js.textbox, 'JavaScript'],
    [studioPage.console.prompt, 'Console'],
  ] as const) {
    if (toggle === 'Console') await studioPage.consoleToggle.click();
    await part.focus();
    await keyboard.press('Control+Shift+p');
    await expect(commands.getByRole('combobox')).toBeFocused();
    await keyboard.type(`hide ${toggle}`);
    await keyboard.press('Enter');
    await expect(part).toBeHidden();
    await expect(studioPage.button(toggle)).toBeFocused();
  }
});

/** How many pixels of a dialog are above or below what it shows: no finger scrolls the dialog itself. */
function beyondReach(dialog: Locator): Promise<number> {
  return dialog.evaluate((element) => element.scrollHeight - element.clientHeight);
}

for (const width of [360, 767]) {
  test(`a phone, ${width} px wide: one editor, the preview in reach, nothing that a finger would miss`, {
    tag: width === 360 ? '@smoke' : '@nightly',
  }, async ({ studio, account, browser }) => {
    const stored = await storeProject(studio, account, {
      ...project,
      js: 'console.group("both"); console.log({ outer: { inner: 1 } }); console.table([{ cell: { inner: 1 } }]);',
      isPublic: true,
      isEmbeddable: true,
    });
    const context = await browser.newContext({
      storageState: signedIn(studio, account),
      viewport: { width, height: 740 },
      hasTouch: true,
      isMobile: true,
    });
    const studioPage = new StudioPage(await context.newPage());
    const look = async (name: string) => {
      await screenshot(studioPage.page, `${name}-phone-${width}`);
      expect.soft(await poorTargets(studioPage.page), name).toEqual([]);
    };
    await studioPage.page.goto(`${studio.url}/project/${stored.id}`);
    await expect(studioPage.preview.document.getByText('tick')).toBeInViewport();
    await studioPage.loadedOnPhone();
    await look('editor');

    await studioPage.html.textbox.tap();
    await studioPage.page.keyboard.press('Control+End');
    await studioPage.page.keyboard.press('Tab');
    await studioPage.page.keyboard.type('tock');
    expect(await studioPage.html.text()).toBe(`${project.html}  tock`);
    expect.soft(await poorTargets(studioPage.page)).toEqual([]);
    await studioPage.page.keyboard.press('Escape');
    await studioPage.page.keyboard.press('Tab');
    await expect(studioPage.html.textbox).not.toBeFocused();
    await expect(studioPage.preview.document.getByText('tock')).toBeVisible();

    await studioPage.button('CSS').tap();
    await expect(studioPage.css.textbox).toBeVisible();
    await expect(studioPage.html.textbox).toBeHidden();
    await studioPage.button('Preview').tap();
    await expect(studioPage.page.getByRole('region', { name: 'Preview' })).toBeHidden();
    await studioPage.button('Preview').tap();

    for (const panel of ['Assets', 'Settings', 'Console']) {
      await studioPage.button(panel).tap();
      await expect(studioPage.page.getByRole('region', { name: /Library|Settings|Console/ })).toBeVisible();
      await look(panel.toLowerCase());
    }
    await studioPage.console.toggle('{outer: {…}}').tap();
    await expect(studioPage.console.toggle('outer: {inner: 1}')).toBeVisible();
    expect.soft(await poorTargets(studioPage.page), 'an opened value').toEqual([]);
    for (const [button, title] of [
      ['Projects', 'Your Projects'],
      ['Browse Public Projects', 'Browse Public Projects'],
      ['Commands', 'Commands'],
    ] as const) {
      await studioPage.button(button).tap();
      const dialog = studioPage.page.getByRole('dialog', { name: title });
      await expect(dialog).toBeVisible();
      await look(title.toLowerCase().replaceAll(' ', '-'));
      expect.soft(await beyondReach(dialog), title).toBe(0);
      await studioPage.button('Close').tap();
    }
    await studioPage.frameworkSelector.tap();
    await expect(studioPage.framework.template('Night sky')).toBeVisible();
    await look('framework');
    await studioPage.button('Close').tap();
    for (const [menu, item, title] of [
      ['Project menu', 'Project details', 'Project details'],
      ['Project menu', 'Revision history', 'Revision history'],
      ['Project menu', 'Templates', 'Framework Configuration'],
      ['Public', 'Embed Code', 'Embed Code'],
      [account.username, 'Profile', 'User Profile'],
    ] as const) {
      await studioPage.button(menu).tap();
      await studioPage.page.getByRole('menuitem', { name: item, exact: true }).tap();
      const dialog = studioPage.page.getByRole('dialog', { name: title });
      await expect(dialog).toBeVisible();
      await expect(dialog.getByText(/^Loading/)).toHaveCount(0);
      expect.soft(await beyondReach(dialog), title).toBe(0);
      await look(title.toLowerCase().replaceAll(' ', '-'));
      await studioPage.button('Close').tap();
    }
    await studioPage.header.getByRole('button', { name: account.username }).tap();
    await studioPage.page.getByRole('menuitem').first().waitFor();
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
  const studioPage = new StudioPage(await context.newPage());
  const { page, js: pane } = studioPage;
  const scrolled = () => pane.pane.locator('.cm-scroller').evaluate(({ scrollTop }) => Math.round(scrollTop));
  const turn = (size: typeof upright) => page.setViewportSize(size);
  await page.goto(`${studio.url}/project/${stored.id}`);
  await studioPage.loadedOnPhone();

  await studioPage.consoleToggle.tap();
  await studioPage.button('JavaScript').tap();
  await expect(studioPage.console.panel).toBeHidden();
  await pane.textbox.tap();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('one');
  await turn(upright);
  await expect(studioPage.console.panel).toBeVisible();
  await expect(studioPage.html.textbox).toBeHidden();
  await page.keyboard.type('two');
  await expect(pane.textbox).toContainText('onetwo');
  await turn(lying);
  await expect(studioPage.console.panel).toBeHidden();
  await expect(pane.textbox).toBeFocused();
  await pane.maximize.tap();
  await turn(upright);
  await expect(pane.minimize).toBeVisible();
  await pane.minimize.tap();

  const before = await scrolled();
  expect(before).toBeGreaterThan(0);
  await studioPage.button('HTML').tap();
  await expect(pane.textbox).toBeHidden();
  await studioPage.button('JavaScript').tap();
  await expect(pane.textbox).toBeVisible();
  expect(await scrolled()).toBe(before);
  await pane.textbox.focus();
  await page.keyboard.type('three');
  await expect(pane.textbox).toContainText('onetwothree');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(pane.textbox).not.toContainText('two');

  const lastItem = page.getByRole('menuitem').last();
  await studioPage.button('Assets').tap();
  await studioPage.assets.action('a.png', 'More').tap();
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
    // A public project has a row of facts below the header.
    const stored = await storeProject(studio, account, {
      ...project,
      js: 'console.log("rang")',
      isPublic: true,
    });
    const context = await browser.newContext({
      storageState: signedIn(studio, account),
      viewport: { width, height },
    });
    const studioPage = new StudioPage(await context.newPage());
    await studioPage.page.goto(`${studio.url}/project/${stored.id}`);
    await expect(studioPage.html.textbox).toBeVisible();
    await expect(studioPage.css.textbox).toBeHidden();

    await studioPage.button('Settings').click();
    await expect(studioPage.settings.getByRole('combobox').first()).toBeInViewport({ ratio: 1 });
    await studioPage.consoleToggle.click();
    await expect(studioPage.console.row('rang')).toBeInViewport({ ratio: 0.9 });
    await expect(studioPage.console.prompt).toBeInViewport({ ratio: 1 });
    await expect(studioPage.html.textbox).toBeHidden();
    await expect(studioPage.button('HTML')).toHaveAttribute('aria-pressed', 'false');
    await studioPage.button('HTML').click();
    await expect(studioPage.html.textbox).toBeVisible();
    await expect(studioPage.console.panel).toBeHidden();

    await studioPage.chooseFromProjectMenu('Revision history');
    const { dialog, choices, restore } = studioPage.revisions;
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
