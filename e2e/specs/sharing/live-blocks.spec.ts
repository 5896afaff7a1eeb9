import { gzipSync } from 'node:zlib';
import { listOwn, register } from '../../fixtures/accounts.ts';
import {
  blockOf,
  counter,
  fence,
  fixedScript,
  liveScript,
  post,
  resultOf,
} from '../../fixtures/live-blocks.ts';
import { screenshot } from '../../fixtures/screenshot.ts';
import { expect, LoginPage, test } from '../../fixtures/test.ts';
import { StudioPage } from '../../pages/studio-page.ts';
import { startForum } from '../../stack/forum/forum.ts';
import { serveForeignSite } from '../../stack/network/foreign-site.ts';

test('live.js has at most 3 kB gzip, and asks for nothing and moves nothing before Run', {
  tag: '@smoke',
}, async ({ studio, visit }) => {
  const script = await (await fetch(`${studio.url}/live.js`)).arrayBuffer();
  expect(gzipSync(Buffer.from(script)).length).toBeLessThanOrEqual(3_000);
  const forum = await serveForeignSite(
    post('<p>Before</p>', counter, '<p>After</p>', liveScript(studio.url)),
  );
  const page = await visit('about:blank');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(forum.url);
  await expect(page.getByRole('button', { name: 'Run' })).toHaveCount(1);
  expect(asked.filter((url) => url.startsWith(studio.url))).toEqual([`${studio.url}/live.js`]);
  const shift = await page.evaluate(
    () =>
      new Promise<number>((done) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => done(sum)));
      }),
  );
  expect(shift).toBe(0);
  await forum.close();
});

test('a broken snippet in a post of a stock Discourse is run, fixed in place, opened in the studio and saved, by keyboard alone', {
  tag: '@smoke',
}, async ({ studio, browser }) => {
  const account = await register(studio, 'reader');
  const forum = await startForum();
  forum.connect(studio.url);
  forum.write(`<p>Why does it say broken?</p>${counter}`);
  const context = await browser.newContext({ viewport: { width: 1000, height: 800 } });
  const page = await context.newPage();
  const refused: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) refused.push(message.text());
  });
  await page.goto(forum.topicUrl);
  await screenshot(page, 'live-block-post');
  await page.getByRole('button', { name: 'Run' }).press('Enter');
  const block = blockOf(page);
  await resultOf(block).getByRole('button', { name: '0' }).press('Enter');
  await expect(resultOf(block).getByText('broken')).toBeVisible();
  await screenshot(page, 'live-block-running');
  await block.getByRole('tab', { name: 'Console' }).press('Enter');
  await expect(block.getByRole('log').getByText('hello')).toBeVisible();
  await page.keyboard.press('ArrowLeft');

  await block.getByRole('tab', { name: 'HTML' }).focus();
  await page.keyboard.press('ArrowLeft');
  const script = block.getByRole('textbox', { name: 'JavaScript editor' });
  await script.fill(fixedScript);
  const fixed = resultOf(block).getByRole('button', { name: '1' });
  await expect(fixed).toBeVisible();
  // By Tab, because the studio takes the focus back from pages that grab it while somebody types.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(fixed).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(resultOf(block).getByText('fixed')).toBeVisible();
  expect(await listOwn(studio, account)).toEqual([]);
  expect(refused).toEqual([]);

  const opened = context.waitForEvent('page');
  await block.getByRole('button', { name: 'Open in CodeStudio' }).press('Enter');
  const studioPage = new StudioPage(await opened);
  await new LoginPage(studioPage.page).signIn(account);
  await expect(studioPage.page.getByText('This code comes from another page')).toBeVisible();
  await studioPage.button('Save').press('Enter');
  await expect(studioPage.badge).toHaveText('Saved');
  const [saved] = await listOwn(studio, account);
  expect(saved?.title).toBe('Untitled');

  await block.getByRole('button', { name: 'Reset' }).press('Enter');
  await expect(script).toHaveValue(/broken/);
  await context.close();
  await forum.close();
});

test('a block stores nothing in the browser, not even for a moment', async ({ studio, browser }) => {
  const site = await serveForeignSite(post(counter, liveScript(studio.url)));
  // A post on the studio's own site, where browsers refuse its frame no storage.
  const address = site.url.replace('127.0.0.1', 'localhost');
  const context = await browser.newContext();
  const sent: string[] = [];
  context.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(`${request.method()} ${request.url()}`);
  });
  // Another page of the studio is told of whatever is stored, also for a moment.
  const witness = await context.newPage();
  const stored: string[] = [];
  await witness.exposeFunction('noteStored', (key: string) => stored.push(key));
  await witness.goto(`${studio.url}/favicon.svg`);
  await witness.evaluate(() => {
    const { noteStored } = window as unknown as { noteStored(key: string | null): void };
    addEventListener('storage', ({ key }) => noteStored(key));
  });
  const page = await context.newPage();
  await page.goto(address);
  await page.getByRole('button', { name: 'Run' }).click();
  await expect(resultOf(blockOf(page)).getByRole('button', { name: '0' })).toBeVisible();
  await resultOf(blockOf(page))
    .locator('body')
    .evaluate((body) => body.setAttribute('data-former', ''));
  await blockOf(page).getByRole('textbox', { name: 'HTML editor' }).fill('<b id="more">edited</b>');
  // What is edited runs by itself, in a page that takes the former's place.
  await resultOf(blockOf(page)).locator('body:not([data-former])').getByText('0').click();
  await expect(resultOf(blockOf(page)).getByText('broken')).toBeVisible();

  expect(await context.storageState({ indexedDB: true })).toEqual({ cookies: [], origins: [] });
  const kept = await blockOf(page)
    .locator('body')
    .evaluate(async () => {
      localStorage.setItem('last', 'told');
      localStorage.removeItem('last');
      const registered = await navigator.serviceWorker.getRegistrations();
      return [
        ...Object.keys(sessionStorage),
        ...(await caches.keys()),
        ...registered.map(({ scope }) => scope),
      ];
    });
  expect(kept).toEqual([]);
  // The test's own key comes last, so that all before it have come.
  await expect.poll(() => stored.includes('last')).toBe(true);
  expect(stored.filter((key) => key !== 'last')).toEqual([]);
  expect(sent).toEqual([]);
  await context.close();
  await site.close();
});

test('what code stores in a block is not there when it is run again in another', async ({
  studio,
  visit,
}) => {
  const code = `localStorage.setItem('times', String(Number(localStorage.getItem('times') ?? 0) + 1));
document.body.append('time ' + localStorage.getItem('times'));`;
  const site = await serveForeignSite(post(fence('js', code), liveScript(studio.url)));
  const page = await visit(site.url);
  await page.getByRole('button', { name: 'Run' }).click();
  await expect(resultOf(blockOf(page)).getByText('time 1')).toBeVisible();
  await blockOf(page).getByRole('button', { name: 'Run' }).click();
  await expect(resultOf(blockOf(page)).getByText('time 2')).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Run' }).click();
  await expect(resultOf(blockOf(page)).getByText('time 1')).toBeVisible();
  await site.close();
});

test('a block whose code does not compile says so below its page, until it does', async ({
  studio,
  visit,
}) => {
  const site = await serveForeignSite(
    post(fence('html', '<p>shown</p>'), fence('js', 'let a = ;'), liveScript(studio.url)),
  );
  const page = await visit(site.url);
  await page.getByRole('button', { name: 'Run' }).click();
  const status = blockOf(page).locator('.status');
  await expect(status).toContainText('JavaScript, line 1:');
  await expect(status).toBeVisible();
  await resultOf(blockOf(page)).getByText('shown').click();
  const script = blockOf(page).getByRole('textbox', { name: 'JavaScript editor' });
  await blockOf(page).getByRole('tab', { name: 'JavaScript' }).click();
  await script.fill('document.body.append("mended")');
  await expect(resultOf(blockOf(page)).getByText('mended')).toBeVisible();
  await expect(status).toBeEmpty();
  await script.fill('// one\nlet b = ;');
  await expect(status).toContainText('JavaScript, line 2:');
  await blockOf(page).getByRole('button', { name: 'Reset' }).click();
  await expect(status).toContainText('JavaScript, line 1:');
  await site.close();
});

test('every language of a fence runs: TypeScript, JSX, Vue and SCSS', async ({ studio, visit }) => {
  const forum = await serveForeignSite(
    post(
      fence('ts', "const word: string = 'typed'; document.body.textContent = word;"),
      '<p>and</p>',
      fence(
        'jsx',
        "import { createRoot } from 'react-dom/client';\ncreateRoot(document.getElementById('root')).render(<b>react</b>);",
      ),
      '<p>and</p>',
      fence('scss', '$c: rgb(1, 2, 3); p { b { color: $c } }'),
      fence('html', '<p><b>styled</b></p>'),
      '<p>and</p>',
      fence('vue', "<script setup>const word = 'vue';</script><template><i>{{ word }}</i></template>"),
      liveScript(studio.url),
    ),
  );
  const page = await visit(forum.url);
  for (const text of ['typed', 'react', 'styled', 'vue']) {
    await page.getByRole('button', { name: 'Run' }).first().click();
    await resultOf(blockOf(page, 0)).getByText(text).click();
    if (text === 'styled')
      await expect(resultOf(blockOf(page, 0)).getByText(text)).toHaveCSS('color', 'rgb(1, 2, 3)');
    await page.locator('iframe[title="Live code"]').evaluate((frame) => frame.remove());
  }
  await forum.close();
});

test('posts that come later, shadow roots, a script loaded twice and fences that are no code to run', async ({
  studio,
  visit,
}) => {
  const forum = await serveForeignSite(
    post(
      fence('css', 'p { color: red }'),
      fence('python', 'print(1)'),
      fence('html', '</script><script>document.title = "taken"</script><b>inside</b>'),
      liveScript(studio.url),
      liveScript(studio.url),
    ),
  );
  const page = await visit(forum.url);
  const runs = page.getByRole('button', { name: 'Run' });
  await expect(runs).toHaveCount(1);
  await page.evaluate((code) => {
    document.querySelector('.codestudio')?.insertAdjacentHTML('beforeend', `<p>later</p>${code}`);
    const root = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' });
    root.innerHTML = `<div class="codestudio">${code}</div>`;
    (window as unknown as { CodeStudio: { scan(root: ParentNode): void } }).CodeStudio.scan(root);
  }, counter);
  await expect(runs).toHaveCount(3);
  await runs.first().click();
  await expect(resultOf(blockOf(page)).getByText('inside')).toBeVisible();
  await expect(page).toHaveTitle('A forum thread');
  await forum.close();
});

test('of 50 blocks none starts by itself, and one far out of sight gives its frame back and keeps what was written', async ({
  studio,
  visit,
}) => {
  const long = '<p style="height:200px">text</p>';
  const forum = await serveForeignSite(
    post(...Array.from({ length: 50 }, () => counter + long), liveScript(studio.url)),
  );
  const page = await visit(forum.url);
  await expect(page.getByRole('button', { name: 'Run' })).toHaveCount(50);
  await expect(page.locator('iframe')).toHaveCount(0);
  await page.getByRole('button', { name: 'Run' }).first().click();
  await blockOf(page).getByRole('textbox', { name: 'HTML editor' }).fill('<i id="more"></i><b>mine</b>');
  await expect(resultOf(blockOf(page)).getByText('mine')).toBeVisible();
  // What is run before the pause after a key is kept, too.
  await blockOf(page)
    .getByRole('textbox', { name: 'HTML editor' })
    .evaluate((box: HTMLTextAreaElement) => {
      box.value = '<b>run at once</b>';
      box.dispatchEvent(new Event('input', { bubbles: true }));
      box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true }));
    });
  await expect(resultOf(blockOf(page)).getByText('run at once')).toBeVisible();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(page.locator('iframe')).toHaveCount(0);
  await page.evaluate(() => scrollTo(0, 0));
  await expect(page.locator('iframe')).toHaveCount(0);
  await page.getByRole('button', { name: 'Run' }).first().click();
  await resultOf(blockOf(page)).getByText('run at once').click();
  await forum.close();
});

test('a block that was out of sight only for as long as its page was busy keeps its frame', async ({
  studio,
  visit,
}) => {
  const forum = await serveForeignSite(post(counter, liveScript(studio.url)));
  const page = await visit('about:blank');
  // A browser tells a busy page late of what has come into sight, all at once.
  await page.addInitScript(() => {
    const late: (() => void)[] = [];
    window.IntersectionObserver = class extends IntersectionObserver {
      constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        const waiting: IntersectionObserverEntry[] = [];
        super((entries) => waiting.push(...entries), options);
        late.push(() => waiting.length > 0 && callback(waiting.splice(0), this));
      }
    };
    addEventListener('late', () => {
      for (const deliver of late) deliver();
    });
  });
  const seen = () =>
    page.evaluate(async () => {
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      await new Promise((done) => setTimeout(done));
    });
  const deliver = () => page.evaluate(() => dispatchEvent(new Event('late')));
  await page.goto(forum.url);
  await page.getByRole('button', { name: 'Run' }).click();
  await seen();
  await deliver();
  for (const display of ['none', 'block']) {
    await page
      .locator('iframe')
      .evaluate((frame, value) => frame.style.setProperty('display', value), display);
    await seen();
  }
  await deliver();
  await expect(page.locator('iframe')).toHaveCount(1);
  await forum.close();
});

test('a block of 5 MB says what is wrong with it, and a page that blocks the script keeps its code', async ({
  studio,
  visit,
}) => {
  const forum = await serveForeignSite(
    post(
      fence('html', 'a'.repeat(5_000_000)),
      '<p>and</p>',
      fence('html', '<b>small</b>'),
      liveScript(studio.url),
    ),
  );
  const page = await visit(forum.url);
  await page.getByRole('button', { name: 'Run' }).first().click();
  await expect(blockOf(page).getByRole('alert')).toContainText('1,048,576 bytes');
  await forum.close();

  const blocked = await serveForeignSite(post(counter, liveScript(studio.url)), {
    'Content-Security-Policy': "script-src 'none'",
  });
  const reader = await visit(blocked.url);
  await expect(reader.getByText("console.log('hello')")).toBeVisible();
  await expect(reader.getByRole('button')).toHaveCount(0);
  await blocked.close();
});

test('a block without a Result tab runs its code, and then no longer says that it is loading', async ({
  studio,
  visit,
}) => {
  const code = fence('js', "console.log('hello')");
  const block = (tabs: string) => `<div class="codestudio" data-tabs="${tabs}">${code}</div>`;
  const blog = await serveForeignSite(block('js,console') + block('js') + liveScript(studio.url));
  const page = await visit(blog.url);
  for (const place of [0, 1]) {
    await page.getByRole('button', { name: 'Run' }).first().click();
    await expect(blockOf(page, place).getByRole('button', { name: 'Reset' })).toBeVisible();
    await expect(blockOf(page, place).locator('.status')).toBeEmpty();
  }
  await blockOf(page).getByRole('textbox', { name: 'JavaScript editor' }).fill("console.log('again')");
  await expect(blockOf(page).getByRole('log')).toHaveText(/again$/);
  await blog.close();
});

test('a block at 360 px, with options', async ({ studio, visit }) => {
  const forum = await serveForeignSite(
    post(
      counter,
      liveScript(studio.url, 'data-height="300" data-theme="dark" data-tabs="js,result" data-run="visible"'),
    ),
  );
  const page = await visit('about:blank');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(forum.url);
  const block = blockOf(page);
  await resultOf(block).getByRole('button', { name: '0' }).click();
  await expect(resultOf(block).getByText('broken')).toBeVisible();
  await expect(block.getByRole('tab')).toHaveText(['JavaScript', 'Result']);
  await expect(block.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await page.locator('iframe').evaluate((frame) => frame.clientHeight)).toBeGreaterThan(290);
  await screenshot(page, 'live-block-phone-360');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect(await block.locator('html').evaluate((html) => html.scrollWidth <= innerWidth)).toBe(true);
  await forum.close();
});
