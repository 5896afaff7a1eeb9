import type { Locator, Page } from '@playwright/test';
import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import { register, storeProject } from '../../fixtures/accounts.ts';
import { tabTo } from '../../fixtures/input/keyboard.ts';
import { blockOf, counter, liveScript, post } from '../../fixtures/live-blocks.ts';
import { expect, test } from '../../fixtures/test.ts';
import { troubleRoute } from '../../fixtures/troubled-route.ts';
import { serveForeignSite } from '../../stack/network/foreign-site.ts';

const page = { title: 'Quiet', html: '<p>quiet</p>', css: '', js: '' };

test('the focus is seen wherever Tab leads', async ({ studio, account, open }) => {
  const { id } = await storeProject(studio, account, page);
  const studioPage = await open(account, `/project/${id}`);
  await studioPage.page.emulateMedia({ reducedMotion: 'reduce' });
  await studioPage.loaded();
  await studioPage.button('Settings').click();
  await studioPage.html.textbox.focus();
  await studioPage.page.keyboard.press('Control+m');
  await studioPage.title.focus();
  const unseen = new Set<string>();
  const seen = new Set<string>();
  for (let stop = 0; stop < 70; stop += 1) {
    const { name, visible } = await focused(studioPage.page);
    (visible ? seen : unseen).add(name);
    await studioPage.page.keyboard.press('Tab');
  }
  expect([...unseen]).toEqual([]);
  // Controls from the top bar to the footer, through editors and preview.
  expect([...seen]).toEqual(
    expect.arrayContaining(['INPUT Project title', 'BUTTON Full Screen', 'SELECT Theme', 'A Help']),
  );
});

test('nothing moves for those who ask for less motion', async ({ studio, account, open }) => {
  const { id } = await storeProject(studio, account, page);
  const studioPage = await open(account, `/project/${id}`);
  await studioPage.page.emulateMedia({ reducedMotion: 'reduce' });
  await studioPage.button('Projects').click();
  await expect(studioPage.yourProjects.card('Quiet')).toBeVisible();
  expect(await longestMotion(studioPage.page)).toBeLessThan(1);
  // If every element had a transition, however short, a new theme would spread only one level of elements per frame.
  const moving = await studioPage.page.evaluate(() => {
    document.documentElement.classList.toggle('dark');
    // Elements that appear late, such as the loading bar of a list, have a delay but no duration.
    const durations = document
      .getAnimations()
      .filter((animation) => animation instanceof CSSTransition)
      .map(({ effect }) => Number(effect?.getComputedTiming().activeDuration));
    return durations.filter((duration) => duration > 0).length;
  });
  expect(moving).toBe(0);
  await studioPage.page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await longestMotion(studioPage.page)).toBeGreaterThan(100);
});

test('line numbers, chosen, switched-on and pressed controls and the edges of dialogs are visible in forced colours', async ({
  studio,
  account,
  open,
}) => {
  const { id } = await storeProject(studio, account, {
    ...page,
    css: 'p { color: $undefined }',
    frameworkConfig: { ...defaultFrameworkConfig, cssFramework: 'scss' },
  });
  const studioPage = await open(account, `/project/${id}`);
  await studioPage.page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  const line = studioPage.css.pane.locator('.numbered > div').first();
  expect(await line.evaluate((div) => getComputedStyle(div, '::before').visibility)).toBe('visible');
  await studioPage.button('Settings').click();
  const autoSave = studioPage.page.getByRole('switch', { name: 'Auto Save' });
  const on = await coloursOf(autoSave);
  expect((await coloursOf(autoSave, '::before')).ground).not.toBe(on.ground);
  await autoSave.uncheck();
  const off = await coloursOf(autoSave);
  expect(off.ground).not.toBe(on.ground);
  expect((await coloursOf(autoSave, '::before')).ground).not.toBe(off.ground);

  const preview = studioPage.page.getByRole('button', { name: 'Preview', exact: true });
  expect(await coloursOf(preview)).not.toEqual(await coloursOf(studioPage.consoleToggle));
  expect(await coloursOf(studioPage.preview.button('Tablet'))).not.toEqual(
    await coloursOf(studioPage.preview.button('Mobile')),
  );
  await studioPage.consoleToggle.click();
  const { preserveLog } = studioPage.console;
  const notPreserved = await coloursOf(preserveLog);
  await preserveLog.click();
  expect((await coloursOf(preserveLog)).text).not.toBe(notPreserved.text);

  const tabs = studioPage.assets.panel.getByRole('tab');
  await studioPage.assets.open();
  expect(await coloursOf(tabs.first())).not.toEqual(await coloursOf(tabs.last()));
  const { ground } = await coloursOf(studioPage.page.locator('body'));
  expect((await coloursOf(studioPage.css.pane.getByRole('img', { name: 'has an error' }))).ground).not.toBe(
    ground,
  );
  expect((await coloursOf(tabs.last())).edge).toBe(ground);

  await studioPage.button('Export').press('ArrowDown');
  const menu = studioPage.page.getByRole('menu');
  const items = menu.getByRole('menuitem');
  await expect(items.and(studioPage.page.locator(':not([data-disabled])')).first()).toBeFocused();
  await expect(menu).toHaveCSS('border-top-width', '1px');
  expect(await coloursOf(items.and(studioPage.page.locator('[data-highlighted]')))).not.toEqual(
    await coloursOf(items.last()),
  );
  await studioPage.page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);

  await studioPage.page.keyboard.press('Control+Shift+p');
  const commands = studioPage.page.getByRole('option');
  expect(await coloursOf(commands.first())).not.toEqual(await coloursOf(commands.last()));
  await expect(studioPage.page.getByRole('dialog')).toHaveCSS('border-top-width', '1px');
});

test('in forced colours, what is loading is visible, and so is which tab of an embed or a live block is chosen', async ({
  studio,
  account,
  open,
  visit,
}) => {
  const { id } = await storeProject(studio, account, { ...page, isEmbeddable: true });
  const studioPage = await open(account, `/project/${id}`);
  await studioPage.page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  const { ground } = await coloursOf(studioPage.page.locator('body'));
  const lists = await troubleRoute(studioPage.page, /\/api\/projects\?/);
  lists.become('slow');
  await studioPage.button('Projects').click();
  for (const sign of ['.animate-pulse', '.animate-sweep'])
    expect.soft((await coloursOf(studioPage.page.locator(sign).first())).ground, sign).not.toBe(ground);
  lists.become('none');

  const blog = await serveForeignSite(post(counter, liveScript(studio.url)));
  const reader = await visit('about:blank');
  await reader.emulateMedia({ forcedColors: 'active' });
  await reader.goto(`${studio.url}/embed/${id}?tabs=html,result`);
  const tabs = reader.getByRole('tab');
  expect.soft(await coloursOf(tabs.first())).not.toEqual(await coloursOf(tabs.last()));
  await reader.goto(blog.url);
  await reader.getByRole('button', { name: 'Run' }).click();
  const output = blockOf(reader).getByRole('tablist', { name: 'Output' }).getByRole('tab');
  expect.soft(await coloursOf(output.first())).not.toEqual(await coloursOf(output.last()));
  await blog.close();
});

test('the page can be read on paper, whatever its theme', async ({ account, open }) => {
  const { page: shown } = await open(account);
  const ink = () => shown.locator('body').evaluate((body) => getComputedStyle(body).color);
  await expect(shown.locator('html')).toHaveClass(/\bdark\b/);
  const onScreen = await ink();
  await shown.emulateMedia({ media: 'print' });
  expect(onScreen).not.toBe(await ink());
  expect(await ink()).toBe('rgb(23, 28, 36)');
});

test('the page grows with the browser’s font size', async ({ account, open }) => {
  const studioPage = await open(account);
  const { height = 0 } = (await studioPage.button('Run').boundingBox()) ?? {};
  await studioPage.page.evaluate(() => {
    document.documentElement.style.fontSize = '150%';
  });
  await expect(studioPage.button('Run')).toHaveCSS('font-size', '19.5px');
  expect((await studioPage.button('Run').boundingBox())?.height).toBe(height * 1.5);
});

test('Tab leads through the header before it leads to the facts in the row below', async ({
  studio,
  account,
  open,
}) => {
  const author = await register(studio, 'author');
  const { id } = await storeProject(studio, author, { ...page, isPublic: true });
  const { header } = await open(account, `/project/${id}`);
  await expect(header.getByRole('link', { name: author.username })).toBeVisible();
  await tabTo(header.getByRole('button', { name: account.username }));
  await header.page().keyboard.press('Tab');
  await expect(header.getByRole('link', { name: author.username })).toBeFocused();
});

/** The computed colours of an element or its pseudo-element. */
function coloursOf(element: Locator, part?: '::before') {
  return element.evaluate((element, part) => {
    const { color, backgroundColor, borderBottomColor } = getComputedStyle(element, part);
    return { text: color, ground: backgroundColor, edge: borderBottomColor };
  }, part);
}

/** The focused element, and whether its focus is visible: by an outline, a lit handle, or Monaco's caret. */
function focused(page: Page): Promise<{ name: string; visible: boolean }> {
  return page.evaluate(async () => {
    const element = document.activeElement ?? document.body;
    // Focus styles apply from the next frame on.
    await new Promise(requestAnimationFrame);
    await Promise.allSettled(element.getAnimations({ subtree: true }).map(({ finished }) => finished));
    const label = element instanceof HTMLSelectElement ? element.labels[0] : null;
    const name = `${element.tagName} ${element.getAttribute('aria-label') ?? label?.textContent ?? element.textContent?.trim()}`;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const outlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
    // The handle between panels shows its focus by its ::after.
    const lit = element.role === 'separator' && getComputedStyle(element, '::after').opacity === '1';
    const isElsewhere = element === document.body || element instanceof HTMLIFrameElement;
    return { name, visible: outlined || lit || isElsewhere || element.closest('.monaco-editor') !== null };
  });
}

/** The longest duration, in ms, of all animations and transitions in the page’s styles. */
function longestMotion(page: Page): Promise<number> {
  return page.evaluate(() => {
    const inMilliseconds = (list: string) => list.split(',').map((time) => Number.parseFloat(time) * 1_000);
    const all = [...document.querySelectorAll('*')].flatMap((element) => {
      const { animationName, animationDuration, transitionDuration } = getComputedStyle(element);
      return [
        ...inMilliseconds(transitionDuration),
        ...(animationName === 'none' ? [] : inMilliseconds(animationDuration)),
      ];
    });
    return Math.max(...all);
  });
}
