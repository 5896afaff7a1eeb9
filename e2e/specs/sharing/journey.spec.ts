import { listOwn, readProject, register, storeProject } from '../../fixtures/accounts.ts';
import { screenshot } from '../../fixtures/screenshot.ts';
import { expect, LoginPage, test } from '../../fixtures/test.ts';
import { StudioPage } from '../../pages/studio-page.ts';
import { serveForeignSite } from '../../stack/network/foreign-site.ts';

test('from an embed on a foreign page to a published fork, with a crash on the way', {
  tag: '@smoke',
}, async ({ mortalStudio: studio, browser, open }) => {
  test.setTimeout(120_000);
  const author = await register(studio, 'author');
  const visitor = await register(studio, 'visitor');
  const original = await storeProject(studio, author, {
    title: 'Tiny clock',
    html: '<main><h1 id="time">12:00</h1><p id="note"></p></main>',
    css: 'body { font: 24px system-ui; display: grid; place-items: center; min-height: 100vh; background: #f2efe8; }',
    js: 'document.querySelector("#note").textContent = "Runs anywhere";\n',
    isPublic: true,
    isEmbeddable: true,
  });
  const forum = await serveForeignSite(
    `<h1>Look what I made</h1><iframe src="${studio.url}/embed/${original.id}" width="100%" height="600"></iframe>`,
  );
  const context = await browser.newContext();
  const thread = await context.newPage();

  await test.step('somebody reads a forum thread with an embed in it', async () => {
    await thread.goto(forum.url);
    const embed = thread.frameLocator('iframe').first();
    const project = embed.frameLocator('iframe[title="Live Preview"]');
    await expect(project.getByText('Runs anywhere')).toBeVisible();
    await expect(embed.getByText('Loading project...')).toBeHidden();
    await screenshot(thread, 'journey-1-embed');
  });

  const studioTab = context.waitForEvent('page');
  await thread.frameLocator('iframe').first().getByRole('link', { name: 'Open in CodeStudio' }).click();
  const studioPage = new StudioPage(await studioTab);

  await test.step('they open it in the studio and sign in', async () => {
    const login = new LoginPage(studioPage.page);
    await expect(studioPage.page).toHaveURL(`${studio.url}/login`);
    await screenshot(studioPage.page, 'journey-2-login');
    await login.signIn(visitor);
    await expect(studioPage.page).toHaveURL(`${studio.url}/project/${original.id}`);
    await expect(studioPage.title).toHaveValue('Tiny clock');
    await expect(studioPage.badge).toHaveText('Shared');
    await expect(studioPage.preview.document.getByText('Runs anywhere')).toBeVisible();
    await screenshot(studioPage.page, 'journey-3-opened');
  });

  const forkId = await test.step('they fork it', async () => {
    await studioPage.button('Fork').click();
    await expect(studioPage.toast('Project forked')).toBeVisible();
    await expect(studioPage.badge).toHaveText('Saved');
    await expect.poll(async () => (await listOwn(studio, visitor)).length).toBe(1);
    const [fork] = await listOwn(studio, visitor);
    if (!fork) throw new Error('There is no fork');
    return fork.id;
  });

  const line = 'document.querySelector("#time").textContent = "written through a crash";';
  await test.step('the server is killed while they type, and comes back', async () => {
    const [before, after] = [line.slice(0, 40), line.slice(40)];
    await studioPage.js.append(...before.split(''));
    await expect(studioPage.badge).toHaveText(/Unsaved|Saving/);
    await studio.kill();
    await studioPage.js.append(...after.split(''));
    await expect(studioPage.preview.document.getByText('written through a crash')).toBeVisible();
    await expect(studioPage.badge).not.toHaveText('Saved');
    await screenshot(studioPage.page, 'journey-4-server-gone');
    await studio.restart();
    await expect(studioPage.badge).toHaveText('Saved', { timeout: 20_000 });
  });

  await test.step('not a character is lost', async () => {
    expect((await readProject(studio, visitor, forkId)).js).toBe(original.js + line);
    await studioPage.page.goto(`${studio.url}/project/${forkId}`);
    await expect(studioPage.badge).toHaveText('Saved');
    await expect.poll(() => studioPage.js.text()).toBe(original.js + line);
  });

  await test.step('they publish it and share it back', async () => {
    await studioPage.chooseVisibility('Make public');
    await expect(studioPage.header.getByRole('button', { name: 'Public', exact: true })).toBeVisible();
    await studioPage.button('Share').click();
    await expect(studioPage.toast('Link copied')).toBeVisible();
    await screenshot(studioPage.page, 'journey-5-shared');
    const link = await studioPage.page.evaluate(() => navigator.clipboard.readText());
    expect(link).toBe(`${studio.url}/project/${forkId}`);

    const authors = await open(author, new URL(link).pathname, studio);
    await expect(authors.preview.document.getByText('written through a crash')).toBeVisible();
    await expect(authors.badge).toHaveText('Shared');
  });

  await context.close();
  await forum.close();
});
