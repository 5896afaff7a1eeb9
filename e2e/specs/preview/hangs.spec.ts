import { storeProject } from '../../fixtures/accounts.ts';
import { nightly } from '../../fixtures/nightly.ts';
import { expect, test } from '../../fixtures/test.ts';
import { serveForeignSite } from '../../stack/network/foreign-site.ts';

const blank = { title: 'Hangs', html: '<p id="out">still</p>', css: '', js: '' };
/** A script that hangs soon after its page is shown. */
const hangsLater = `console.log("runs");
setTimeout(() => /^(a+)+$/.test("a".repeat(60) + "b"), 300);`;
/** Prints when a hang that began before would have been ended, and this page instead. */
const printsLater = 'setTimeout(() => console.log("runs on"), 7_500);';

test('H71: an edit made before a hang is detected runs soon, and is not stopped instead of the hanging code', {
  tag: '@solo',
}, async ({ studio, account, open }) => {
  const project = await storeProject(studio, account, blank);
  const studioPage = await open(account, `/project/${project.id}`);
  const { document } = studioPage.preview;
  await expect(document.getByText('still')).toBeVisible();
  await studioPage.loaded();
  await studioPage.consoleToggle.click();
  await studioPage.js.replace(hangsLater);
  // Wait outside the frame, because a hanging frame cannot be queried.
  await expect(studioPage.console.row('runs')).toBeVisible();
  await studioPage.js.replace('out.textContent = "mended"; console.log("again");' + printsLater);
  await expect(document.getByText('mended')).toBeVisible();
  await expect(studioPage.console.row('again')).toHaveCount(1);
  if (nightly) await expect(studioPage.console.row('runs on')).toBeVisible();
  await expect(studioPage.button('Stop')).toBeHidden();
  await expect(studioPage.console.panel).not.toContainText('was stopped');
});

test('H71: a page that hangs as the next one takes its place does not stop that one', {
  tag: '@solo',
}, async ({ studio, account, open }) => {
  const project = await storeProject(studio, account, {
    ...blank,
    html: '<button onclick="out.textContent = `clicked`">Click</button><p id="out"></p>',
    js: 'new BroadcastChannel("next").onmessage = () => { for (const end = Date.now() + 60_000; Date.now() < end; ) /^(a+)+$/.test("a".repeat(60) + "b"); };',
  });
  const studioPage = await open(account, `/project/${project.id}`);
  const { document } = studioPage.preview;
  const button = document.getByRole('button');
  await expect(button).toBeVisible();
  await studioPage.loaded();
  await studioPage.consoleToggle.click();
  // The new page makes the old one hang right after it has reported its paint, while the old frame still exists.
  await studioPage.js.replace(
    'console.log("next"); requestAnimationFrame(() => setTimeout(() => new BroadcastChannel("next").postMessage("hang"), 5));' +
      printsLater,
  );
  await expect(studioPage.console.row('next')).toBeVisible();
  await button.click();
  await expect(document.getByText('clicked')).toBeVisible();
  if (nightly) await expect(studioPage.console.row('runs on')).toBeVisible();
  await expect(studioPage.button('Stop')).toBeHidden();
  await expect(studioPage.console.panel).not.toContainText('was stopped');
});

test('a page that is busy after its link has opened another program does not count as left', {
  tag: '@solo',
}, async ({ studio, account, open }) => {
  const project = await storeProject(studio, account, {
    ...blank,
    html: '<a id="mail" href="mailto:a@example.com">Write</a>',
    js: `mail.onclick = () => setTimeout(() => {
      for (const end = Date.now() + 900; Date.now() < end; );
      console.log('stayed');
    }, 300);`,
  });
  const studioPage = await open(account, `/project/${project.id}`);
  const link = studioPage.preview.document.getByRole('link');
  await expect(link).toBeVisible();
  await studioPage.consoleToggle.click();
  await link.click();
  await expect(studioPage.console.row('stayed')).toBeVisible();
  await expect(studioPage.console.panel).not.toContainText('Navigation');
});

test('a page that has opened another program and stayed is brought back where it leaves for another site later', {
  tag: '@solo',
}, async ({ studio, account, open }) => {
  const project = await storeProject(studio, account, {
    ...blank,
    html: '<a id="mail" href="mailto:a@example.com">Write</a> <a href="data:text/html,gone">Leave</a>',
    // By then it is clear that the page has stayed.
    js: 'mail.onclick = () => setTimeout(() => console.log("stayed"), 2_500);',
  });
  const studioPage = await open(account, `/project/${project.id}`);
  const link = (name: string) => studioPage.preview.document.getByRole('link', { name });
  await expect(link('Write')).toBeVisible();
  await studioPage.consoleToggle.click();
  await link('Write').press('Enter');
  await expect(studioPage.console.row('stayed')).toBeVisible();
  // Not by the link itself: its press would wait for an answer from a page that has gone.
  await link('Leave').focus();
  await studioPage.page.keyboard.press('Enter');
  await expect(studioPage.console.row('Navigation to another page was prevented')).toBeVisible();
  await expect(link('Write')).toBeVisible();
  await expect(studioPage.console.panel).not.toContainText('was stopped');
});

test('a page that leaves for a file that is slow to come is brought back then, and counts neither as hung nor as crashed', {
  tag: '@solo',
}, async ({ studio, account, open }) => {
  const file = '/assets/0123456789abcdef/plan.txt';
  const project = await storeProject(studio, account, {
    ...blank,
    html: `<a href="${file}">Plan</a>`,
    js: `document.querySelector('a').onclick = () => setTimeout(() => console.log('still here'), 2_500);`,
  });
  const studioPage = await open(account, `/project/${project.id}`);
  const link = studioPage.preview.document.getByRole('link');
  await expect(link).toBeVisible();
  await studioPage.consoleToggle.click();
  const arrival = Promise.withResolvers<void>();
  await studioPage.page.route(`**${file}`, async (route) => {
    await arrival.promise;
    await route.fulfill({ contentType: 'text/plain', body: 'the plan' });
  });
  await link.press('Enter');
  await expect(studioPage.console.row('still here')).toBeVisible();
  arrival.resolve();
  await expect(studioPage.console.row('Navigation to another page was prevented')).toBeVisible();
  await expect(link).toBeVisible();
  await expect(studioPage.console.panel).not.toContainText(/was stopped|crashed/);
});

test('H71: stopped code stays stopped after a save', { tag: '@solo' }, async ({ studio, account, open }) => {
  const project = await storeProject(studio, account, blank);
  const studioPage = await open(account, `/project/${project.id}`);
  const { page } = studioPage;
  await expect(studioPage.preview.document.getByText('still')).toBeVisible();
  await studioPage.loaded();
  const release = Promise.withResolvers<void>();
  await page.route(`**/api/projects/${project.id}`, async (route) => {
    if (route.request().method() === 'PUT') await release.promise;
    await route.continue();
  });
  await studioPage.js.replace(hangsLater);
  await studioPage.button('Stop').click();
  await expect(page.getByText('Stopped')).toBeVisible();
  let framesSince = 0;
  page.on('frameattached', () => {
    framesSince += 1;
  });
  release.resolve();
  await expect(studioPage.badge).toHaveText('Saved');
  // Wait for another save, by which time a restart after the first one would have happened.
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
  await studioPage.title.fill('Stopped project');
  await studioPage.title.press('Enter');
  await saved;
  expect(framesSince).toBe(0);
  await expect(page.getByText('Stopped', { exact: true })).toBeVisible();
  await studioPage.js.replace('out.textContent = "mended"');
  await expect(studioPage.preview.document.getByText('mended')).toBeVisible();
});

test('H71: Stop goes with the preview that is switched off, and code that hung waits for Run when it is switched on', {
  tag: '@solo',
}, async ({ studio, account, open }) => {
  const project = await storeProject(studio, account, blank);
  const studioPage = await open(account, `/project/${project.id}`);
  await expect(studioPage.preview.document.getByText('still')).toBeVisible();
  await studioPage.loaded();
  await studioPage.js.replace(hangsLater);
  await expect(studioPage.button('Stop')).toBeVisible();
  await studioPage.button('Preview').click();
  await expect(studioPage.button('Stop')).toBeHidden();
  await studioPage.button('Preview').click();
  await expect(studioPage.preview.panel.getByText('It was not started')).toBeVisible();
});

test('a page with a debugger statement is not stopped while it may be paused there, unless somebody stops it', {
  tag: ['@solo', '@nightly'],
}, async ({ studio, account, open }) => {
  const project = await storeProject(studio, account, blank);
  const studioPage = await open(account, `/project/${project.id}`);
  await expect(studioPage.preview.document.getByText('still')).toBeVisible();
  await studioPage.loaded();
  await studioPage.consoleToggle.click();
  const busyFor = (ms: number) => `// noprotect
const inspect = () => { debugger };
setTimeout(() => {
  for (const end = Date.now() + ${ms}; Date.now() < end; );
  console.log("went on");
}, 300);`;
  await studioPage.js.replace(busyFor(9_000));
  await expect(studioPage.button('Stop')).toBeVisible();
  await expect(studioPage.console.row('went on')).toBeVisible();
  await expect(studioPage.button('Stop')).toBeHidden();
  await studioPage.js.replace(busyFor(60_000));
  await studioPage.button('Stop').click();
  await expect(studioPage.page.getByText('Stopped', { exact: true })).toBeVisible();
});

test('Stop moves the focus to the button that runs the code again, in the workspace and in Full Screen', {
  tag: '@solo',
}, async ({ studio, account, open }) => {
  const project = await storeProject(studio, account, { ...blank, js: hangsLater });
  const studioPage = await open(account, `/project/${project.id}`);
  for (const [path, next] of [
    [`/project/${project.id}`, 'Run'],
    [`/preview/${project.id}`, 'Refresh'],
  ] as const) {
    await studioPage.page.goto(studio.url + path);
    await studioPage.button('Run').or(studioPage.preview.element).first().waitFor();
    if (await studioPage.preview.element.isHidden()) await studioPage.button('Run').first().press('Enter');
    await studioPage.button('Stop').press('Enter');
    await expect(studioPage.button(next).first()).toBeFocused();
  }
});

for (const { hosts, below, isolatesSites } of [
  { hosts: 'sites, in a browser that isolates them', below: 'localhost', isolatesSites: true },
  { hosts: 'sites, in a browser that does not', below: 'localhost', isolatesSites: false },
  { hosts: 'of one site', below: 'projects.localhost', isolatesSites: true },
])
  test(`an embedded project that hangs stops neither the page nor another project; hosts are ${hosts}`, {
    tag: '@solo',
  }, async ({ studio, account, playwright, launchOptions }) => {
    const hangs = `onmessage = () => setTimeout('for (;;);', 100, parent.postMessage('hangs', '*'))`;
    const counts = 'setInterval(() => parent.postMessage("counts", "*"), 50)';
    const frames: string[] = [];
    for (const js of [hangs, counts]) {
      const { id } = await storeProject(studio, account, { ...blank, js, isEmbeddable: true });
      const host = new URL(studio.sandboxUrl(id)).host.replace('localhost', below);
      frames.push(`<iframe src="http://${host}/rendered/${id}"></iframe>`);
    }
    const site = await serveForeignSite(
      `<output></output>${frames.join('')}<script>
      let counted = 0, own = 0, isHanging = false;
      onmessage = ({ data }) => {
        if (data === 'hangs') isHanging = true;
        else if (isHanging) counted += 1;
        else if (data === 'counts') frames[0].postMessage('hang', '*');
        document.querySelector('output').textContent = isHanging ? Math.min(counted, own, 20) : 'ready';
      };
      setInterval(() => { if (isHanging) own += 1; }, 50);
      </script>`,
    );
    const args = [...(launchOptions.args ?? []), ...(isolatesSites ? ['--site-per-process'] : [])];
    const browser = await playwright.chromium.launch({ ...launchOptions, args });
    // Browsers with a window isolate sites by default, headless ones do not.
    const brands = isolatesSites ? '"Chromium";v="156"' : '"Chromium";v="156", "HeadlessChrome";v="156"';
    const extraHTTPHeaders = { 'Sec-CH-UA': brands };
    const page = await browser.newPage({ extraHTTPHeaders });
    const asked: (string | undefined)[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/rendered/')) asked.push(response.headers()['origin-agent-cluster']);
    });
    await page.goto(site.url);
    await expect(page.getByText('20', { exact: true })).toBeVisible();
    const header = isolatesSites && below === 'localhost' ? undefined : '?1';
    expect(asked).toEqual([header, header]);
    await browser.close();
    await site.close();
  });
