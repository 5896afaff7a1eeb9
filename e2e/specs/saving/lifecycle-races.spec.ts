import type { Page } from '@playwright/test';
import { authRoutes } from '@studio/contract/http/auth';
import { projectRoutes } from '@studio/contract/http/projects';
import { type Account, listOwn, readProject, register, storeProject } from '../../fixtures/accounts.ts';
import { hide } from '../../fixtures/page-events.ts';
import { expect, LoginPage, test } from '../../fixtures/test.ts';
import { StudioPage } from '../../pages/studio-page.ts';
import { callApi } from '../../stack/api.ts';
import type { Studio } from '../../stack/studio.ts';

/** Long enough for the auto-save of a new project (specification: Auto-save). */
const draft = { title: 'Notes', html: '<p>a text that is worth saving</p>', css: '', js: '' };

/** Holds the page's next calls of one kind until `release`. `arrived` resolves at the first. */
async function holdCalls(page: Page, method: string, address: RegExp) {
  const arrived = Promise.withResolvers<void>();
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    arrived.resolve();
    await promise;
    await route.continue().catch(() => undefined);
  });
  return { arrived: arrived.promise, release: resolve };
}

function remove(studio: Studio, owner: Account, id: string) {
  return callApi(studio.url, projectRoutes.deleteProject, { token: owner.token, params: { id } });
}

const texts = async (studio: Studio, person: Account) =>
  Promise.all(
    (await listOwn(studio, person)).map(async ({ id }) => (await readProject(studio, person, id)).html),
  );

test('title and editors take no text before the project is there that a login leads to', async ({
  studio,
  account,
  visit,
}) => {
  const project = await storeProject(studio, account, draft);
  const tab = new StudioPage(await visit(`${studio.url}/project/${project.id}`));
  const read = await holdCalls(tab.page, 'GET', /\/api\/projects\/\w{16}$/);
  await new LoginPage(tab.page).signIn(account);
  await read.arrived;
  await tab.html.textbox.focus();
  await tab.page.keyboard.insertText('<p>too early for its project</p>');
  await tab.title.focus();
  await tab.page.keyboard.insertText('Too early');
  await expect(tab.badge).toHaveText('New Project');
  read.release();
  await expect(tab.badge).toHaveText('Saved');
  await expect(tab.title).toHaveValue(draft.title);
  await tab.html.append('<p>in time</p>');
  await expect(tab.badge).toHaveText('Saved');
  await expect.poll(() => texts(studio, account)).toEqual([`${draft.html}<p>in time</p>`]);
});

test.describe('a project that is removed', () => {
  test('during a save keeps its text on screen, and is created again only when the person types on', async ({
    studio,
    account,
    open,
  }) => {
    const project = await storeProject(studio, account, draft);
    const tab = await open(account, `/project/${project.id}`);
    await tab.loaded();
    const save = await holdCalls(tab.page, 'PUT', /\/api\/projects\/\w+$/);
    await tab.html.append('<p>on its way</p>');
    await save.arrived;
    await remove(studio, account, project.id);
    save.release();
    await expect(tab.page.getByText('This project was removed')).toBeVisible();
    await expect(tab.badge).toHaveText('Unsaved');
    await hide(tab.page);
    await expect(tab.page).toHaveURL(`${studio.url}/`);
    expect(await tab.html.text()).toBe(`${draft.html}<p>on its way</p>`);
    expect(await listOwn(studio, account)).toEqual([]);
    await tab.html.append('<p>and on</p>');
    await expect(tab.badge).toHaveText('Saved');
    await expect(tab.page).toHaveURL(/\/project\//);
    expect(await texts(studio, account)).toEqual([`${draft.html}<p>on its way</p><p>and on</p>`]);
  });

  test('while it is loaded leaves the open one, its text and its address where they are', async ({
    studio,
    account,
    open,
  }) => {
    const [present, gone] = [
      await storeProject(studio, account, draft),
      await storeProject(studio, account, { ...draft, title: 'Gone' }),
    ];
    const tab = await open(account, `/project/${present.id}`);
    await expect(tab.badge).toHaveText('Saved');
    await tab.button('Projects').click();
    const load = await holdCalls(tab.page, 'GET', new RegExp(`/api/projects/${gone.id}$`));
    await tab.yourProjects.button('Gone', 'Load').click();
    await load.arrived;
    await remove(studio, account, gone.id);
    load.release();
    await expect(tab.toast('Failed to load project')).toBeVisible();
    await tab.page.keyboard.press('Escape');
    await hide(tab.page);
    await expect(tab.badge).toHaveText('Saved');
    await expect(tab.page).toHaveURL(`${studio.url}/project/${present.id}`);
    expect(await tab.html.text()).toBe(draft.html);
    expect(await listOwn(studio, account)).toHaveLength(1);
  });

  test('during a fork is not forked, and stays as text until the person keeps it', {
    tag: '@nightly',
  }, async ({ studio, account, open }) => {
    const author = await register(studio);
    const project = await storeProject(studio, author, { ...draft, isPublic: true });
    const tab = await open(account, `/project/${project.id}`);
    await expect(tab.badge).toHaveText('Shared');
    await tab.loaded();
    const fork = await holdCalls(tab.page, 'POST', /\/fork$/);
    await tab.button('Fork').click();
    await fork.arrived;
    await remove(studio, author, project.id);
    fork.release();
    await expect(tab.toast('Fork failed')).toBeVisible();
    await hide(tab.page);
    await tab.page.reload();
    await expect(tab.button('Keep as my copy')).toBeVisible();
    expect(await listOwn(studio, account)).toEqual([]);
    await tab.button('Keep as my copy').click();
    await expect(tab.badge).toHaveText('Saved');
    expect(await texts(studio, account)).toEqual([draft.html]);
  });

  test('during a conflict ends it: the person’s text stays, and is kept once', { tag: '@nightly' }, async ({
    studio,
    account,
    open,
  }) => {
    const project = await storeProject(studio, account, draft);
    const tab = await open(account, `/project/${project.id}`);
    await tab.loaded();
    await tab.html.append('<p>mine</p>');
    await callApi(studio.url, projectRoutes.updateProject, {
      token: account.token,
      params: { id: project.id },
      body: { html: '<p>theirs</p>' },
    });
    await expect(tab.conflict).toBeVisible();
    await remove(studio, account, project.id);
    await expect(tab.conflict).toBeHidden();
    await expect(tab.button('Resolve conflict')).toBeHidden();
    await hide(tab.page);
    expect(await listOwn(studio, account)).toEqual([]);
    await tab.button('Keep as my copy').click();
    await expect(tab.badge).toHaveText('Saved');
    expect(await texts(studio, account)).toEqual([`${draft.html}<p>mine</p>`]);
  });
});

test('a tab that is opened from another one with a new project does not take over that project or its text', {
  tag: '@nightly',
}, async ({ studio, account, open }) => {
  const one = await open(account);
  await one.button('New').click();
  await expect(one.badge).toHaveText('New Project');
  const create = await holdCalls(one.page, 'POST', /\/api\/projects$/);
  await one.html.replace(draft.html);
  await create.arrived;
  // A popup starts with a copy of the first tab's sessionStorage, like a duplicated tab.
  const opened = one.page.waitForEvent('popup');
  await one.page.evaluate(() => void window.open('/'));
  const two = new StudioPage(await opened);
  await two.loaded();
  expect(await two.html.text()).not.toBe(draft.html);
  await hide(two.page);
  create.release();
  await expect(one.badge).toHaveText('Saved');
  await hide(one.page);
  await two.button('New').click();
  await two.html.replace('<p>of the second tab</p>');
  await expect(two.badge).toHaveText('Saved');
  expect((await texts(studio, account)).toSorted()).toEqual([draft.html, '<p>of the second tab</p>']);
});

for (const way of ['New', 'Load', 'logout'] as const) {
  test(`H80: text that is over the limit is offered again after ${way}`, {
    tag: way === 'New' ? [] : '@nightly',
  }, async ({ studio, account, open }) => {
    const css = `/*${'x'.repeat(1_048_570)}*/`;
    const project = await storeProject(studio, account, { ...draft, css });
    await storeProject(studio, account, { ...draft, title: 'Other' });
    const tab = await open(account, `/project/${project.id}`);
    await tab.loaded();
    await tab.css.append('/* too much */');
    const alert = tab.page.getByRole('alert').filter({ hasText: 'Not saved' });
    await expect(alert).toContainText('1,048,576 bytes');
    if (way === 'New') await tab.button('New').click();
    if (way === 'Load') {
      await tab.button('Projects').click();
      await tab.yourProjects.button('Other', 'Load').click();
    }
    if (way === 'logout') await tab.chooseFromUserMenu(account.username, 'Logout');
    await tab.confirmation.getByRole('button').first().click();
    await expect(tab.page).not.toHaveURL(`${studio.url}/project/${project.id}`);
    if (way === 'logout') await new LoginPage(tab.page).signIn(account);
    await expect(alert).toBeHidden();
    await expect(tab.badge).not.toHaveText('Unsaved');
    await hide(tab.page);
    await tab.page.goto(`${studio.url}/project/${project.id}`);
    await tab.button('Restore').click();
    await expect(alert).toContainText('1,048,576 bytes');
    const { email, password } = account;
    const { access_token: token } = await callApi(studio.url, authRoutes.login, {
      body: { email, password },
    });
    expect(await readProject(studio, { ...account, token }, project.id)).toMatchObject({ css, version: 1 });
  });
}

test('Back during a save leads to the earlier project; what was on its way is stored and is there again on Forward', {
  tag: '@nightly',
}, async ({ studio, account, open }) => {
  const [first, second] = [
    await storeProject(studio, account, { ...draft, title: 'First' }),
    await storeProject(studio, account, { ...draft, title: 'Second' }),
  ];
  const tab = await open(account, `/project/${first.id}`);
  await expect(tab.badge).toHaveText('Saved');
  await tab.button('Projects').click();
  await tab.yourProjects.button('Second', 'Load').click();
  await expect(tab.page).toHaveURL(`${studio.url}/project/${second.id}`);
  await tab.loaded();
  const save = await holdCalls(tab.page, 'PUT', /\/api\/projects\/\w+$/);
  await tab.html.append('<p>on its way</p>');
  await save.arrived;
  await tab.page.goBack();
  await tab.confirmation.getByRole('button').first().click();
  await expect(tab.title).toHaveValue('First');
  await hide(tab.page);
  save.release();
  const { id } = second;
  await expect
    .poll(async () => (await readProject(studio, account, id)).html)
    .toBe(`${draft.html}<p>on its way</p>`);
  await tab.page.goForward();
  await expect(tab.title).toHaveValue('Second');
  await expect(tab.badge).toHaveText('Saved');
  expect(await tab.html.text()).toBe(`${draft.html}<p>on its way</p>`);
  await expect(tab.button('Restore')).toBeHidden();
  expect(await readProject(studio, account, first.id)).toMatchObject({ html: draft.html, version: 1 });
});

test('H80: a refused title is kept and shown with the reason, and saved once it is changed', {
  tag: '@nightly',
}, async ({ studio, account, open }) => {
  const project = await storeProject(studio, account, draft);
  const tab = await open(account, `/project/${project.id}`);
  await expect(tab.badge).toHaveText('Saved');
  await tab.loaded();
  await tab.title.focus();
  // Half of an emoji: no keyboard can type it, but it can be pasted.
  await tab.title.evaluate((input: HTMLInputElement) => {
    input.select();
    document.execCommand('insertText', false, 'Notes \ud83d');
  });
  await tab.page.keyboard.press('Enter');
  await tab.html.append('<p>beside it</p>');
  const alert = tab.page.getByRole('alert').filter({ hasText: 'Not saved' });
  await expect(alert).toContainText('surrogate');
  await expect(tab.badge).toHaveText('Unsaved');
  await hide(tab.page);
  expect((await readProject(studio, account, project.id)).version).toBe(1);
  await tab.title.fill('Notes, again');
  await tab.page.keyboard.press('Enter');
  await expect(tab.badge).toHaveText('Saved');
  await expect(alert).toBeHidden();
  expect(await readProject(studio, account, project.id)).toMatchObject({
    title: 'Notes, again',
    html: `${draft.html}<p>beside it</p>`,
  });
});

test('automatic saves that go on failing are announced once, and no badge is', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, draft);
  const tab = await open(account, `/project/${project.id}`);
  await tab.loaded();
  await expect(tab.toast('Shared project loaded')).toBeVisible();
  let failed = 0;
  await tab.page.route('**/api/projects/*', (route) => {
    if (route.request().method() !== 'PUT') return route.fallback();
    failed += 1;
    return route.abort();
  });
  await tab.page.evaluate(() => {
    const announced: string[] = [];
    Object.assign(window, { announced });
    const isLive = (node: Node) => {
      const region = (node instanceof Element ? node : node.parentElement)?.closest(
        '[aria-live], [role=alert], [role=status], output',
      );
      return region && region.getAttribute('aria-live') !== 'off';
    };
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes)
        for (const node of type === 'characterData' ? [target] : addedNodes)
          if (node.textContent && isLive(node)) announced.push(node.textContent);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  for (const text of ['one', 'two']) {
    const before = failed;
    await tab.html.append(`<p>${text}</p>`);
    await expect.poll(() => failed, { message: 'two more tries' }).toBeGreaterThan(before + 1);
  }
  await expect(tab.badge).toHaveText('Unsaved');
  const announced = await tab.page.evaluate(() => (window as unknown as { announced: string[] }).announced);
  expect(announced).toEqual([expect.stringContaining('Your text is kept in this browser')]);
});
