import type { Page } from '@playwright/test';
import { likeRoutes } from '@studio/contract/http/likes';
import { projectRoutes } from '@studio/contract/http/projects';
import { readProject, register, storeProject } from '../../fixtures/accounts.ts';
import { expect, test } from '../../fixtures/test.ts';
import { callApi } from '../../stack/api.ts';

const piece = { title: 'Lively', html: '<p>first</p>', css: '', js: '', isPublic: true };
const sockets = '**/socket.io/**';

/** Like a proxy that blocks WebSockets. */
async function blockWebSockets(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.WebSocket = class extends WebSocket {
      constructor() {
        super('ws://127.0.0.1:1');
      }
    };
  });
}

test('likes and views arrive in the header of the open project and on the cards of Your Projects', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, piece);
  const fan = await register(studio);
  const studioPage = await open(account, `/project/${project.id}`);
  await expect(studioPage.header.getByText('0 likes · 0 views')).toBeVisible();
  await callApi(studio.url, likeRoutes.setLike, { token: fan.token, params: { id: project.id } });
  await readProject(studio, fan, project.id);
  await expect(studioPage.header.getByText('1 like · 1 view')).toBeVisible();
  await studioPage.button('Projects').click();
  const card = studioPage.yourProjects.card(piece.title);
  await expect(card.getByText('1 like', { exact: true })).toBeAttached();
  await callApi(studio.url, likeRoutes.clearLike, { token: fan.token, params: { id: project.id } });
  await expect(card.getByText('0 likes', { exact: true })).toBeAttached();
});

test('a project that is made private while another user has it open leaves its text on screen, without the project', async ({
  studio,
  account,
  open,
}) => {
  const author = await register(studio);
  const project = await storeProject(studio, author, piece);
  const stranger = await open(account, `/project/${project.id}`);
  await expect(stranger.badge).toHaveText('Shared');
  const owner = await open(author, `/project/${project.id}`);
  await owner.chooseVisibility('Make private');
  await expect(stranger.page.getByText('This project was removed')).toBeVisible();
  expect(await stranger.html.text()).toBe(piece.html);
  await expect(stranger.badge).toHaveText('Unsaved');
  await expect(owner.badge).toHaveText('Saved');
});

test('where websockets are blocked, events come by polling', async ({ studio, account, open }) => {
  const project = await storeProject(studio, account, piece);
  const studioPage = await open(account);
  await blockWebSockets(studioPage.page);
  const polled = studioPage.page.waitForResponse(
    async (response) =>
      response.url().includes('transport=polling') && (await response.text()).includes('"ok":true'),
  );
  await studioPage.page.goto(`${studio.url}/project/${project.id}`);
  await polled;
  await callApi(studio.url, projectRoutes.updateProject, {
    token: account.token,
    params: { id: project.id },
    body: { html: '<p>second</p>' },
  });
  await expect.poll(() => studioPage.html.text()).toBe('<p>second</p>');
});

test('without a socket saves go on; what happened in the gap is there when it is back', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, piece);
  const fan = await register(studio);
  const studioPage = await open(account);
  await blockWebSockets(studioPage.page);
  await studioPage.page.route(sockets, (route) => route.abort());
  await studioPage.page.goto(`${studio.url}/project/${project.id}`);
  await studioPage.html.replace('<p>without a socket</p>');
  await expect(studioPage.badge).toHaveText('Saved');
  const { html } = await callApi(studio.url, projectRoutes.updateProject, {
    token: account.token,
    params: { id: project.id },
    body: { html: '<p>from another device</p>' },
  });
  await callApi(studio.url, likeRoutes.setLike, { token: fan.token, params: { id: project.id } });
  await studioPage.page.unroute(sockets);
  await studioPage.page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect.poll(() => studioPage.html.text()).toBe(html);
  await expect(studioPage.header.getByText('1 like · 0 views')).toBeVisible();
  await expect(studioPage.badge).toHaveText('Saved');
});
