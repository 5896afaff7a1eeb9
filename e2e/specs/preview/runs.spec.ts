import { storeProject } from '../../fixtures/accounts.ts';
import { expect, test } from '../../fixtures/test.ts';

const blank = { title: 'Runs', html: '<p id="out">waiting</p>', css: '', js: '' };

test('while the code does not compile, a bar over the last good result leads to the line', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, { ...blank, js: 'out.textContent = "ran";' });
  const studioPage = await open(account, `/project/${project.id}`);
  const { preview } = studioPage;
  await expect(preview.document.getByText('ran')).toBeVisible();
  await expect(preview.bar).toHaveCount(0);
  await studioPage.loaded();
  await studioPage.js.replace('out.textContent = "newer";\n\nlet a = ;');
  await expect(preview.bar).toContainText('Build error');
  await expect(preview.bar).toContainText('Unexpected token');
  await expect(preview.document.getByText('ran')).toBeVisible();
  await studioPage.button('JavaScript').click();
  await expect(studioPage.js.textbox).toBeHidden();
  await preview.bar.getByRole('button', { name: 'JavaScript 3:9' }).click();
  await expect(studioPage.js.textbox).toBeFocused();
  await studioPage.page.keyboard.insertText('1');
  await expect(preview.document.getByText('newer')).toBeVisible();
  await expect(preview.bar).toHaveCount(0);
});

test('problems of the code go with the preview that is switched off, and come back with it', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, { ...blank, js: 'let a = ;' });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  const problem = studioPage.console.row('Unexpected token');
  await expect(problem).toBeVisible();
  await studioPage.button('Preview').click();
  await expect(problem).toBeHidden();
  await studioPage.button('Preview').click();
  await expect(problem).toBeVisible();
});

test('plain code runs without compilers that cannot be loaded, and the rest as soon as they can', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, blank);
  const studioPage = await open(account, '/favicon.svg');
  const { page, preview } = studioPage;
  await page.route(/compile\.worker/, (route) => route.abort());
  await page.goto(`${studio.url}/project/${project.id}`);
  await studioPage.loaded();
  await studioPage.html.replace('<p id="out">plain</p>');
  await expect(preview.document.getByText('plain')).toBeVisible();
  await studioPage.consoleToggle.click();
  await expect(studioPage.console.panel).toContainText('JavaScript console output will appear here...');
  await studioPage.js.replace('for (const word of ["looped"]) out.textContent = word;');
  await expect(studioPage.console.row('the compilers could not be loaded')).toBeVisible();
  await expect(preview.document.getByText('plain')).toBeVisible();
  const outage = page.getByRole('status').filter({ hasText: 'Compilers not loaded. Trying again...' });
  await expect(outage).toBeVisible();
  const asked = page.waitForRequest(/compile\.worker/);
  await studioPage.js.append('\nout.title = "edited";');
  await asked;
  await expect(studioPage.console.row('the compilers could not be loaded')).toHaveCount(1);
  await page.unroute(/compile\.worker/);
  await expect(preview.document.getByText('looped')).toBeVisible();
  await expect(outage).toBeHidden();
});

test('a run is not lost to an edit of the styles that comes before it could begin', async ({
  studio,
  account,
  open,
}) => {
  const js =
    'localStorage.runs = 1 + Number(localStorage.runs ?? 0); out.textContent = `run ${localStorage.runs}`;';
  const project = await storeProject(studio, account, { ...blank, js });
  const studioPage = await open(account, '/favicon.svg');
  const { page, preview } = studioPage;
  const arrival = Promise.withResolvers<void>();
  await page.route(/compile\.worker/, async (route) => {
    await arrival.promise;
    await route.continue();
  });
  await page.goto(`${studio.url}/project/${project.id}`);
  await expect(preview.document.getByText('run 1')).toBeVisible();
  await studioPage.loaded();
  await studioPage.css.replace('p { top: 1px }');
  await page.keyboard.press('ControlOrMeta+Enter');
  await studioPage.css.replace('p { top: 2px }');
  await expect(studioPage.badge).toHaveText('Saved');
  arrival.resolve();
  await expect(preview.document.locator('p')).toHaveCSS('top', '2px');
  await expect(preview.document.getByText('run 2')).toBeVisible();
});

test('a page that was stopped does not start again when compilers are asked for again', {
  tag: '@nightly',
}, async ({ studio, account, open }) => {
  const project = await storeProject(studio, account, blank);
  const studioPage = await open(account, '/favicon.svg');
  const { page } = studioPage;
  let asked = 0;
  await page.route(/compile\.worker/, (route) => {
    asked += 1;
    return route.abort();
  });
  await page.goto(`${studio.url}/project/${project.id}`);
  await studioPage.loaded();
  await studioPage.js.replace('/^(a+)+$/.test(`${"a".repeat(60)}b`)');
  await studioPage.button('Stop').click();
  const stopped = page.getByText('Press Run or change the code to start it again');
  await expect(stopped).toBeVisible();
  const startedAgain = stopped.waitFor({ state: 'hidden' }).then(
    () => true,
    () => false,
  );
  const before = asked;
  const askedTwice = expect.poll(() => asked).toBeGreaterThan(before + 1);
  expect(await Promise.race([startedAgain, askedTwice.then(() => false)])).toBe(false);
});

test('the page of a new project goes on through its first save, and its next run has the origin of the project', async ({
  account,
  open,
}) => {
  const studioPage = await open(account);
  const { page, preview } = studioPage;
  await studioPage.button('New').click();
  await studioPage.html.replace('<p>0</p>');
  const count = 'const [p] = document.getElementsByTagName("p"); p.onclick = () => { p.textContent++; };';
  await studioPage.js.replace(`console.log("began"); ${count}`);
  const number = preview.document.locator('p');
  await expect(async () => {
    await number.click();
    await expect(number).toHaveText('1', { timeout: 500 });
  }).toPass();
  await expect(studioPage.badge).toHaveText('Saved');
  await expect(page).toHaveURL(/\/project\//);
  await studioPage.consoleToggle.click();
  await expect(studioPage.console.row('began')).toHaveCount(1);
  await number.click();
  await expect(number).toHaveText('2');
  const id = page.url().split('/').at(-1) ?? '';
  await expect(preview.element).not.toHaveAttribute('src', new RegExp(id));
  await studioPage.js.append('\np.textContent = "again";');
  await expect(number).toHaveText('again');
  await expect(preview.element).toHaveAttribute('src', new RegExp(id));
});

test('code that asks for the focus again and again takes no keys from the editor', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, {
    ...blank,
    html: '<input id="field" autofocus>',
    js: 'setInterval(() => field.focus(), 200);',
  });
  const studioPage = await open(account, `/project/${project.id}`);
  const { page, css, preview } = studioPage;
  const field = preview.document.locator('#field');
  await studioPage.loaded();
  await expect(field).toBeFocused();
  await css.textbox.focus();
  // The page loses the focus within a quarter of a second.
  await expect(field).not.toBeFocused();
  const comment = '/* all of this comment, letter by letter, for two seconds */';
  await page.keyboard.type(comment, { delay: 40 });
  expect(await css.text()).toContain(comment);
  await expect(field).toHaveValue('');
  await expect(page.getByText('Stopped', { exact: true })).toBeHidden();
});

test('dialogs, pop-overs and selected texts of each run take no key from the editor, and stop no page', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, {
    ...blank,
    html: `<dialog id="box"><button>OK</button></dialog><div id="pop" popover><button autofocus>Pop</button></div>
<input id="field" value="some text">`,
  });
  const studioPage = await open(account, `/project/${project.id}`);
  const { page, html, js, preview } = studioPage;
  await studioPage.loaded();
  await html.append('\n');
  await page.evaluate(() => {
    addEventListener('blur', () => {
      document.body.dataset['left'] = 'yes';
    });
  });
  let typed = '';
  for (const code of ['alert(1)', 'box.showModal()', 'box.show()', 'pop.showPopover()', 'field.select()']) {
    await js.replace(`${code}; document.body.title = '${code}';`);
    await html.focus();
    for (let key = 0; key < 3; key += 1) {
      await page.keyboard.type('x');
      typed += 'x';
      await expect(preview.document.locator('body')).toContainText(new RegExp(`(?<!x)${typed}(?!x)`));
    }
    await expect(preview.document.locator('body')).toHaveAttribute('title', code);
    expect.soft(await page.evaluate(() => document.body.dataset['left']), code).toBeUndefined();
    await page.evaluate(() => delete document.body.dataset['left']);
  }
  expect(await html.text()).toMatch(new RegExp(`\\n${typed}$`));
  await expect(preview.element).toBeVisible();
  await js.replace('alert(2)');
  await expect(preview.document.getByRole('dialog')).toContainText('2');
  await preview.document.getByRole('button', { name: 'OK' }).press('Enter');
  await expect(preview.document.getByRole('dialog')).toHaveCount(0);
});

test('the console shows the errors of this run, and with Preserve log those of earlier ones', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, {
    ...blank,
    js: 'out.textContent = "one"; console.log("first line"); null.one;',
  });
  const studioPage = await open(account, `/project/${project.id}`);
  const { document } = studioPage.preview;
  await expect(studioPage.consoleToggle).toHaveText('Console 1');
  await studioPage.js.replace('out.textContent = "two"; null.two; ');
  await expect(document.getByText('two')).toBeVisible();
  await expect(studioPage.consoleToggle).toHaveText('Console 1');
  await studioPage.consoleToggle.click();
  await expect(studioPage.console.row("reading 'two'")).toBeVisible();
  await expect(studioPage.console.panel.locator('.console-row')).toHaveCount(1);
  await studioPage.js.replace('let a = ;');
  await expect(studioPage.console.row('Unexpected token')).toBeVisible();
  // A compile error counts as a failed run.
  await expect(studioPage.console.row("reading 'two'")).toHaveCount(0);
  await studioPage.js.replace('out.textContent = "three"');
  await expect(document.getByText('three')).toBeVisible();
  await expect(studioPage.console.panel).toContainText('JavaScript console output will appear here...');

  // The same text as before the error runs again, so its lines come back.
  await studioPage.js.replace('console.log("again")');
  await expect(studioPage.console.row('again')).toBeVisible();
  await studioPage.js.replace('console.log("again");;const b = ;');
  await expect(studioPage.console.row('again')).toHaveCount(0);
  await studioPage.js.replace('console.log("again")');
  await expect(studioPage.console.row('again')).toBeVisible();

  await studioPage.console.preserveLog.click();
  await studioPage.js.replace('out.textContent = "four"; null.four');
  await expect(studioPage.console.row("reading 'four'")).toBeVisible();
  await studioPage.js.replace('out.textContent = "five"; console.log("fine")');
  await expect(studioPage.console.row('fine')).toBeVisible();
  await expect(studioPage.console.row("reading 'four'")).toBeVisible();
  await expect(studioPage.console.toggle(/^Run \d+$/)).toHaveCount(2);
  await studioPage.console
    .toggle(/^Run \d+$/)
    .first()
    .click();
  await expect(studioPage.console.row("reading 'four'")).toHaveCount(0);
  await studioPage.page.reload();
  await studioPage.consoleToggle.click();
  await expect(studioPage.console.preserveLog).toBeChecked();
});

test('without Auto Run only Run and Refresh run, the newest text, and the preview says that it is behind', {
  tag: '@nightly',
}, async ({ studio, account, open }) => {
  const project = await storeProject(studio, account, { ...blank, js: 'out.textContent = "opened"' });
  const studioPage = await open(account, `/project/${project.id}`);
  const { bar, document } = studioPage.preview;
  await expect(document.getByText('opened')).toBeVisible();
  await studioPage.button('Settings').click();
  await studioPage.settings.getByRole('switch', { name: 'Auto Run' }).click();
  await studioPage.js.replace('out.textContent = "typed"');
  await expect(bar).toContainText('The code has changed since the last run');
  await expect(document.getByText('opened')).toBeVisible();
  await studioPage.button('Run').first().click();
  await expect(document.getByText('typed')).toBeVisible();
  await expect(bar).toHaveCount(0);
  await studioPage.html.replace('<b id="out"></b>');
  await studioPage.preview.button('Refresh').click();
  await expect(document.locator('b')).toHaveText('typed');
  await studioPage.html.replace('<u id="out"></u>');
  await studioPage.page.keyboard.press('ControlOrMeta+Enter');
  await expect(document.locator('u')).toHaveText('typed');
  expect(await studioPage.html.text()).toBe('<u id="out"></u>');
  await studioPage.html.replace('<i id="out"></i>');
  await bar.getByRole('button', { name: 'Run' }).click();
  await expect(document.locator('i')).toHaveText('typed');

  await studioPage.page.reload();
  await expect(document.locator('i')).toHaveText('typed');
  await studioPage.css.replace('i { color: rgb(1, 2, 3) }');
  await expect(bar).toBeVisible();
  await studioPage.button('Settings').click();
  await studioPage.settings.getByRole('switch', { name: 'Auto Run' }).click();
  await expect(document.locator('i')).toHaveCSS('color', 'rgb(1, 2, 3)');
  await expect(bar).toHaveCount(0);
});

test('H71: a page that prints without end, in groups and through many runs, leaves the console usable', {
  tag: '@nightly',
}, async ({ studio, account, open }) => {
  const endless = (mark: string) =>
    `document.title = '${mark}'; let n = 0;
setInterval(() => { for (let i = 0; i < 40; i += 1) { console.group('${mark} ' + n); console.log({ n: n++ }); } });`;
  const project = await storeProject(studio, account, { ...blank, js: endless('one') });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  await studioPage.console.preserveLog.click();
  await expect(studioPage.console.panel).toContainText(/older entries were dropped/);
  for (const mark of ['two', 'three']) {
    await studioPage.js.replace(endless(mark));
    await expect(studioPage.console.row(`${mark} `).first()).toBeVisible();
  }
  expect(await studioPage.console.panel.locator('.console-row').count()).toBeLessThan(100);
  await studioPage.console.level('Errors').click();
  await expect(studioPage.console.panel).toContainText('No messages match this filter.');
  await studioPage.console.evaluate('throw new Error("asked")');
  await expect(studioPage.console.row('asked').first()).toBeVisible();
  await studioPage.js.replace('out.textContent = "quiet"');
  await expect(studioPage.preview.document.getByText('quiet')).toBeVisible();
  await studioPage.console.clear.click();
  await expect(studioPage.console.panel).toContainText('JavaScript console output will appear here...');
});
