import type { Locator, Page } from '@playwright/test';
import { storeProject } from '../../fixtures/accounts.ts';
import { expect, test } from '../../fixtures/test.ts';

const page = { title: 'Quiet', html: '<p>quiet</p>', css: '', js: '' };

test('the focus is seen wherever Tab leads', async ({ studio, account, open }) => {
  const { id } = await storeProject(studio, account, page);
  const desk = await open(account, `/project/${id}`);
  await desk.page.emulateMedia({ reducedMotion: 'reduce' });
  await desk.loaded();
  await desk.button('Settings').click();
  await desk.html.textbox.focus();
  await desk.page.keyboard.press('Control+m');
  await desk.title.focus();
  const unseen = new Set<string>();
  const seen = new Set<string>();
  for (let stop = 0; stop < 70; stop += 1) {
    const { name, visible } = await focused(desk.page);
    (visible ? seen : unseen).add(name);
    await desk.page.keyboard.press('Tab');
  }
  expect([...unseen]).toEqual([]);
  // From the first bar to the last, through the editors and the preview.
  expect([...seen]).toEqual(
    expect.arrayContaining(['INPUT Project title', 'BUTTON Full Screen', 'SELECT Theme', 'A Help']),
  );
});

test('nothing moves for those who ask for less motion', async ({ studio, account, open }) => {
  const { id } = await storeProject(studio, account, page);
  const desk = await open(account, `/project/${id}`);
  await desk.page.emulateMedia({ reducedMotion: 'reduce' });
  await desk.button('Projects').click();
  await expect(desk.yourProjects.card('Quiet')).toBeVisible();
  expect(await longestMotion(desk.page)).toBeLessThan(1);
  // Where every element had a transition, however short, a colour would reach one level of them in each frame.
  const moving = await desk.page.evaluate(() => {
    document.documentElement.classList.toggle('dark');
    return document.getAnimations().length;
  });
  expect(moving).toBe(0);
  await desk.page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await longestMotion(desk.page)).toBeGreaterThan(100);
});

test('what is chosen, on or pressed is seen where the system has the colours, and so is where a dialog ends', async ({
  studio,
  account,
  open,
}) => {
  const { id } = await storeProject(studio, account, page);
  const desk = await open(account, `/project/${id}`);
  await desk.page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await desk.button('Settings').click();
  const autoSave = desk.page.getByRole('switch', { name: 'Auto Save' });
  const on = await coloursOf(autoSave);
  expect((await coloursOf(autoSave, '::before')).ground).not.toBe(on.ground);
  await autoSave.uncheck();
  const off = await coloursOf(autoSave);
  expect(off.ground).not.toBe(on.ground);
  expect((await coloursOf(autoSave, '::before')).ground).not.toBe(off.ground);

  const preview = desk.page.getByRole('button', { name: 'Preview', exact: true });
  expect(await coloursOf(preview)).not.toEqual(await coloursOf(desk.consoleToggle));
  expect(await coloursOf(desk.preview.button('Tablet'))).not.toEqual(
    await coloursOf(desk.preview.button('Mobile')),
  );
  const tabs = desk.assets.panel.getByRole('tab');
  await desk.assets.open();
  expect(await coloursOf(tabs.first())).not.toEqual(await coloursOf(tabs.last()));
  const { ground } = await coloursOf(desk.page.locator('body'));
  expect((await coloursOf(tabs.last())).edge).toBe(ground);

  await desk.button('Export').press('ArrowDown');
  const menu = desk.page.getByRole('menu');
  await menu.press('ArrowDown');
  await expect(menu).toHaveCSS('border-top-width', '1px');
  const items = menu.getByRole('menuitem');
  expect(await coloursOf(items.and(desk.page.locator('[data-highlighted]')))).not.toEqual(
    await coloursOf(items.last()),
  );
  await desk.page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);

  await desk.page.keyboard.press('Control+Shift+p');
  const commands = desk.page.getByRole('option');
  expect(await coloursOf(commands.first())).not.toEqual(await coloursOf(commands.last()));
  await expect(desk.page.getByRole('dialog')).toHaveCSS('border-top-width', '1px');
});

/** In what colours an element, or a part of it, is drawn. */
function coloursOf(element: Locator, part?: '::before') {
  return element.evaluate((element, part) => {
    const { color, backgroundColor, borderBottomColor } = getComputedStyle(element, part);
    return { text: color, ground: backgroundColor, edge: borderBottomColor };
  }, part);
}

/** What has the focus, and whether one sees that: by an outline, or by a caret, which Monaco draws itself. */
function focused(page: Page): Promise<{ name: string; visible: boolean }> {
  return page.evaluate(async () => {
    const element = document.activeElement ?? document.body;
    // What lights up does so from the next frame on.
    await new Promise(requestAnimationFrame);
    await Promise.allSettled(element.getAnimations({ subtree: true }).map(({ finished }) => finished));
    const label = element instanceof HTMLSelectElement ? element.labels[0] : null;
    const name = `${element.tagName} ${element.getAttribute('aria-label') ?? label?.textContent ?? element.textContent?.trim()}`;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const outlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
    // A handle between panels lights up by itself.
    const lit = element.role === 'separator' && getComputedStyle(element, '::after').opacity === '1';
    const isElsewhere = element === document.body || element instanceof HTMLIFrameElement;
    return { name, visible: outlined || lit || isElsewhere || element.closest('.monaco-editor') !== null };
  });
}

/** The longest duration, in milliseconds, of an animation or transition that stands in the page’s styles. */
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
