import { storeProject } from '../../fixtures/accounts.ts';
import { expect, test } from '../../fixtures/test.ts';

const blank = { title: 'Console', html: '', css: '', js: '' };

test('objects open by keyboard as they were when they were printed', async ({ studio, account, open }) => {
  const project = await storeProject(studio, account, {
    ...blank,
    html: '<main id="root" class="wide"><p>inside</p></main>',
    js: `const own = { name: 'Ada', list: [1, { deep: 'down' }], get later() { throw new Error('asked'); } };
own.self = own;
console.log('person', own);
own.name = 'changed';
console.log(new Map([[{ id: 1 }, 'value']]), new Proxy({ a: 1 }, { ownKeys() { throw new Error('asked'); } }));
console.log(document.querySelector('main'));`,
  });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  const { panel, row } = studioPage.console;
  const person = row.call(studioPage.console, 'person');
  await expect(person).toContainText("person {name: 'Ada', list: Array(2), later: (...), self: {…}}");
  await expect(panel).toContainText('Proxy(Object) {a: 1}');

  const closed = person.getByRole('button', { name: "{name: 'Ada'" }).first();
  await closed.focus();
  await studioPage.page.keyboard.press('ArrowRight');
  await expect(closed).toHaveAttribute('aria-expanded', 'true');
  await studioPage.page.keyboard.press('ArrowRight');
  await expect(person.getByRole('button', { name: /^list: / })).toBeFocused();
  await studioPage.page.keyboard.press('Enter');
  await studioPage.page.keyboard.press('ArrowDown');
  await expect(person.getByRole('button', { name: "1: {deep: 'down'}" })).toBeFocused();
  await studioPage.page.keyboard.press('ArrowLeft');
  await studioPage.page.keyboard.press('ArrowLeft');
  await expect(person).not.toContainText('deep');
  await person.getByRole('button', { name: /^self: / }).click();
  await expect(person.getByRole('button', { name: /^self: / })).toHaveCount(2);

  await panel.getByRole('button', { name: '<main id="root" class="wide">' }).click();
  await panel.getByRole('button', { name: '<p>inside</p>' }).click();
  await expect(panel).toContainText('inside');
  await panel.getByRole('button', { name: 'Map(1)' }).click();
  await expect(row.call(studioPage.console, 'Map(1)')).toContainText("{id: 1} => 'value'");
});

test('prints what was printed before its code could be fetched', async ({ studio, account, open }) => {
  const project = await storeProject(studio, account, { ...blank, js: 'console.log("early");' });
  const studioPage = await open(account);
  const { page } = studioPage;
  let isThere = false;
  let refused = 0;
  await page.route(/\/assets\/background-[^/]*\.js$/, (route) => {
    if (isThere) return route.continue();
    refused += 1;
    return route.abort();
  });
  await page.goto(`${studio.url}/project/${project.id}`);
  await expect.poll(() => refused).toBeGreaterThan(0);
  isThere = true;
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await studioPage.consoleToggle.click();
  await expect(studioPage.console.row('early')).toBeVisible({ timeout: 20_000 });
});

test('errors lead to their line, also in a pane that is switched off', async ({ studio, account, open }) => {
  const project = await storeProject(studio, account, {
    ...blank,
    html: '<p>first</p>\n<script>\n  console.log("from the page");\n</script>',
    css: 'p {\n  color: red;\n}\n',
    js: 'function fail() {\n  null.x;\n}\n\nfail();\n',
  });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  await studioPage.loaded();
  await studioPage.button('JavaScript').click();
  await expect(studioPage.js.textbox).toBeHidden();

  const error = studioPage.console.row('Cannot read properties of null');
  await error.getByRole('button', { name: 'Stack' }).click();
  await expect(error).toContainText(/at fail script\.js:2:\d+/);
  await error.getByRole('button', { name: /^script\.js:5:/ }).click();
  await expect(studioPage.js.textbox).toBeFocused();
  await studioPage.page.keyboard.insertText('here');
  await expect.poll(() => studioPage.js.text()).toContain('\nherefail();');

  await studioPage.console
    .row('from the page')
    .first()
    .getByRole('button', { name: 'index.html:3:11' })
    .click();
  await expect(studioPage.html.textbox).toBeFocused();
});

test('tables, groups, repeats, filters and counts', async ({ studio, account, open }) => {
  const project = await storeProject(studio, account, {
    ...blank,
    js: `console.table([{ fruit: 'apple', price: 2 }, { fruit: 'pear' }]);
console.group('outer');
console.log('within');
console.groupEnd();
for (let i = 0; i < 5; i += 1) console.warn('again');
console.log('%cred %s', 'color: rgb(200, 0, 0)', 'and more');
console.count(); console.count();
console.assert(1 > 2, 'impossible');`,
  });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  const { panel, filter } = studioPage.console;
  await expect(panel.getByRole('row', { name: "0 'apple' 2" })).toBeVisible();
  await expect(panel.getByRole('columnheader')).toHaveText(['(index)', 'fruit', 'price']);

  await expect(studioPage.console.row('within')).toBeVisible();
  await panel.getByRole('button', { name: 'outer', expanded: true }).click();
  await expect(studioPage.console.row('within')).toBeHidden();

  await expect(studioPage.console.row('again')).toHaveCount(1);
  await expect(studioPage.console.row('again')).toContainText('5×');
  await expect(panel.getByText('and more')).toHaveCSS('color', 'rgb(200, 0, 0)');
  await expect(panel).toContainText('default: 2');
  await expect(panel).toContainText('Assertion failed: impossible');

  await expect(studioPage.console.level('Warnings')).toHaveText('Warnings 5');
  await studioPage.console.level('Errors').click();
  await expect(studioPage.console.row('again')).toHaveCount(0);
  await studioPage.console.level('All').press('Enter');
  await expect(studioPage.console.row('again')).toHaveCount(1);
  await panel.getByRole('log').focus();
  await studioPage.page.keyboard.press('/');
  await expect(filter).toBeFocused();
  await filter.fill('IMPOSSIBLE');
  await expect(panel.locator('.console-row')).toHaveCount(1);
  await filter.fill('nowhere');
  await expect(panel).toContainText('No messages match this filter.');
});

test('an error leaves a group closed that it comes in', async ({ studio, account, open }) => {
  const project = await storeProject(studio, account, {
    ...blank,
    js: `console.groupCollapsed('closed');
console.log('within');
setTimeout(() => { throw new Error('loose'); });
setTimeout(() => {
  console.log('within, too');
  console.groupEnd();
  console.log('behind');
}, 50);`,
  });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  await expect(studioPage.console.row('behind')).toBeVisible();
  await expect(studioPage.console.row('loose')).toBeVisible();
  await expect(studioPage.console.row('within')).toHaveCount(0);
  await studioPage.console.toggle('closed').click();
  await expect(studioPage.console.row('within')).toHaveCount(2);
});

test('a large table says what it leaves out, and scrolls', async ({ studio, account, open }) => {
  const js = `console.table(Array.from({ length: 500 }, () => Array(30).fill('a wide cell')));`;
  const project = await storeProject(studio, account, { ...blank, js });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  const table = studioPage.console.panel.getByRole('group', { name: 'Table' });
  await expect(table.getByRole('cell', { name: '… 400 more' })).toBeVisible();
  const moreColumns = table.getByRole('cell', { name: '… 10 more' });
  await moreColumns.scrollIntoViewIfNeeded();
  await expect(moreColumns).toBeInViewport({ ratio: 1 });
  await table.focus();
  await studioPage.page.keyboard.press('ArrowLeft');
  await expect(moreColumns).not.toBeInViewport({ ratio: 1 });
});

test('the prompt evaluates in the preview', async ({ studio, account, open }) => {
  const project = await storeProject(studio, account, {
    ...blank,
    html: '<h1>Title</h1>',
    js: 'let mine = 41; const list = [1, 2];',
  });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  await expect(studioPage.preview.document.getByText('Title')).toBeVisible();
  const { panel, prompt } = studioPage.console;
  await studioPage.page.evaluate(() =>
    addEventListener('message', ({ data }) => {
      const { type, level, args, timestamp } = data;
      if (type === 'console-log') document.title = JSON.stringify([level, args, typeof timestamp]);
    }),
  );
  await studioPage.console.evaluate('mine + 1');
  await expect(panel).toContainText('42');
  // The message for host pages (specification: Console).
  await expect(studioPage.page).toHaveTitle('["log",[42],"number"]');
  await studioPage.console.evaluate('["שלום", "مرحبا"]');
  const item = (text: string) => panel.getByText(text, { exact: true });
  const firstEnds = await item("'שלום'").evaluate((token) => token.getBoundingClientRect().right);
  const secondBegins = await item("'مرحبا'").evaluate((token) => token.getBoundingClientRect().left);
  expect(firstEnds).toBeLessThan(secondBegins);
  await studioPage.console.evaluate('{ a: list }');
  await expect(panel).toContainText('{a: Array(2)}');
  await studioPage.console.evaluate('const later = await Promise.resolve("awaited")');
  await expect(panel).toContainText("'awaited'");
  await studioPage.console.evaluate('later.length');
  await expect(studioPage.console.row(/^\d\d:\d\d:\d\dlog7/)).toBeVisible();
  await studioPage.console.evaluate('async function load() { await 1; return [later] }; load()');
  await expect(panel).toContainText('Promise {}');
  await studioPage.console.evaluate('await load()');
  await expect(panel).toContainText("(1) ['awaited']");
  await studioPage.console.evaluate('class Kept {} const kept = new Kept()');
  await studioPage.console.evaluate('[kept]');
  await expect(panel).toContainText('[Kept]');
  await studioPage.console.evaluate('document.querySelector("h1").textContent = "Changed"');
  await expect(studioPage.preview.document.getByText('Changed')).toBeVisible();
  await studioPage.console.evaluate('missing()');
  await expect(panel).toContainText('Uncaught ReferenceError: missing is not defined');
  await prompt.press('ArrowUp');
  await prompt.press('ArrowUp');
  await expect(prompt).toHaveValue('document.querySelector("h1").textContent = "Changed"');

  await studioPage.html.replace(
    `<head><meta http-equiv="Content-Security-Policy" content="script-src 'unsafe-inline'"></head><h1>Strict</h1>`,
  );
  await expect(studioPage.preview.document.getByText('Strict')).toBeVisible();
  await studioPage.console.evaluate('1 + 1');
  await expect(panel).toContainText('Content-Security-Policy forbids evaluating code');
});

test('a style that a policy of the page blocks is not reported as a file that could not load', {
  tag: '@smoke',
}, async ({ studio, account, open }) => {
  const policy = `<meta http-equiv="Content-Security-Policy" content="style-src 'none'">`;
  const html = `<head>${policy}</head><h1>Strict</h1><style>h1 { top: 0 }</style>`;
  const js = "onload = () => requestAnimationFrame(() => console.log('loaded'))";
  const project = await storeProject(studio, account, { ...blank, html, js });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  await expect(studioPage.console.panel).toContainText('loaded');
  await expect(studioPage.console.panel).toContainText('style-src');
  await expect(studioPage.console.panel).not.toContainText('could not load');
});

test('what the prompt was asked in the run before is not answered in the next', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, { ...blank, html: '<p>first</p>' });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  await expect(studioPage.preview.document.getByText('first')).toBeVisible();
  await studioPage.console.evaluate(`await new Promise((resolve) => addEventListener('storage', () => {
    resolve('late');
    setTimeout(() => localStorage.setItem('answered', ''));
  }, { once: true }))`);
  await expect(studioPage.console.row('late')).toBeVisible();
  // The page before stays until this one, which has to wait for a script, is drawn.
  const script = Promise.withResolvers<void>();
  await studioPage.page.route('https://slow.example/*', async (route) => {
    await script.promise;
    await route.abort();
  });
  await studioPage.html.replace(`<script>
  addEventListener('storage', () => console.log('answered'));
  localStorage.setItem('begun', '');
</script>
<script src="https://slow.example/script.js"></script>`);
  await expect(studioPage.console.row('answered')).toBeVisible();
  await expect(studioPage.console.row('late')).toHaveCount(0);
  script.resolve();
});

test('a filter is that of its project: the next one in the tab is shown without', async ({
  studio,
  account,
  open,
}) => {
  const print = (text: string) => ({ ...blank, title: text, js: `console.warn('${text}');` });
  const first = await storeProject(studio, account, print('one'));
  const second = await storeProject(studio, account, print('two'));
  const studioPage = await open(account, `/project/${first.id}`);
  const shown = studioPage.console;
  await studioPage.consoleToggle.click();
  await shown.filter.fill('one');
  await shown.level('Warnings').click();
  await expect(shown.row('one')).toBeVisible();
  await studioPage.page.evaluate((address) => history.pushState(null, '', address), `/project/${second.id}`);
  await expect(shown.row('two')).toBeVisible();
  await expect(shown.filter).toHaveValue('');
  await expect(shown.level('All')).toHaveAttribute('aria-pressed', 'true');
});

test('ten thousand lines: the newest are shown, the number of dropped lines is shown, and one can scroll back', {
  tag: '@solo',
}, async ({ studio, account, open }) => {
  const project = await storeProject(studio, account, {
    ...blank,
    html: '<button id="more">More</button>',
    js: `for (let line = 1; line <= 10000; line += 1) console.log('line ' + line);
more.onclick = () => { console.log('one'); console.log('two'); };`,
  });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  const { panel } = studioPage.console;
  await expect(panel.getByText('line 10000', { exact: true })).toBeVisible();
  expect(await panel.locator('.console-row').count()).toBeLessThan(100);
  await panel.getByRole('log').focus();
  await studioPage.page.keyboard.press('Home');
  await expect(panel.getByText('5,000 older entries were dropped.')).toBeInViewport();
  await expect(panel.getByText('line 5001', { exact: true })).toBeVisible();
  await studioPage.preview.document.getByRole('button').press('Enter');
  await panel.getByRole('button', { name: '2 new lines' }).click();
  await expect(panel.getByText('two', { exact: true })).toBeInViewport();
});

test('the rows are shown where the list was scrolled to in one step', async ({ studio, account, open }) => {
  const js = `for (let line = 1; line <= 100; line += 1) console.log('line ' + line);`;
  const project = await storeProject(studio, account, { ...blank, js });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  const { panel } = studioPage.console;
  await expect(panel.getByText('line 100', { exact: true })).toBeInViewport();
  await panel.getByRole('log').evaluate((list) => {
    list.scrollTop = 0;
  });
  await expect(panel.getByText('line 1', { exact: true })).toBeInViewport();
});

test('a list that nobody has scrolled never says that it was left, however much comes at once', {
  tag: '@nightly',
}, async ({ studio, account, open }) => {
  const project = await storeProject(studio, account, { ...blank, js: `console.log('ready')` });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  const { panel } = studioPage.console;
  await expect(panel.getByText('ready', { exact: true })).toBeVisible();
  await panel.evaluate((element) => {
    new MutationObserver(() => {
      const notice = /\d+ new lines?/.exec(element.textContent);
      if (notice) element.dataset['said'] = notice[0];
    }).observe(element, { childList: true, subtree: true, characterData: true });
  });
  for (let burst = 1; burst <= 10; burst += 1) {
    await studioPage.console.evaluate(
      `for (let line = 1; line <= 300; line += 1) console.log('burst ${burst}, line ' + line)`,
    );
    await expect(panel.getByText(`burst ${burst}, line 300`, { exact: true })).toBeInViewport();
  }
  await expect(panel).not.toHaveAttribute('data-said');
});

test('a list that was scrolled to its top says nothing of new lines once it shows all of them', async ({
  studio,
  account,
  open,
}) => {
  const js = `const lines = sessionStorage.again ? 3 : 100; sessionStorage.again = 1;
for (let line = 1; line <= lines; line += 1) console.log('line ' + line + ' of ' + lines);`;
  const project = await storeProject(studio, account, { ...blank, js });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  const { panel } = studioPage.console;
  await expect(panel.getByText('line 100 of 100', { exact: true })).toBeInViewport();
  const list = panel.getByRole('log');
  await list.focus();
  await studioPage.page.keyboard.press('Home');
  await expect(panel.getByText('line 1 of 100', { exact: true })).toBeInViewport();
  await studioPage.button('Run').click();
  await expect(panel.getByText('line 3 of 3', { exact: true })).toBeInViewport();
  await expect(panel.getByRole('button', { name: /new lines?$/ })).toHaveCount(0);
});

test('a value keeps the focus while the page prints on', async ({ studio, account, open }) => {
  const html = `<button onclick="for (let line = 1; line <= 100; line += 1) console.log('line ' + line)">Print</button>`;
  const project = await storeProject(studio, account, { ...blank, html, js: `console.log({ kept: 1 })` });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  const value = studioPage.console.toggle(/kept/);
  await value.focus();
  await studioPage.preview.document
    .getByRole('button', { name: 'Print' })
    .evaluate((button: HTMLElement) => button.click());
  await expect(studioPage.console.panel.getByText('line 100', { exact: true })).toBeInViewport();
  await expect(value).toBeFocused();
});

test('an arrow key brings a value that has left the view back, and the next one moves on from it', async ({
  studio,
  account,
  open,
}) => {
  const html = `<button onclick="for (let line = 2; line <= 100; line += 1) console.log({ line })">Print</button>`;
  const project = await storeProject(studio, account, { ...blank, html, js: `console.log({ line: 1 })` });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  const value = (line: number) => studioPage.console.toggle(new RegExp(`line: ${line}\\b`));
  await value(1).focus();
  await studioPage.preview.document
    .getByRole('button', { name: 'Print' })
    .evaluate((button: HTMLElement) => button.click());
  await expect(value(100)).toBeInViewport();
  await studioPage.page.keyboard.press('ArrowDown');
  await expect(value(1)).toBeInViewport();
  await expect(value(1)).toBeFocused();
  await expect(value(2)).toBeVisible();
  await studioPage.page.keyboard.press('ArrowDown');
  await expect(value(2)).toBeFocused();
});

test('a burst comes in the browser’s own console, too, whole and in order', async ({
  studio,
  account,
  open,
}) => {
  const lines = 1_500;
  const project = await storeProject(studio, account, {
    ...blank,
    js: `for (let line = 1; line <= ${lines}; line += 1) console.log('burst ' + line); console.warn('the end')`,
  });
  const studioPage = await open(account);
  const printed: string[] = [];
  studioPage.page.on('console', (message) => printed.push(message.text()));
  await studioPage.page.goto(`${studio.url}/project/${project.id}`);
  await expect.poll(() => printed).toContain('the end');
  const burst = printed.filter((text) => text.startsWith('burst ') || text === 'the end');
  expect(burst).toEqual([...Array.from({ length: lines }, (_, at) => `burst ${at + 1}`), 'the end']);
});

test('what was printed before the code hangs is there, and so is the number of lines that were left out', {
  tag: ['@solo', '@nightly'],
}, async ({ studio, account, open }) => {
  const project = await storeProject(studio, account, {
    ...blank,
    html: '<button>Hang</button>',
    js: `for (let line = 1; line <= 30000; line += 1) console.log('line ' + line);
document.querySelector('button').onclick = () => setTimeout(hang, 200);
function hang() {
  console.clear();
  for (let line = 1; line <= 50; line += 1) console.log('line ' + line);
  for (const until = Date.now() + 20; Date.now() < until; );
  console.log('about to hang');
  /^(a+)+$/.test('a'.repeat(60) + 'b');
}`,
  });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  const { panel } = studioPage.console;
  await expect(studioPage.console.row('lines were left out: too many at once').last()).toBeInViewport();
  await studioPage.preview.document.getByRole('button').press('Enter');
  await expect(panel.getByText('about to hang', { exact: true })).toBeVisible();
  await expect(panel.getByText('line 50', { exact: true })).toBeVisible();
});

test('output of code that replaces the console and the language’s own functions is still shown', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, {
    ...blank,
    js: `const { log, dir } = console;
console = {};
window.postMessage = null;
JSON.stringify = Object.keys = Reflect.ownKeys = () => { throw new Error('mine'); };
for (const name of Object.getOwnPropertyNames(Array.prototype)) if (typeof [][name] === 'function') Array.prototype[name] = null;
Map.prototype.get = WeakMap.prototype.get = String.prototype.slice = RegExp.prototype.exec = null;
Array.prototype[Symbol.iterator] = null;
log('still here', { a: [1] });
dir({ b: [2] });
Promise.reject('and so are promises');
setTimeout(() => { throw new TypeError('and so are errors'); });`,
  });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  await expect(studioPage.console.panel).toContainText('still here {a: Array(1)}');
  await expect(studioPage.console.panel).toContainText('{b: Array(1)}');
  await expect(studioPage.console.panel).toContainText('Uncaught (in promise) and so are promises');
  await expect(studioPage.console.panel).toContainText(
    'JavaScript Error: Uncaught TypeError: and so are errors',
  );
});

test('what a browser object throws in a module is shown with its name and reason', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, {
    ...blank,
    html: '<script type="module">throw new DOMException("not here", "SecurityError")</script>',
    js: `export const found = document.querySelector('!!');`,
  });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  const { panel } = studioPage.console;
  await expect(panel).toContainText('JavaScript Error: Uncaught SecurityError: not here');
  await expect(studioPage.console.row('JavaScript Error: Uncaught SyntaxError')).toContainText(
    /'!!' is not a valid selector.*script\.js:1:\d+/,
  );
});

test('what is wrong in the HTML pane is linked where it is written, and nothing of the studio is printed', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, {
    ...blank,
    html: `<script type="importmap">{</script><p>one</p>
<script>
  let first = ;
</script>
<script>let second = ];</script>
<button onclick="unknown()">b</button>`,
    js: `const each = () => { for (const a of ['u2028: \u2028']) while (a.length < 2) a(); };
try { nothing(); } catch (error) { console.log(error.stack + '\\nbehind it'); }
console.log(String(each));
document.querySelector('button').click();`,
  });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  const row = (text: string | RegExp) => studioPage.console.row(text);
  await expect(row('unknown is not defined')).toContainText('index.html:6:29');
  const mistakes = row(/Uncaught SyntaxError/);
  await expect(mistakes).toHaveText(/Failed to parse import map: invalid JSON$/);
  // Each was found before the page ran, and is not repeated.
  await expect(row("Unexpected token ';'")).toHaveText(/^\S+error\S.*index\.html:3:15$/);
  await expect(row("Unexpected token ']'")).toHaveText(/^\S+error\S.*index\.html:5:22$/);
  await expect(row('nothing is not defined')).toHaveText(
    /ReferenceError: nothing is not defined\n {4}at script\.js:\d+:\d+\nbehind itscript\.js:2:\d+$/,
  );
  await expect(row('u2028')).toContainText(
    "() => { for (const a of ['u2028: \u2028']) while (a.length < 2) a(); }script.js:3:9",
  );
});
