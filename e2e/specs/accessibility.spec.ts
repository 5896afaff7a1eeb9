import type { Page } from '@playwright/test';
import { storeProject } from '../fixtures/accounts.ts';
import { expect, test } from '../fixtures/test.ts';

const page = { title: 'Quiet', html: '<p>quiet</p>', css: '', js: '' };

test('the focus is seen wherever Tab leads', async ({ studio, account, open }) => {
  const { id } = await storeProject(studio, account, page);
  const desk = await open(account, `/project/${id}`);
  await desk.loaded();
  await desk.button('Settings').click();
  await desk.title.focus();
  await desk.page.keyboard.press('Control+m');
  const unseen = new Set<string>();
  const seen = new Set<string>();
  for (let stop = 0; stop < 60; stop += 1) {
    const { name, visible } = await focused(desk.page);
    (visible ? seen : unseen).add(name);
    await desk.page.keyboard.press('Tab');
  }
  expect([...unseen]).toEqual([]);
  expect(seen.size).toBeGreaterThan(20);
});

test('nothing moves for those who ask for less motion', async ({ studio, account, open }) => {
  const { id } = await storeProject(studio, account, page);
  const desk = await open(account, `/project/${id}`);
  await desk.page.emulateMedia({ reducedMotion: 'reduce' });
  await desk.button('Projects').click();
  await expect(desk.yourProjects.card('Quiet')).toBeVisible();
  expect(await longestMotion(desk.page)).toBeLessThan(1);
  await desk.page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await longestMotion(desk.page)).toBeGreaterThan(100);
});

/** What has the focus, and whether one sees that: by an outline, or by a caret, which Monaco draws itself. */
function focused(page: Page): Promise<{ name: string; visible: boolean }> {
  return page.evaluate(() => {
    const element = document.activeElement ?? document.body;
    const name = `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40)}`;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const outlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
    const isElsewhere = element === document.body || element instanceof HTMLIFrameElement;
    return { name, visible: outlined || isElsewhere || element.closest('.monaco-editor') !== null };
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
