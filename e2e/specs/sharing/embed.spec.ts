import type { FrameLocator, Locator } from '@playwright/test';
import { embedSandbox } from '@studio/contract/embed';
import { projectRoutes } from '@studio/contract/http/projects';
import { storeProject } from '../../fixtures/accounts.ts';
import { pressInCard } from '../../fixtures/input/press-in-card.ts';
import { expect, test } from '../../fixtures/test.ts';
import { callApi } from '../../stack/api.ts';
import { serveForeignSite } from '../../stack/network/foreign-site.ts';

const shown = {
  title: 'Embedded',
  html: '<p id="out">still</p>',
  css: '',
  js: 'localStorage.setItem("n", "1"); out.textContent = "ran with " + localStorage.getItem("n")',
  isEmbeddable: true,
};

test('H64: an embeddable project runs on a foreign page, with no token, storage included', {
  tag: '@smoke',
}, async ({ studio, account, visit }) => {
  const project = await storeProject(studio, account, shown);
  const site = await serveForeignSite(`<iframe src="${studio.url}/embed/${project.id}"></iframe>`);
  const page = await visit(site.url);
  const embed = page.frameLocator('iframe');
  // A click needs it to be uncovered.
  await embed.frameLocator('iframe[title="Live Preview"]').getByText('ran with 1').click();
  await expect(embed.getByText('Loading project...')).toBeHidden();
  const link = embed.getByRole('link', { name: 'Open in CodeStudio' });
  await expect(link).toHaveAttribute('href', `/project/${project.id}`);
  await site.close();
});

test('an embed whose second script could not be loaded asks for it again, and ends with its project', async ({
  studio,
  account,
  visit,
}) => {
  const project = await storeProject(studio, account, shown);
  const page = await visit('about:blank');
  let failures = 0;
  await page.route('**/embed/live.js', (route) => {
    failures += 1;
    return failures > 4 ? route.continue() : route.abort();
  });
  const watched = page.waitForResponse('**/embed/live.js');
  await page.goto(`${studio.url}/embed/${project.id}`);
  await watched;
  await callApi(studio.url, projectRoutes.updateProject, {
    params: { id: project.id },
    body: { isEmbeddable: false },
    token: account.token,
  });
  await expect(page.getByText('Project Not Available')).toBeVisible();
});

test('an embed ends by a refusal of the studio, not by one of a proxy that finds no studio', async ({
  studio,
  account,
  visit,
}) => {
  const project = await storeProject(studio, account, shown);
  const site = await serveForeignSite(
    `<iframe sandbox="allow-scripts" src="${studio.url}/embed/${project.id}"></iframe>`,
  );
  const page = await visit('about:blank');
  const embed = page.frameLocator('iframe');
  const status = `**/embed/${project.id}/status`;
  const foreign = {
    status: 404,
    headers: { 'Access-Control-Allow-Origin': '*' },
    body: '404 page not found\n',
  };
  let asked = 0;
  await page.route(status, (route) => {
    asked += 1;
    return route.fulfill(foreign);
  });
  await page.clock.install();
  await page.goto(site.url);
  await expect(embed.frameLocator('iframe').getByText('still')).toBeVisible();
  const poll = (until: () => unknown) =>
    expect(async () => {
      await page.clock.runFor(15_000);
      await until();
    }).toPass();
  await poll(() => expect(asked).toBe(2));
  await expect(embed.getByRole('link', { name: 'Open in CodeStudio' })).toBeVisible();
  await page.unroute(status);
  await callApi(studio.url, projectRoutes.deleteProject, {
    params: { id: project.id },
    token: account.token,
  });
  await poll(() => expect(embed.getByText('Project Not Available')).toBeVisible({ timeout: 1_000 }));
  await site.close();
});

test('an embed runs in a page that has no origin', async ({ studio, account, visit }) => {
  const project = await storeProject(studio, account, shown);
  const frame = `<iframe src="${studio.url}/embed/${project.id}"></iframe>`;
  const site = await serveForeignSite(
    `<iframe sandbox="allow-scripts" srcdoc="${frame.replaceAll('"', '&quot;')}"></iframe>`,
  );
  const page = await visit(site.url);
  const embed = page.frameLocator('iframe').frameLocator('iframe');
  const running = embed.frameLocator('iframe[title="Live Preview"]');
  await expect(running.locator('#out')).toHaveText(/still|ran/);
  await site.close();
});

test('H64: everything but the embed refuses to be framed by a foreign page', { tag: '@smoke' }, async ({
  studio,
  account,
  visit,
}) => {
  const { id } = await storeProject(studio, account, { ...shown, isPublic: true });
  const paths = [
    '/',
    '/login',
    `/project/${id}`,
    `/preview/${id}`,
    `/report/${id}`,
    '/discourse-auth?token=t',
  ];
  const others = ['/api/docs', '/api/projects/public', '/no/such/page', '/favicon.svg'];
  const frames = [...paths, ...others].map((path) => `<iframe src="${studio.url}${path}"></iframe>`);
  const site = await serveForeignSite(frames.join(''));
  const page = await visit(site.url);
  await expect
    .poll(() =>
      page
        .frames()
        .slice(1)
        .map((frame) => frame.url().split('//')[0]),
    )
    .toEqual(frames.map(() => 'chrome-error:'));
  await site.close();
});

test('a project that may not be embedded looks exactly like a missing one', { tag: '@smoke' }, async ({
  studio,
  account,
  visit,
}) => {
  const closed = await storeProject(studio, account, { ...shown, isEmbeddable: false, isPublic: true });
  for (const id of [closed.id, '0000000000000000']) {
    const page = await visit(`${studio.url}/embed/${id}`);
    await expect(page.getByRole('heading', { name: 'Project Not Available' })).toBeVisible();
    await expect(page.getByText('Project not found or not accessible for embedding')).toBeVisible();
    await expect(page.getByText('HTTP 404: Not Found')).toBeVisible();
    expect((await page.goto(`${studio.url}/embed/${id}`))?.status()).toBe(404);
  }
});

test('an embed says Loading project... until it has painted, and Project not found where nothing comes', async ({
  studio,
  account,
  visit,
}) => {
  const project = await storeProject(studio, account, shown);
  const page = await visit('about:blank');
  await page.clock.install();
  await page.route('**/rendered/**', () => undefined);
  await page.goto(`${studio.url}/embed/${project.id}`, { waitUntil: 'commit' });
  await expect(page.getByText('Loading project...')).toBeVisible();
  await expect(page.locator('iframe')).toHaveAttribute('sandbox', embedSandbox);
  expect(embedSandbox).toContain('allow-popups');
  await page.clock.fastForward(20_000);
  await expect(page.getByText('Project not found', { exact: true })).toBeVisible();
});

test('without JavaScript, an embed shows the page of its project, and what would need JavaScript', async ({
  studio,
  account,
  browser,
}) => {
  const project = await storeProject(studio, account, shown);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  // Playwright finds no text in `noscript` by itself.
  const notice = page.locator('noscript p').filter({ visible: true });
  await page.goto(`${studio.url}/embed/${project.id}`);
  await expect(page.frameLocator('iframe').getByText('still')).toBeVisible();
  await expect(page.getByText('Loading project...')).toBeHidden();
  await page.goto(`${studio.url}/embed/${project.id}?run=click`);
  await expect(notice).toHaveText('Turn on JavaScript to run this project.');
  await expect(page.getByRole('button', { name: 'Run' })).toBeHidden();
  await page.goto(`${studio.url}/embed/${project.id}?tabs=html,result`);
  await expect(notice).toHaveText('Turn on JavaScript to see the other tabs.');
  await expect(page.getByRole('tabpanel', { name: 'HTML' })).toContainText('still');
  await page.goto(`${studio.url}/embed/0000000000000000`);
  await expect(page.getByRole('heading', { name: 'Project Not Available' })).toBeVisible();
  await page.goto(`${studio.url}/project/${project.id}`);
  await expect(notice).toContainText('CodeStudio needs JavaScript.');
  await expect(notice).toBeInViewport();
  await context.close();
});

test('an embed with tabs shows the sources as text, by pointer and by keyboard', { tag: '@smoke' }, async ({
  studio,
  account,
  visit,
}) => {
  const project = await storeProject(studio, account, {
    ...shown,
    html: '<p id="out">still</p>\n<b>&amp;</b>',
  });
  const page = await visit(`${studio.url}/embed/${project.id}?tabs=html,js,result,nonsense&theme=dark`);
  const tab = (name: string) => page.getByRole('tab', { name, exact: true });
  await expect(page.getByRole('tab')).toHaveText(['HTML', 'JavaScript', 'Result']);
  await expect(tab('HTML')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('tabpanel', { name: 'HTML' })).toContainText('<b>&amp;</b>');
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(18, 22, 30)');
  await tab('HTML').press('ArrowRight');
  await expect(tab('JavaScript')).toBeFocused();
  await expect(page.getByRole('tabpanel', { name: 'JavaScript' })).toContainText('ran with');
  await expect(page.getByRole('tabpanel', { name: 'HTML' })).toBeHidden();
  await tab('JavaScript').press('ArrowRight');
  await page.frameLocator('iframe').getByText('ran with 1').click();
});

test('an embed has Report and Open in CodeStudio whatever of the project it shows, in a small frame, too', async ({
  studio,
  account,
  browser,
}) => {
  const project = await storeProject(studio, account, shown);
  const queries = [
    '',
    '?run=click',
    '?tabs=result',
    '?tabs=html',
    '?tabs=html,css,js',
    '?tabs=html,css,js,result',
    '?tabs=result,html&run=click',
  ];
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({ javaScriptEnabled, viewport: { width: 320, height: 200 } });
    const page = await context.newPage();
    for (const query of queries) {
      await page.goto(`${studio.url}/embed/${project.id}${query}`);
      for (const name of ['Report', 'Open in CodeStudio']) {
        const link = page.getByRole('link', { name });
        await expect(link).toBeInViewport({ ratio: 1 });
        // Nothing covers it.
        await link.click({ trial: true });
      }
    }
    await context.close();
  }
});

test('an embed that waits for a click loads nothing of the project before', { tag: '@smoke' }, async ({
  studio,
  account,
  visit,
}) => {
  const project = await storeProject(studio, account, shown);
  const page = await visit('about:blank');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${studio.url}/embed/${project.id}?run=click`);
  await expect(page.getByText('Loading project...')).toBeHidden();
  expect(asked).toEqual([`/embed/${project.id}`]);
  await page.getByRole('button', { name: 'Run' }).press('Enter');
  await expect(page.getByTitle('Live Preview')).toBeFocused();
  // A click needs it to be uncovered.
  await page.frameLocator('iframe').getByText('ran with 1').click();
});

test('an embed whose code is read ends with its project, although nobody has run it', async ({
  studio,
  account,
  visit,
}) => {
  const { id } = await storeProject(studio, account, shown);
  const page = await visit(`${studio.url}/embed/${id}?tabs=result,html&run=click`);
  await page.getByRole('tab', { name: 'HTML' }).click();
  await expect(page.getByRole('tabpanel', { name: 'HTML' })).toContainText('still');
  await callApi(studio.url, projectRoutes.deleteProject, { params: { id }, token: account.token });
  await expect(page.getByText('Project Not Available')).toBeVisible();
});

test('an embed that hangs can be ended and run again, by keyboard, too', { tag: '@solo' }, async ({
  studio,
  account,
  visit,
}) => {
  const js = `const again = localStorage.getItem("hung");
localStorage.setItem("hung", "1");
out.textContent = again ? "runs again" : "hangs";
if (!again) setTimeout(() => /^(a+)+$/.test("a".repeat(60) + "b"), 500);`;
  const project = await storeProject(studio, account, { ...shown, js });
  const page = await visit(`${studio.url}/embed/${project.id}`);
  const frame = page.locator('iframe');
  await expect(page.frameLocator('iframe').getByText('hangs')).toBeVisible();
  await frame.focus();
  const stop = page.getByRole('button', { name: 'Stop' });
  await expect(stop).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Stopped')).toBeVisible();
  await expect(frame).toHaveCount(0);
  const run = page.getByRole('button', { name: 'Run' });
  await expect(run).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.frameLocator('iframe').getByText('runs again')).toBeVisible();
  await expect(run.or(stop)).toBeHidden();
  await expect(frame).toBeFocused();
  await page.frameLocator('iframe').getByText('runs again').click();
});

test('an embed in a computer that was asleep is not taken for one that hangs', async ({
  studio,
  account,
  visit,
}) => {
  const project = await storeProject(studio, account, shown);
  const page = await visit('about:blank');
  await page.clock.install();
  const watched = page.waitForResponse('**/status');
  await page.goto(`${studio.url}/embed/${project.id}`);
  await watched;
  await expect(page.frameLocator('iframe').getByText('ran with 1')).toBeVisible();
  const frame = page.locator('iframe');
  await frame.focus();
  // Nothing passes after that: a Stop that was offered would be taken back within a second.
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await expect(frame).toBeFocused();
  await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden();
});

test('embedding switched off closes the embed to the next visitor', { tag: '@smoke' }, async ({
  studio,
  account,
  visit,
}) => {
  const project = await storeProject(studio, account, shown);
  const page = await visit(`${studio.url}/embed/${project.id}`);
  await expect(page.frameLocator('iframe').getByText('ran with 1')).toBeVisible();
  await callApi(studio.url, projectRoutes.updateProject, {
    params: { id: project.id },
    token: account.token,
    body: { isEmbeddable: false },
  });
  await page.reload();
  await expect(page.getByText('Project Not Available')).toBeVisible();
});

const away = {
  ...shown,
  html: `<p id="out">still</p><input aria-label="Field">
<a href="mailto:a@example.com">Mail</a> <a href="tel:+123">Call</a> <a href="https://elsewhere.example/">Away</a>`,
};

test('H64: a project that navigates away in its embed is brought back, and a message says so', async ({
  studio,
  account,
  visit,
}) => {
  const project = await storeProject(studio, account, away);
  const page = await visit(`${studio.url}/embed/${project.id}`);
  const inside = page.frameLocator('iframe');
  await expect(inside.getByText('ran with 1')).toBeVisible();
  for (const leave of [
    () => inside.getByRole('link', { name: 'Away' }).click(),
    () => inside.locator('body').evaluate(() => location.replace('https://elsewhere.example/')),
  ]) {
    await inside.getByLabel('Field').fill('typed');
    await leave();
    await expect(page.getByText('Navigation to another page was prevented')).toBeVisible();
    await inside.getByText('ran with 1').click();
    await expect(inside.getByLabel('Field')).toHaveValue('');
    await expect(page.getByText('Navigation to another page was prevented')).toBeHidden();
  }
});

test('a link to another page of an embedded project is no page, and the embed says so', async ({
  studio,
  account,
  visit,
}) => {
  const project = await storeProject(studio, account, {
    ...shown,
    html: '<p id="out">still</p><input aria-label="Field"><a href="about.html">About</a> <a href="index.html">Home</a>',
  });
  const page = await visit(`${studio.url}/embed/${project.id}`);
  const inside = page.frameLocator('iframe');
  const note = page.getByText('Navigation to another page was prevented');
  await expect(inside.getByText('ran with 1')).toBeVisible();
  for (const [name, isOther] of [
    ['Home', false],
    ['About', true],
  ] as const) {
    await inside.getByLabel('Field').fill('typed');
    await inside.getByRole('link', { name }).click();
    await expect(inside.getByLabel('Field')).toHaveValue('');
    await inside.getByText('ran with 1').click();
    await expect(note).toBeVisible({ visible: isOther });
  }
});

const routed = {
  ...shown,
  title: 'Routed',
  html: '<h1></h1><p></p><a href="/about">About</a> <button onclick="location.reload()">Play again</button>',
  js: `const pages = { '/': 'Home', '/about': 'About us' };
const show = () => { document.querySelector('h1').textContent = pages[location.pathname] ?? 'No such page'; };
document.querySelector('a').onclick = (event) => { event.preventDefault(); history.pushState(null, '', '/about'); show(); };
document.querySelector('p').id = 'run-' + crypto.randomUUID();
show();`,
};

test('a router of paths starts at the root in an embed and on a card that runs, also when its page loads itself again', async ({
  studio,
  account,
  open,
}) => {
  const { id } = await storeProject(studio, account, routed);
  const studioPage = await open(account, `/embed/${id}`);
  const { page } = studioPage;
  async function walk(inside: FrameLocator, times: number): Promise<void> {
    await expect(inside.getByRole('heading', { name: 'Home' })).toBeVisible();
    for (let time = 0; time < times; time += 1) {
      // As a person takes it: not in no time.
      await page.clock.setFixedTime(new Date(1_800_000_000_000 + time * 1_000));
      await inside.getByRole('link', { name: 'About' }).press('Enter');
      await expect(inside.getByRole('heading', { name: 'About us' })).toBeVisible();
      const run = await inside.locator('p').getAttribute('id');
      // Space presses when it is released: Chromium never tells Playwright that a page that is leaving has had a key.
      await inside.getByRole('button', { name: 'Play again' }).press('Space');
      await expect(inside.locator('p')).not.toHaveId(run ?? '');
      await expect(inside.getByRole('heading', { name: 'Home' })).toBeVisible();
    }
  }
  await walk(page.frameLocator('iframe'), 11);
  await page.goto(`${studio.url}/`);
  await studioPage.button('Projects').click();
  const card = studioPage.yourProjects.card('Routed');
  await card.getByRole('button', { name: 'Run', exact: true }).click();
  await walk(card.frameLocator('iframe'), 2);
});

test('a page that loads itself with a query gets it in an embed and on a card that runs, as in the studio', async ({
  studio,
  account,
  open,
}) => {
  const js = `if (!location.search) location.href = '?page=1&k=%23#part';
document.querySelector('h1').textContent = location.pathname + location.search + location.hash;`;
  const html = '<h1></h1><a href="?page=2">Next</a> <a href="/other?page=3">Other</a>';
  const { id } = await storeProject(studio, account, { ...shown, title: 'Paged', html, js });
  const studioPage = await open(account, `/embed/${id}`);
  const { page } = studioPage;
  async function browse(inside: FrameLocator, press: (link: Locator) => Promise<void>): Promise<void> {
    const heading = inside.getByRole('heading');
    await expect(heading).toHaveText('/?page=1&k=%23#part');
    await press(inside.getByRole('link', { name: 'Next' }));
    await expect(heading).toHaveText('/?page=2');
  }
  await browse(page.frameLocator('iframe'), (link) => link.click());
  await page.frameLocator('iframe').getByRole('link', { name: 'Other' }).click();
  await expect(page.frameLocator('iframe').getByRole('heading')).toHaveText('/?page=1&k=%23#part');
  await page.goto(`${studio.url}/`);
  await studioPage.button('Projects').click();
  const card = studioPage.yourProjects.card('Paged');
  await card.getByRole('button', { name: 'Run', exact: true }).click();
  await browse(card.frameLocator('iframe'), (link) => pressInCard(page, card, link));
});

test('an embed whose page loads itself with ever new queries is stopped, and begins without one when it is run again', async ({
  studio,
  account,
  visit,
}) => {
  // Stopped when it leaves for the sixth time, so that the seventh page is the first after Run.
  const js = `sessionStorage.pages = Number(sessionStorage.pages ?? 0) + 1;
if (sessionStorage.pages < 7) location.search = '?' + sessionStorage.pages;
else document.querySelector('h1').textContent = 'at ' + location.href.slice(location.origin.length);`;
  const project = await storeProject(studio, account, { ...shown, html: '<h1></h1>', js });
  const page = await visit('about:blank');
  await page.clock.setFixedTime(new Date());
  await page.goto(`${studio.url}/embed/${project.id}`);
  await expect(page.getByText('Stopped')).toBeVisible();
  await page.getByRole('button', { name: 'Run' }).click();
  await expect(page.frameLocator('iframe').getByRole('heading')).toHaveText('at /');
});

test('an embed whose page does nothing but load itself again is stopped', async ({
  studio,
  account,
  visit,
}) => {
  const html = '<body onload="location.reload()">again</body>';
  const project = await storeProject(studio, account, { ...shown, html });
  const page = await visit('about:blank');
  await page.clock.setFixedTime(new Date());
  await page.goto(`${studio.url}/embed/${project.id}`);
  await expect(page.getByText('Stopped')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Run' })).toBeVisible();
});

test('a running card whose page does nothing but load itself again is stopped', async ({
  studio,
  account,
  open,
}) => {
  const html = '<body onload="location.reload()">again</body>';
  await storeProject(studio, account, { ...shown, title: 'Again', html });
  const studioPage = await open(account);
  await studioPage.button('Projects').click();
  const card = studioPage.yourProjects.card('Again');
  await studioPage.page.clock.setFixedTime(new Date());
  await card.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(card.getByRole('button', { name: 'Run', exact: true })).toBeVisible();
  await expect(card.locator('iframe')).toHaveAttribute('sandbox', '');
});

test('a link to an address for mail or a telephone leaves the page as it is, in an embed and in the studio', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, away);
  const studioPage = await open(account, `/embed/${project.id}`);
  for (const path of [`/embed/${project.id}`, `/project/${project.id}`]) {
    await studioPage.page.goto(studio.url + path);
    const { document } = studioPage.preview;
    await expect(document.getByText('ran with 1')).toBeVisible();
    const field = document.getByLabel('Field');
    for (const [name, text] of [
      ['Mail', 'one'],
      ['Call', 'two'],
    ] as const) {
      await field.press('End');
      await field.pressSequentially(text);
      // Playwright's own click would wait for a navigation.
      const box = await document.getByRole('link', { name }).boundingBox();
      await studioPage.page.mouse.click((box?.x ?? 0) + 5, (box?.y ?? 0) + 5);
    }
    await expect(field).toHaveValue('onetwo');
  }
});

test('an embed whose project hangs while it loads says that it does not respond, and runs it once', {
  tag: '@solo',
}, async ({ studio, account, visit }) => {
  const project = await storeProject(studio, account, {
    ...shown,
    js: '/^(a+)+$/.test("a".repeat(60) + "b")',
  });
  const page = await visit('about:blank');
  const runs: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/rendered/')) runs.push(request.url());
  });
  await page.goto(`${studio.url}/embed/${project.id}`, { waitUntil: 'commit' });
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible();
  await expect(page.getByText('The project does not respond')).toBeVisible();
  expect(runs).toHaveLength(1);
});

test('an embed whose project is busy once it has loaded is not taken for one that has left', async ({
  studio,
  account,
  visit,
}) => {
  const project = await storeProject(studio, account, {
    ...shown,
    html: '<p id="out">still</p><img src="https://pictures.example/last.png">',
    js: `onload = () => setTimeout(() => {
  for (const end = Date.now() + 4_000; Date.now() < end; );
  out.textContent = "finished";
});`,
  });
  const page = await visit('about:blank');
  await page.route('https://pictures.example/**', async (route) => {
    await expect(page.getByText('Loading project...')).toBeHidden();
    await route.abort();
  });
  let runs = 0;
  page.on('request', (request) => {
    if (request.url().includes('/rendered/')) runs += 1;
  });
  await page.goto(`${studio.url}/embed/${project.id}`, { waitUntil: 'commit' });
  await expect(page.frameLocator('iframe').getByText('finished')).toBeVisible();
  expect(runs).toBe(1);
});
