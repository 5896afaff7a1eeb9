import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { blockOf, counter, fence, liveScript, post, resultOf } from '../../fixtures/live-blocks.ts';
import { expect, test } from '../../fixtures/test.ts';
import { discoursePolicy, liveCodeComponent } from '../../stack/forum/live-code-component.ts';
import { serveForeignSite } from '../../stack/network/foreign-site.ts';

test('a studio that has not answered after 15 s gives the code back and says so; Run asks it again', async ({
  studio,
  visit,
}) => {
  const blog = await serveForeignSite(post(counter, liveScript(studio.url)));
  const page = await visit('about:blank');
  await page.clock.install();
  await page.route(`${studio.url}/embed/new`, () => undefined);
  await page.goto(blog.url);
  const run = page.getByRole('button', { name: 'Run' });
  await page.clock.runFor(1_000);
  await run.press('Enter');
  await expect(page.locator('iframe')).toHaveCount(1);
  await page.clock.runFor(14_900);
  await expect(page.locator('iframe')).toHaveCount(1);
  await page.clock.runFor(200);
  await expect(page.getByRole('status')).toHaveText('CodeStudio does not answer');
  await expect(page.locator('iframe')).toHaveCount(0);
  await expect(page.getByText("console.log('hello')")).toBeVisible();
  await expect(run).toBeFocused();

  await page.unroute(`${studio.url}/embed/new`);
  await page.keyboard.press('Enter');
  await resultOf(blockOf(page)).getByRole('button', { name: '0' }).click();
  await expect(resultOf(blockOf(page)).getByText('broken')).toBeVisible();
  await page.clock.runFor(16_000);
  await expect(page.locator('iframe')).toHaveCount(1);
  await blog.close();
});

test('a page whose policy allows the studio as the README says, and nothing else, runs its blocks', async ({
  studio,
  visit,
}) => {
  const blog = await serveForeignSite(
    `<div class="codestudio">${fence('ts', 'const word: string = "ran"; document.body.append(word);')}</div>${liveScript(studio.url)}`,
    {
      'Content-Security-Policy': `default-src 'none'; script-src ${studio.url}; frame-src ${studio.url}; require-trusted-types-for 'script'`,
    },
  );
  const page = await visit('about:blank');
  const refused: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|TrustedScript/.test(message.text())) refused.push(message.text());
  });
  await page.goto(blog.url);
  await page.getByRole('button', { name: 'Run' }).click();
  await expect(resultOf(blockOf(page)).getByText('ran')).toBeVisible();
  await blockOf(page)
    .getByRole('textbox', { name: 'JavaScript editor' })
    .fill('document.body.append("edited")');
  await resultOf(blockOf(page)).getByText('edited').click();
  expect(refused).toEqual([]);
  await blog.close();
});

test('names of elements in a post do not replace properties of the page', async ({ studio, visit }) => {
  const hostile = await serveForeignSite('<b>hostile</b>');
  const names =
    `<img name="currentScript" src="${hostile.url}">` +
    '<form id="CodeStudio"><input name="scan"></form><a id="CodeStudio">a</a>';
  const blog = await serveForeignSite(post(names, counter, liveScript(studio.url)));
  const page = await visit(blog.url);
  await page.getByRole('button', { name: 'Run' }).click();
  await expect(resultOf(blockOf(page)).getByRole('button', { name: '0' })).toBeVisible();
  await blog.close();
  await hostile.close();
});

test('fences within fences, without an end, of no known language, and of names that every object has', async ({
  studio,
  visit,
}) => {
  const blog = await serveForeignSite(
    post(
      '<pre><code class="lang-constructor">no</code></pre><pre><code class="lang-__proto__">no</code></pre>',
      '<pre><code class="language-html">&lt;b>outer&lt;/b><pre><code class="lang-js">document.body.append("inner")</code></pre></code></pre>',
      '<p>and</p><pre><code class="hljs lang-html"><b>bold</b></code></pre><pre class="lang-html">no code</pre>',
      '<p>and</p>',
      liveScript(studio.url),
      '<pre><code class="lang-html">&lt;i>without end&lt;/i>',
    ),
  );
  const page = await visit(blog.url);
  await expect(page.getByRole('button', { name: 'Run' })).toHaveCount(4);
  await page.getByRole('button', { name: 'Run' }).last().click();
  await expect(resultOf(blockOf(page)).getByText('without end')).toBeVisible();
  await blog.close();
});

test('the author of a post chooses the look of its code, within limits, but cannot make it start by itself', async ({
  studio,
  visit,
}) => {
  // Discourse renders [wrap=codestudio run=visible height=999999 tabs=result] like this.
  const wrap = `<div class="d-wrap" data-wrap="codestudio" data-run="visible" data-height="999999" data-tabs="result">${counter}</div>`;
  const forum = await serveForeignSite(
    `<div class="cooked">${fence('html', 'outside')}${wrap}</div>${liveCodeComponent(studio.url, 'wrapped')}`,
    { 'Content-Security-Policy': discoursePolicy },
  );
  const page = await visit(forum.url);
  const run = page.getByRole('button', { name: 'Run' });
  await expect(run).toHaveCount(1);
  await run.scrollIntoViewIfNeeded();
  await expect(run).toBeInViewport();
  await expect(page.locator('iframe')).toHaveCount(0);
  await run.click();
  await expect(resultOf(blockOf(page)).getByRole('button', { name: '0' })).toBeVisible();
  await expect(blockOf(page).getByRole('tab')).toHaveText(['Result']);
  expect(await page.locator('iframe').evaluate((frame) => frame.getBoundingClientRect().height)).toBe(2_000);
  await forum.close();
});

test('neighbouring blocks of a page that takes its time to arrive are one, also where its script has no `defer`', async ({
  studio,
  visit,
}) => {
  const rest = Promise.withResolvers<void>();
  const blog = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.write(`<!doctype html><script src="${studio.url}/live.js"></script><div class="codestudio">`);
    response.write(fence('html', '<b id="word">half</b>'));
    void rest.promise.then(() => response.end(`${fence('js', 'word.textContent = "whole"')}</div>`));
  }).listen(0, '127.0.0.1');
  await once(blog, 'listening');
  const page = await visit('about:blank');
  await page.goto(`http://127.0.0.1:${(blog.address() as AddressInfo).port}/`, { waitUntil: 'commit' });
  await page.waitForFunction(() => 'CodeStudio' in window && document.querySelector('pre'));
  // A page that waits for the network is idle.
  await page.evaluate(() => new Promise((done) => requestIdleCallback(() => requestIdleCallback(done))));
  rest.resolve();
  await page.getByRole('button', { name: 'Run' }).first().click();
  await expect(resultOf(blockOf(page)).getByText('whole')).toBeVisible();
  blog.closeAllConnections();
  blog.close();
});
