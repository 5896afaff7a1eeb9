import { type ProjectInput, projectRoutes } from '@studio/contract/http/projects';
import { register, storeProject } from '../../fixtures/accounts.ts';
import { storeAssets, textFile } from '../../fixtures/files.ts';
import { expect, test } from '../../fixtures/test.ts';
import { LoginPage } from '../../pages/login-page.ts';
import { Preview } from '../../pages/preview.ts';
import { StudioPage } from '../../pages/studio-page.ts';
import { callApi } from '../../stack/api.ts';
import { serveForeignSite } from '../../stack/network/foreign-site.ts';

const blank = { title: 'Preview', html: '', css: '', js: '' };

test('what is typed runs, with no blank page in between', { tag: '@smoke' }, async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, blank);
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.html.replace('<h1 id="greeting">Hello</h1>');
  await expect(studioPage.preview.document.getByRole('heading', { name: 'Hello' })).toBeVisible();
  await studioPage.js.replace('greeting.textContent += ", world"');
  await expect(studioPage.preview.document.getByRole('heading', { name: 'Hello, world' })).toBeVisible();
});

test('while somebody types, two frames wait, so that no run waits for a frame', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, { ...blank, html: '<h1>Ready</h1>' });
  const studioPage = await open(account, `/project/${project.id}`);
  await expect(studioPage.preview.document.getByRole('heading', { name: 'Ready' })).toBeVisible();
  // With an error, nothing runs that would take a frame.
  await studioPage.js.append('const', ' =');
  await expect(studioPage.page.locator('iframe[aria-hidden]')).toHaveCount(2);
});

test('text typed right after signing in, before the first project has come, goes on running when it is saved', async ({
  studio,
  account,
  visit,
}) => {
  const page = await visit(studio.url);
  // The welcome project does not come.
  await page.route('**/api/projects/public?**', () => undefined);
  await new LoginPage(page).signIn(account);
  const studioPage = new StudioPage(page);
  await studioPage.html.textbox.focus();
  await page.keyboard.insertText('<h1>Typed early</h1>');
  await expect(studioPage.badge).toHaveText('Saved');
  await expect(studioPage.preview.document.getByRole('heading', { name: 'Typed early' })).toBeVisible();
});

test('a project is not run again on the way from another page of the studio to another project', async ({
  studio,
  account,
  open,
}) => {
  const store = (text: string) => storeProject(studio, account, { ...blank, html: `<h1>${text}</h1>` });
  const [former, next] = [await store('Former'), await store('Next')];
  const studioPage = await open(account, `/project/${former.id}`);
  const { page, preview } = studioPage;
  const goTo = (path: string) => page.evaluate((to) => history.pushState(null, '', to), path);
  await expect(preview.document.getByRole('heading', { name: 'Former' })).toBeVisible();
  await goTo('/no/page');
  await expect(page.locator('iframe')).toHaveCount(0);
  const frames: string[] = [];
  page.on('framenavigated', (frame) => frames.push(frame.url()));
  await goTo(`/project/${next.id}`);
  await expect(preview.document.getByRole('heading', { name: 'Next' })).toBeVisible();
  expect(frames.filter((address) => address.includes(`//${former.id}.`))).toEqual([]);
});

test('styles are replaced in place: the page keeps its state', async ({ studio, account, open }) => {
  const project = await storeProject(studio, account, {
    ...blank,
    html: '<button id="b">0</button>',
    js: 'b.onclick = () => b.textContent = Number(b.textContent) + 1',
  });
  const studioPage = await open(account, `/project/${project.id}`);
  const button = studioPage.preview.document.getByRole('button');
  await button.press('Enter');
  await expect(button).toHaveText('1');
  await studioPage.css.replace('#b { color: rgb(1, 2, 3); }');
  await expect(button).toHaveCSS('color', 'rgb(1, 2, 3)');
  await expect(button).toHaveText('1');
  await studioPage.button('Run').click();
  await expect(button).toHaveText('0');
  await button.press('Enter');
  await expect(button).toHaveText('1');
  await studioPage.preview.button('Refresh').click();
  await expect(button).toHaveText('0');
});

test('the console shows messages and errors with the editor’s own line numbers', { tag: '@smoke' }, async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, blank);
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  await expect(studioPage.console.panel).toContainText('JavaScript console output will appear here...');
  await studioPage.js.replace(
    'console.log("one", 2, { three: 3 });\nconsole.warn("careful");\n\nmissing();\n',
  );
  await expect(studioPage.console.panel).toContainText(/\d\d:\d\d:\d\d/);
  await expect(studioPage.console.panel).toContainText('one 2');
  await expect(studioPage.console.panel).toContainText('careful');
  await expect(studioPage.console.panel).toContainText(/missing is not defined[^]*\b4\b/);
  await studioPage.console.clear.click();
  await expect(studioPage.console.panel).toContainText('JavaScript console output will appear here...');
});

test('H65: console output is text, never markup', async ({ studio, account, open }) => {
  const project = await storeProject(studio, account, blank);
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  await studioPage.js.replace('console.log("<img src=x onerror=alert(1)>")');
  await expect(studioPage.console.panel).toContainText('<img src=x onerror=alert(1)>');
  await expect(studioPage.console.panel.locator('img')).toHaveCount(0);
});

test('Mobile and Tablet give the page exactly their viewport', async ({ studio, account, open }) => {
  const project = await storeProject(studio, account, { ...blank, html: '<p>size</p>' });
  const studioPage = await open(account, `/project/${project.id}`);
  await expect(studioPage.preview.document.getByText('size')).toBeVisible();
  await expect.poll(() => studioPage.preview.viewport()).toEqual({ width: 768, height: 1024 });
  await studioPage.preview.button('Mobile').click();
  await expect.poll(() => studioPage.preview.viewport()).toEqual({ width: 375, height: 667 });
  await studioPage.preview.button('Tablet').click();
  await expect.poll(() => studioPage.preview.viewport()).toEqual({ width: 768, height: 1024 });
});

test('Responsive fills the panel, follows its size, and is what opens the next time', async ({
  studio,
  account,
  open,
}) => {
  const js = 'out.textContent = `began at ${innerWidth}`';
  const project = await storeProject(studio, account, { ...blank, html: '<p id="out"></p>', js });
  const studioPage = await open(account, `/project/${project.id}`);
  const panelWidth = async () => Math.round((await studioPage.preview.panel.boundingBox())?.width ?? 0);
  await expect(studioPage.preview.document.getByText('began at 768')).toBeVisible();
  await studioPage.preview.button('Responsive').click();
  await expect.poll(async () => (await studioPage.preview.viewport()).width).toBe(await panelWidth());
  const { width, height } = await studioPage.preview.viewport();
  await expect(studioPage.preview.panel).toContainText(`${width} × ${height}`);
  await studioPage.button('HTML').click();
  await studioPage.button('CSS').click();
  await studioPage.button('JavaScript').click();
  await expect.poll(async () => (await studioPage.preview.viewport()).width).toBeGreaterThan(width);
  await expect.poll(async () => (await studioPage.preview.viewport()).width).toBe(await panelWidth());

  await studioPage.page.reload();
  await expect(studioPage.preview.button('Responsive')).toHaveAttribute('aria-pressed', 'true');
  await expect(studioPage.preview.document.getByText(`began at ${width}`)).toBeVisible();
});

test('Full Screen shows the present text in a new window and follows it', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, { ...blank, title: 'Big', html: '<p>saved</p>' });
  const studioPage = await open(account, `/project/${project.id}`);
  await expect(studioPage.preview.document.getByText('saved')).toBeVisible();
  const opened = studioPage.page.context().waitForEvent('page');
  await studioPage.preview.button('Full Screen').click();
  const full = await opened;
  await expect(full).toHaveURL(new RegExp(`/preview/${project.id}`));
  await expect(full.getByText('Preview - Big')).toBeVisible();
  await expect(new Preview(full).document.getByText('saved')).toBeVisible();
  await studioPage.html.replace('<p>not saved yet</p>');
  await expect(new Preview(full).document.getByText('not saved yet')).toBeVisible();
});

test('Full Screen of a new project goes on following it after its first save', async ({ account, open }) => {
  const studioPage = await open(account);
  await expect(studioPage.title).toHaveValue('Welcome to CodeStudio');
  await studioPage.button('New').click();
  await studioPage.html.replace('<p>new</p>');
  const opened = studioPage.page.context().waitForEvent('page');
  await studioPage.preview.button('Full Screen').click();
  const full = await opened;
  await expect(new Preview(full).document.getByText('new')).toBeVisible();
  await studioPage.button('Save').click();
  await expect(studioPage.badge).toHaveText('Saved');
  const id = new URL(studioPage.page.url()).pathname.split('/').at(-1);
  await expect(full).toHaveURL(new RegExp(`/preview/${id}`));
  await studioPage.html.replace('<p>typed since</p>');
  await expect(new Preview(full).document.getByText('typed since')).toBeVisible();
  await full.reload();
  await expect(new Preview(full).document.getByText('typed since')).toBeVisible();
});

test('Full Screen on another device follows what is saved, until the project is gone', {
  tag: '@solo',
}, async ({ studio, account, open, visit }) => {
  const project = await storeProject(studio, account, {
    ...blank,
    html: '<p>first</p>',
    isPublic: true,
    isEmbeddable: true,
  });
  const change = (body: ProjectInput) =>
    callApi(studio.url, projectRoutes.updateProject, {
      params: { id: project.id },
      token: account.token,
      body,
    });
  const { page: own } = await open(account, `/preview/${project.id}`);
  const others = await visit(`${studio.url}/preview/${project.id}`);
  for (const page of [own, others]) await expect(new Preview(page).document.getByText('first')).toBeVisible();
  // Embedding ends with the embeds alone: who reads the public project follows it on.
  await change({ isEmbeddable: false });
  const saved = Date.now();
  await change({ html: '<p>second</p>' });
  for (const page of [own, others])
    await expect(new Preview(page).document.getByText('second')).toBeVisible();
  expect(Date.now() - saved).toBeLessThan(3_000);

  await others.context().setOffline(true);
  await change({ html: '<p>third</p>', title: 'Renamed' });
  await others.context().setOffline(false);
  for (const page of [own, others]) await expect(new Preview(page).document.getByText('third')).toBeVisible();
  await expect(others.getByRole('heading', { name: 'Preview - Renamed' })).toBeVisible();

  await change({ isPublic: false });
  await expect(others.getByText('This project was removed')).toBeVisible();
  await expect(others.getByTitle('Live Preview')).toHaveCount(0);
  await expect(new Preview(own).document.getByText('third')).toBeVisible();
});

test('a project that hung opens paused, in Full Screen too, until it is run or changed', {
  tag: ['@solo', '@nightly'],
}, async ({ studio, account, open }) => {
  const project = await storeProject(studio, account, {
    ...blank,
    html: '<p>here</p>',
    js: 'while (localStorage.getItem("mended") === null) /^(a+)+$/.test(`${"a".repeat(40)}b`)',
  });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.button('Stop').click({ force: true });
  await studioPage.page.reload();
  const paused = studioPage.page.getByText('This project did not respond last time');
  await expect(paused).toBeVisible();
  await expect(studioPage.preview.element).toHaveCount(0);

  await studioPage.page.goto(`${studio.url}/preview/${project.id}`);
  await expect(paused).toBeVisible();
  await studioPage.button('Run').click();
  await expect(studioPage.page.getByText('Stopped')).toBeVisible();

  await studioPage.page.goto(`${studio.url}/project/${project.id}`);
  await expect(paused).toBeVisible();
  await studioPage.js.replace('console.log("mended")');
  await expect(studioPage.preview.document.getByText('here')).toBeVisible();
  const mark = () =>
    studioPage.page.evaluate((key) => localStorage.getItem(key), `codestudio_preview_hung_${project.id}`);
  await expect.poll(mark).toBeNull();
  await expect(studioPage.badge).toHaveText('Saved');
  await studioPage.page.reload();
  await expect(studioPage.preview.document.getByText('here')).toBeVisible();
});

test('a page whose process crashes is distinguished from one that hangs, and can be run again', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, { ...blank, html: '<p>alive</p>' });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  await expect(studioPage.preview.document.getByText('alive')).toBeVisible();
  const frame = studioPage.page.frames().find((one) => one.url().startsWith(studio.sandboxUrl(project.id)));
  if (!frame) throw new Error('The preview has no frame');
  const context = studioPage.page.context();
  // Playwright gives up on the whole page when a frame crashes, so the rest uses the DevTools protocol.
  const page = await context.newCDPSession(studioPage.page);
  const evaluate = async (expression: string) =>
    String((await page.send('Runtime.evaluate', { expression })).result.value);
  const crash = (await context.newCDPSession(frame)).send('Page.crash');
  // A crashed frame never answers.
  crash.catch(() => undefined);
  await expect
    .poll(() => evaluate('document.body.innerText'))
    .toMatch(/The page crashed[^]*run out of memory/);
  await evaluate('[...document.querySelectorAll("button")].find((one) => one.textContent === "Run").click()');
  await expect.poll(() => evaluate('document.querySelectorAll("[title=\'Live Preview\']").length')).toBe('1');
  expect(await evaluate('document.body.innerText')).not.toContain('The page crashed');
});

test('a form may not leave; its own handler runs', async ({ studio, account, open }) => {
  const project = await storeProject(studio, account, {
    ...blank,
    html: '<form action="/elsewhere"><button>Send</button></form>',
  });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  await studioPage.preview.document.getByRole('button', { name: 'Send' }).press('Enter');
  await expect(studioPage.console.panel).toContainText('Form submission prevented in preview');
  await expect(studioPage.preview.document.getByRole('button', { name: 'Send' })).toBeVisible();
});

test('alert draws a dialog in the preview and logs', async ({ studio, account, open }) => {
  const project = await storeProject(studio, account, blank);
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  await studioPage.js.replace('alert("mind the gap")');
  await expect(studioPage.preview.document.getByRole('dialog')).toContainText('mind the gap');
  await expect(studioPage.console.panel).toContainText('mind the gap');
});

test('H71: an endless loop is stopped, and the message names its line', { tag: '@solo' }, async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, blank);
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  await studioPage.js.replace('console.log("before");\nwhile (true) {}');
  await expect(studioPage.console.panel).toContainText('before');
  await expect(studioPage.console.panel).toContainText('possible infinite loop (line 2)');
  await studioPage.js.replace('// noprotect\nconsole.log("unchecked");\nwhile (true) {}');
  await expect(studioPage.console.panel).toContainText('unchecked');
  await expect(studioPage.console.panel).toContainText('the code did not respond for 7 seconds');
});

test('CodePen’s PenTimer sets how long loops may run, and its own guard in them is understood', {
  tag: ['@solo', '@nightly'],
}, async ({ studio, account, open }) => {
  const project = await storeProject(studio, account, blank);
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  await studioPage.js.replace(
    'CP.PenTimer.MAX_TIME_IN_LOOP_WO_EXIT = 300;\nwhile (!CP.shouldStopExecution(0)) {}',
  );
  await expect(studioPage.console.panel).toContainText('Stopped: possible infinite loop (line 2)');
  await studioPage.js.replace(
    'CP.PenTimer.MAX_TIME_IN_LOOP_WO_EXIT = 9_000;\nconst end = Date.now() + 5_500;\nwhile (Date.now() < end) {}\nconsole.log("came to its end");',
  );
  await expect(studioPage.console.panel).toContainText('came to its end');
});

test('what the studio takes to show what a loop prints does not count as the loop’s time', {
  tag: '@solo',
}, async ({ studio, account, open }) => {
  const project = await storeProject(studio, account, blank);
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  // Runs for 1.5 times the limit, but spends nearly all of that on printing.
  await studioPage.js.replace(
    `CP.PenTimer.MAX_TIME_IN_LOOP_WO_EXIT = 1_000;
const list = Array.from({ length: 100 }, (_, at) => ({ at }));
const end = Date.now() + 1_500;
for (let line = 0; Date.now() < end; line += 1) console.log(line, list);
console.log("came to its end");`,
  );
  await expect(studioPage.console.panel).toContainText('came to its end');
  // Printing may add at most the same time again, so an endless loop that prints is stopped as well.
  await studioPage.js.replace('for (let line = 0; ; line += 1) console.log(line);');
  await expect(studioPage.console.panel).toContainText('Stopped: possible infinite loop (line 1)');
});

test('H71: code that hangs leaves the editor alive, and Stop ends it', { tag: ['@solo', '@smoke'] }, async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, { ...blank, html: '<p>before</p>' });
  const studioPage = await open(account, `/project/${project.id}`);
  await expect(studioPage.preview.document.getByText('before')).toBeVisible();
  await studioPage.js.replace('/^(a+)+$/.test(`${"a".repeat(60)}b`)');
  // The studio itself stops the code soon after Stop appears, so click without Playwright's checks.
  await studioPage.button('Stop').click({ force: true });
  await expect(studioPage.button('Stop')).toBeHidden();
  await studioPage.button('Run').click();
  await expect(studioPage.button('Stop')).toBeVisible();
  await studioPage.js.replace('document.querySelector("p").textContent = "after"');
  await expect(studioPage.preview.document.getByText('after')).toBeVisible();
});

test('H01: user code reaches neither the page around it nor the session', { tag: '@smoke' }, async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, {
    ...blank,
    js: `const out = [];
for (const probe of [
  () => parent.localStorage.length,
  () => top.document.title,
  () => parent.document.cookie,
]) {
  try { out.push(String(probe())); } catch (error) { out.push(error.name); }
}
fetch(${JSON.stringify(`${studio.url}/api/auth/me`)}, { credentials: 'include' })
  .then((response) => out.push(String(response.status)), (error) => out.push(error.name))
  .then(() => { document.body.textContent = out.join(' '); });`,
  });
  const studioPage = await open(account, `/project/${project.id}`);
  await expect(studioPage.preview.document.locator('body')).toHaveText(
    'SecurityError SecurityError SecurityError TypeError',
  );
});

test('H02: user code that frees itself and navigates never runs in the app’s origin', {
  tag: '@smoke',
}, async ({ studio, account, open }) => {
  const reporting = '(opener ?? parent).postMessage({ ran: origin + " " + location.protocol }, "*")';
  const [drawing] = await storeAssets(
    studio,
    account,
    textFile('drawing.svg', `<svg xmlns="http://www.w3.org/2000/svg"><script>${reporting}</script></svg>`),
  );
  const project = await storeProject(studio, account, {
    ...blank,
    html: '<p>hostile</p>',
    js: `const page = '<script>${reporting}</' + 'script>';
addEventListener('message', ({ data }) => data?.ran && console.log('ran at ' + data.ran));
const frame = (src) => { const one = document.createElement('iframe'); one.src = src; document.body.append(one); };
frame(URL.createObjectURL(new Blob([page], { type: 'text/html' })));
frame('data:text/html,' + encodeURIComponent(page));
frame(${JSON.stringify(drawing?.url)});
frame(${JSON.stringify(`${studio.url}/`)});
try { parent.location = 'javascript:' + ${JSON.stringify(reporting)}; } catch (error) { console.log('parent: ' + error.name); }
try { frameElement.removeAttribute('sandbox'); } catch { console.log('no frame to free'); }
setTimeout(() => { location.href = ${JSON.stringify(`${studio.url}/`)}; }, 1_500);`,
  });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  await expect(studioPage.console.panel).toContainText(/Navigation|navigating|was stopped/);
  await expect(studioPage.console.panel).toContainText('no frame to free');
  await expect(studioPage.console.panel).toContainText('parent: SecurityError');
  const own = studio.sandboxUrl(project.id);
  const ran = (await studioPage.console.panel.innerText()).match(/ran at .*/g) ?? [];
  expect(new Set(ran)).toEqual(new Set([`ran at ${own} blob:`, 'ran at null data:']));
  const appFrames = studioPage.page.frames().filter((frame) => frame.url().startsWith(`${studio.url}/`));
  expect(appFrames).toEqual([studioPage.page.mainFrame()]);
  expect(studioPage.projectId()).toBe(project.id);
});

test('H24: messages forged by any other frame are ignored, and none is sent to whoever may be listening', {
  tag: '@smoke',
}, async ({ studio, account, open }) => {
  const other = await storeProject(studio, account, blank);
  const forging = `for (const type of ['console-log', 'studio:painted', 'studio:left', 'studio:ready']) top.postMessage({ type, level: 'log', args: ['forged by ' + origin], timestamp: 1, renderId: 1 }, '*');`;
  const project = await storeProject(studio, account, {
    ...blank,
    html: `<iframe srcdoc="<script>${forging}</script>"></iframe>
<iframe sandbox="allow-scripts" srcdoc="<script>${forging}</script>"></iframe>
<iframe src="${studio.sandboxUrl(other.id)}/"></iframe>`,
    js: `addEventListener('message', ({ data }) => console.log('heard', JSON.stringify(data)));
setTimeout(() => console.log("genuine"), 1_000)`,
  });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  await expect(studioPage.console.panel).toContainText('genuine');
  await expect(studioPage.console.panel).not.toContainText(/forged|heard/);
  await expect(studioPage.preview.element).toHaveCount(1);
});

test('two projects share no storage, and neither sees the app’s', { tag: '@smoke' }, async ({
  studio,
  account,
  open,
}) => {
  const js = 'document.body.textContent = localStorage.length; localStorage.setItem("mark", "1")';
  const first = await storeProject(studio, account, { ...blank, js });
  const second = await storeProject(studio, account, { ...blank, js });
  const studioPage = await open(account, `/project/${first.id}`);
  await expect(studioPage.preview.document.locator('body')).toHaveText('0');
  await studioPage.page.goto(`${studio.url}/project/${second.id}`);
  await expect(studioPage.preview.document.locator('body')).toHaveText('0');
  await studioPage.page.goto(`${studio.url}/project/${first.id}`);
  await expect(studioPage.preview.document.locator('body')).toHaveText('1');
});

test('/preview shows a public project, and hides a private one of somebody else', { tag: '@smoke' }, async ({
  studio,
  account,
  open,
}) => {
  const author = await register(studio);
  const shown = await storeProject(studio, author, { ...blank, html: '<p>for all</p>', isPublic: true });
  const hidden = await storeProject(studio, author, { ...blank, html: '<p>for me</p>' });
  const studioPage = await open(account, `/preview/${shown.id}`);
  await expect(studioPage.preview.document.getByText('for all')).toBeVisible();
  await studioPage.page.goto(`${studio.url}/preview/${hidden.id}`);
  await expect(studioPage.page.getByText('Project not found')).toBeVisible();
});

test('Run shows the preview where it is hidden', async ({ studio, account, open }) => {
  const { id } = await storeProject(studio, account, { html: '<p>shown</p>' });
  const studioPage = await open(account, `/project/${id}`);
  await studioPage.button('Preview').click();
  await expect(studioPage.preview.panel).toBeHidden();
  await studioPage.button('Run').click();
  await expect(studioPage.preview.document.getByText('shown')).toBeVisible();
  await expect(studioPage.button('Preview')).toHaveAttribute('aria-pressed', 'true');
});

test('H70: other sites receive only the origin of a user’s page as referrer, in the studio and in an embed', async ({
  studio,
  account,
  open,
  visit,
}) => {
  const site = await serveForeignSite(
    '<p></p><script>document.querySelector("p").textContent = document.referrer</script>',
  );
  const project = await storeProject(studio, account, {
    ...blank,
    html: `<iframe src="${site.url}"></iframe>`,
    isEmbeddable: true,
  });
  const studioPage = await open(account, `/project/${project.id}`);
  const embed = await visit(`${studio.url}/embed/${project.id}`);
  for (const page of [studioPage.page, embed]) {
    const frame = page.locator('iframe[title="Live Preview"]');
    const player = frame.contentFrame().frameLocator('iframe');
    await expect(player.locator('p')).toHaveText(/^http:\/\/[^/]+\/$/);
    await expect(player.locator('p')).toHaveText(
      `${new URL((await frame.getAttribute('src')) ?? '').origin}/`,
    );
  }
  await site.close();
});

test('a link to another page of a project is no page, and the console says so', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, {
    ...blank,
    html: `<p></p><button onclick="location.reload()">Reload</button>
<a href="index.html">Home</a> <a href="?level=2">Level</a> <a href="about.html">About</a>`,
    js: "document.querySelector('p').id = `run-${crypto.randomUUID()}`;",
  });
  const studioPage = await open(account, `/project/${project.id}`);
  const { document } = studioPage.preview;
  await studioPage.consoleToggle.click();
  const note = studioPage.console.row('Navigation to another page was prevented in preview');
  const text = document.locator('p[id]');
  for (const [role, name, notes] of [
    ['button', 'Reload', 0],
    ['link', 'Home', 0],
    ['link', 'Level', 0],
    ['link', 'About', 1],
  ] as const) {
    const run = (await text.getAttribute('id')) ?? '';
    await document.getByRole(role, { name }).press('Enter');
    await expect(text).not.toHaveId(run);
    await expect(note).toHaveCount(notes);
  }
});

test('Full Screen leaves the output to the browser’s console, and adds only what the studio says', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, {
    ...blank,
    js: 'console.warn("printed", { a: 1 });\nconfirm("sure?");\nsetTimeout(() => console.log("end"), 500);',
  });
  const { page } = await open(account);
  const printed: string[] = [];
  page.on('console', (message) => printed.push(message.text()));
  await page.goto(`${studio.url}/preview/${project.id}`);
  await expect.poll(() => printed.filter((text) => text === 'end')).toHaveLength(1);
  expect(printed.filter((text) => text.startsWith('printed'))).toHaveLength(1);
  expect(printed.filter((text) => text.startsWith('confirm('))).toHaveLength(1);
});

test('a link that would open a window is reported, whatever its target is called', async ({
  studio,
  account,
  open,
}) => {
  const base = '<base target="_blank">';
  for (const [html, text] of [
    [`${base}<a href="/x">Go</a>`, 'A new window was blocked'],
    ['<a href="/x" target="_new">Go</a>', 'A new window was blocked'],
    ['<a href="/x" target="_top">Go</a>', 'A link to the page around this one was blocked'],
    ['<a href="/x" target="_parent">Go</a>', 'A link to the page around this one was blocked'],
    [
      '<div><template shadowrootmode="open"><a href="/x" target="_blank">Go</a></template></div>',
      'A new window was blocked',
    ],
    ['<a href="about:blank" target="inner">Go</a><iframe name="Inner"></iframe>', null],
    [`${base}<a href="#here" target="_self">Go</a>`, null],
  ] as const) {
    const js =
      "document.querySelectorAll('div').forEach((host) => host.shadowRoot || host.attachShadow({ mode: 'open' }).append(host.querySelector('template').content));\naddEventListener('click', () => setTimeout(() => console.log('clicked')));";
    const project = await storeProject(studio, account, { ...blank, html, js });
    const studioPage = await open(account, `/project/${project.id}`);
    await studioPage.consoleToggle.click();
    await studioPage.preview.document.getByRole('link', { name: 'Go' }).press('Enter');
    await expect(studioPage.console.panel).toContainText('clicked');
    await expect(studioPage.console.row('was blocked')).toHaveText(text === null ? [] : [new RegExp(text)]);
    await studioPage.page.close();
  }
});

test('each thing that the sandbox blocks is reported once, with what to do instead', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, {
    ...blank,
    html: '<a id="away" href="/x" target="_blank">Away</a> <a id="save" href="data:,x" download>Save</a>',
  });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  const lines = studioPage.console.row('was blocked');
  await studioPage.preview.document.getByRole('link', { name: 'Away' }).press('Enter');
  await expect(lines).toHaveText([/A new window was blocked.*in an embed and in an exported project/]);
  await studioPage.preview.document.getByRole('link', { name: 'Save' }).press('Enter');
  await expect(lines).toHaveCount(2);
  await studioPage.console.clear.click();
  await studioPage.js.replace(`for (let i = 0; i < 3; i++) {
  window.open("/x");
  Object.assign(document.createElement("a"), { href: "data:,x", download: "x" }).click();
  Promise.resolve(document.body.requestPointerLock()).catch(() => {});
  navigator.geolocation.getCurrentPosition(() => {}, () => {});
  navigator.mediaDevices.getUserMedia({ video: true }).catch(() => {});
}
console.log("end");`);
  await expect(studioPage.console.panel).toContainText('end');
  await expect(lines).toHaveText([
    /A new window was blocked.*script\.js:2/,
    /A download was blocked.*in an exported project/,
    /Pointer lock was blocked.*script\.js:4/,
    /The position of the device was blocked.*script\.js:5/,
    /The camera was blocked.*script\.js:6/,
  ]);
});
