import type { Locator } from '@playwright/test';
import { makeAdmin, register, signedIn, storeProject } from '../../fixtures/accounts.ts';
import { expect, test } from '../../fixtures/test.ts';
import { StudioPage } from '../../pages/studio-page.ts';

const project = { title: 'Layout', html: '<p>page</p>', css: '', js: 'console.log("one")' };

test('the preview goes below the editors by keyboard, which then stand side by side, and is there again', async ({
  studio,
  account,
  open,
}) => {
  const { id } = await storeProject(studio, account, project);
  const studioPage = await open(account, `/project/${id}`);
  const { page, preview } = studioPage;
  await expect(preview.document.getByText('page')).toBeVisible();
  await studioPage.loaded();
  const boxes = async () => {
    const [html, css, panel] = await Promise.all(
      [studioPage.html.pane, studioPage.css.pane, preview.panel].map((part) => part.boundingBox()),
    );
    if (!html || !css || !panel) throw new Error('a pane is missing');
    return { html, css, panel };
  };
  const beside = await boxes();
  expect(beside.css.y).toBeGreaterThan(beside.html.y);
  expect(beside.panel.x).toBeGreaterThan(beside.html.x + beside.html.width - 2);
  await preview.document.locator('p').evaluate((element) => element.setAttribute('data-same', ''));
  await studioPage.button('Preview below the editors').press('Enter');
  const below = await boxes();
  expect(below.css.x).toBeGreaterThan(below.html.x);
  expect(below.panel.y).toBeGreaterThan(below.html.y + below.html.height - 2);
  // The frame was only moved: the page was not reloaded.
  await expect(preview.document.locator('p[data-same]')).toBeVisible();

  const between = page.getByRole('separator', { name: 'Resize editors and preview' });
  await between.focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  const moved = await boxes();
  expect(moved.panel.height).toBeGreaterThan(below.panel.height + 20);
  await page.reload();
  await expect(preview.document.getByText('page')).toBeVisible();
  await expect.poll(async () => Math.abs((await boxes()).panel.height - moved.panel.height)).toBeLessThan(4);
  await studioPage.button('Preview below the editors').click();
  await expect.poll(async () => Math.abs((await boxes()).panel.width - beside.panel.width)).toBeLessThan(4);
});

test('sizes of panes and console are kept, shown while they are dragged, and given back by a double click', {
  tag: '@nightly',
}, async ({ studio, account, open }) => {
  const { id } = await storeProject(studio, account, project);
  const studioPage = await open(account, `/project/${id}`);
  const { page, preview } = studioPage;
  await expect(preview.document.getByText('page')).toBeVisible();
  const width = async () => (await preview.panel.boundingBox())?.width ?? 0;
  const first = await width();
  const size = preview.panel.locator('.panel-size');
  await expect(size).toBeHidden();
  const between = page.getByRole('separator', { name: 'Resize editors and preview' });
  const { x, y } = (await between.boundingBox()) ?? { x: 0, y: 0 };
  await page.mouse.move(x, y + 200);
  await page.mouse.down();
  await page.mouse.move(x - 120, y + 200, { steps: 3 });
  await expect(size).toHaveText(new RegExp(`^${Math.round(first) + 120} × \\d+$`));
  await page.mouse.up();
  await expect(size).toBeHidden();
  await studioPage.consoleToggle.click();
  const height = async () => (await studioPage.console.panel.boundingBox())?.height ?? 0;
  await page.getByRole('separator', { name: 'Resize the bottom panel' }).focus();
  const low = await height();
  await page.keyboard.press('ArrowUp');
  const high = await height();
  expect(high).toBeGreaterThan(low + 20);
  await page.reload();
  await studioPage.consoleToggle.click();
  await expect.poll(async () => Math.abs((await height()) - high)).toBeLessThan(4);
  await expect.poll(async () => Math.abs((await width()) - first - 120)).toBeLessThan(4);
  await page.mouse.dblclick(x - 120, y + 100);
  await expect.poll(async () => Math.abs((await width()) - first)).toBeLessThan(4);
  await page.reload();
  await expect.poll(async () => Math.abs((await width()) - first)).toBeLessThan(4);
  await studioPage.consoleToggle.click();
  await between.focus();
  await page.keyboard.press('ArrowLeft');
  expect(await width()).toBeGreaterThan(first + 20);
  await page.keyboard.press('F1');
  await page.keyboard.type('reset panel');
  await page.keyboard.press('Enter');
  await expect.poll(async () => Math.abs((await width()) - first)).toBeLessThan(4);
  await expect.poll(async () => Math.abs((await height()) - low)).toBeLessThan(4);
});

test('a bottom panel keeps a fifth of a tall window', async ({ open, account }) => {
  const { page, consoleToggle, console } = await open(account);
  await page.setViewportSize({ width: 1280, height: 1200 });
  await consoleToggle.click();
  const between = page.getByRole('separator', { name: 'Resize the bottom panel' });
  await between.focus();
  await page.keyboard.press('End');
  const share = async () => {
    const [panel, group] = await Promise.all(
      [console.panel, between.locator('..')].map((part) => part.boundingBox()),
    );
    return (panel?.height ?? 0) / (group?.height ?? 1);
  };
  await expect.poll(share).toBeLessThan(0.22);
  expect(await share()).toBeGreaterThan(0.195);
});

test('the frame of a device leaves no strip beside it in a narrow panel', async ({
  studio,
  account,
  open,
}) => {
  const { id } = await storeProject(studio, account, project);
  const studioPage = await open(account, `/project/${id}`);
  for (const device of ['Tablet', 'Responsive'] as const) {
    await studioPage.preview.button(device).click();
    const panel = await studioPage.preview.panel.boundingBox();
    const frame = await studioPage.preview.element.boundingBox();
    expect(Math.abs((frame?.x ?? 0) - (panel?.x ?? 0))).toBeLessThan(2);
    expect(Math.abs((frame?.width ?? 0) - (panel?.width ?? 0))).toBeLessThan(2);
  }
});

test('no button moves when errors are counted beside Console', async ({ studio, account, open }) => {
  const { id } = await storeProject(studio, account, {
    html: '<button onclick="console.error(`one`)">Fail</button>',
  });
  const studioPage = await open(account, `/project/${id}`);
  await studioPage.loaded();
  const next = studioPage.button('Preview');
  const before = await next.boundingBox();
  await expect(studioPage.consoleToggle).toHaveAccessibleName('Console');
  await studioPage.preview.document.getByRole('button').click();
  await expect(studioPage.consoleToggle).toHaveAccessibleDescription('1 new error');
  await expect(studioPage.consoleToggle).toHaveAccessibleName('Console');
  expect(await next.boundingBox()).toEqual(before);
});

test('the first save moves nothing in the header, nor the editors below', async ({ account, open }) => {
  const studioPage = await open(account, '/new');
  const { badge, html } = studioPage;
  await studioPage.loaded();
  const heights = async () => {
    const parts = [studioPage.button('Fork'), badge, html.pane];
    return Promise.all(parts.map(async (part) => (await part.boundingBox())?.y));
  };
  await html.append('<p>mine</p>');
  await expect(badge).toHaveText('Unsaved');
  const before = await heights();
  await studioPage.page.keyboard.press('Control+s');
  await expect(badge).toHaveText('Saved');
  expect(await heights()).toEqual(before);
});

/** The parts of the header that others cover or that reach beyond the window. */
function coveredIn(header: Locator): Promise<string[]> {
  return header.evaluate((element) => {
    const isInScroller = (part: Element) =>
      part.parentElement !== null && getComputedStyle(part.parentElement).overflowX === 'auto';
    const parts = [...element.querySelectorAll<HTMLElement>('a, button, input, output, span, img')]
      .filter((part) => part.checkVisibility() && part.getBoundingClientRect().width > 2)
      .map((part) => ({ part, box: part.getBoundingClientRect() }));
    return parts
      .filter(
        ({ part, box }) =>
          (box.right > innerWidth + 1 && !isInScroller(part)) ||
          parts.some(
            (other) =>
              !part.contains(other.part) &&
              !other.part.contains(part) &&
              box.left < other.box.right - 1 &&
              other.box.left < box.right - 1 &&
              box.top < other.box.bottom - 1 &&
              other.box.top < box.bottom - 1,
          ),
      )
      .map(({ part }) => part.innerText || part.ariaLabel || part.tagName);
  });
}

test('nothing in the header covers anything else, at any width', async ({ studio, open }) => {
  const author = await register(studio, 'a-name-of-thirty-');
  const { id } = await storeProject(studio, author, { ...project, title: 'T'.repeat(60), isPublic: true });
  const studioPage = await open(author, `/project/${id}`);
  const { page, header } = studioPage;
  await expect(header.getByRole('button', { name: 'Forks' })).toBeVisible();
  for (const width of [320, 360, 640, 768, 1024, 1280, 1366, 1440, 1600, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    expect.soft(await coveredIn(header), `${width} px`).toEqual([]);
  }
});

for (const hasTouch of [false, true]) {
  test(`nothing in an admin’s header covers anything else, for ${hasTouch ? 'fingers' : 'a mouse'}, in any state`, {
    tag: '@nightly',
  }, async ({ studio, account, browser }) => {
    await makeAdmin(studio, account);
    const author = await register(studio, 'a-name-of-thirty-');
    const shared = await storeProject(studio, author, { ...project, title: 'T'.repeat(60), isPublic: true });
    const own = await storeProject(studio, account, project);
    const context = await browser.newContext({
      storageState: signedIn(studio, account),
      hasTouch,
      isMobile: hasTouch,
    });
    const { page, header, badge } = new StudioPage(await context.newPage());
    for (const [path, state] of [
      ['/new', 'New Project'],
      [`/project/${own.id}`, 'Saved'],
      [`/project/${shared.id}`, 'Shared'],
    ] as const) {
      await page.goto(`${studio.url}${path}`);
      await expect(badge).toHaveText(state);
      await expect(header.getByRole('button', { name: 'Moderation' })).toBeVisible();
      for (const width of [320, 360, 390, 640, 767, 768, 800, 820, 834, 1023, 1024, 1180, 1366]) {
        await page.setViewportSize({ width, height: 800 });
        expect.soft(await coveredIn(header), `${state}, ${width} px`).toEqual([]);
      }
    }
    await context.close();
  });
}
