import { storeProject } from '../../fixtures/accounts.ts';
import { expect, test } from '../../fixtures/test.ts';

const blank = { title: 'Endless', html: '', css: '', js: '' };

test('a project that hung opens paused, in Full Screen too, until it is run or changed', {
  tag: ['@solo', '@nightly'],
}, async ({ studio, account, open }) => {
  const project = await storeProject(studio, account, {
    ...blank,
    html: '<p>here</p>',
    js: 'while (localStorage.getItem("mended") === null) /^(a+)+$/.test(`${"a".repeat(40)}b`)',
  });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.button('Stop').click();
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

test('code that hung pauses its own project, and not the one that is opened next', {
  tag: ['@solo', '@nightly'],
}, async ({ account, open }) => {
  const studioPage = await open(account, '/');
  await studioPage.button('New').click();
  await studioPage.html.replace('<p>first</p>');
  await studioPage.button('Save').click();
  await expect(studioPage.page).toHaveURL(/\/project\//);
  const address = studioPage.page.url();
  await studioPage.js.replace('/^(a+)+$/.test(`${"a".repeat(40)}b`)');
  await studioPage.button('Stop').click();
  await expect(studioPage.badge).toHaveText('Saved');
  await studioPage.button('New').click();
  await studioPage.html.replace('<p>second</p>');
  await expect(studioPage.preview.document.getByText('second')).toBeVisible();
  await studioPage.page.goto(address);
  await expect(studioPage.page.getByText('This project did not respond last time')).toBeVisible();
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
  await studioPage.button('Stop').click();
  await expect(studioPage.button('Stop')).toBeHidden();
  await studioPage.button('Run').click();
  await expect(studioPage.button('Stop')).toBeVisible();
  await studioPage.js.replace('document.querySelector("p").textContent = "after"');
  await expect(studioPage.preview.document.getByText('after')).toBeVisible();
});
