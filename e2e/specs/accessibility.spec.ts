import type { Page } from '@playwright/test';
import { storeProject } from '../fixtures/accounts.ts';
import { expect, test } from '../fixtures/test.ts';

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
