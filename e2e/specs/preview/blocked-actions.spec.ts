import { storeProject } from '../../fixtures/accounts.ts';
import { storeAssets, textFile } from '../../fixtures/files.ts';
import { expect, test } from '../../fixtures/test.ts';

const blank = { title: 'Blocked', html: '', css: '', js: '' };

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

test('a form that would open a window or leave the page is reported, too', async ({
  studio,
  account,
  open,
}) => {
  const js = `const form = document.createElement('form');
form.target = '_blank';
form.submit();
document.body.append(form);
onsubmit = (event) => { if (event.submitter.name === 'own') event.preventDefault(); };
let clicks = 0;
addEventListener('click', () => setTimeout(() => console.log('click', ++clicks), 100));`;
  const project = await storeProject(studio, account, {
    ...blank,
    js,
    html: `<form action="/a" target="_blank"><button>Window</button><button name="own">Handled</button>
<button formmethod="dialog">Dialog</button><button formtarget="inner">Frame</button></form>
<form method="post"><button formtarget="_top">Top</button><button>Here</button></form>
<form target="elsewhere" onsubmit="event.stopImmediatePropagation()"><button>Stopped</button></form>
<button onclick="document.forms[3].submit()">By code</button><iframe name="inner"></iframe>`,
  });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  let [clicks, count] = [0, 0];
  for (const [name, noted] of [
    ['Window', true],
    ['Handled', false],
    ['Dialog', false],
    ['Top', true],
    ['Here', true],
    ['Stopped', true],
    ['By code', true],
    ['Frame', true],
  ] as const) {
    await studioPage.preview.document.getByRole('button', { name, exact: true }).press('Enter');
    clicks += 1;
    if (noted) count += 1;
    await expect(studioPage.console.row(`click ${clicks}`)).toBeVisible();
    await expect(studioPage.console.level('Warnings')).toHaveText(`Warnings ${count}`);
  }
  await expect(studioPage.console.row('Form submission prevented in preview').last()).toBeVisible();
});

test('alert draws a dialog in the preview and logs', async ({ studio, account, open }) => {
  const project = await storeProject(studio, account, blank);
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  await studioPage.js.replace('alert("mind the gap")');
  await expect(studioPage.preview.document.getByRole('dialog')).toContainText('mind the gap');
  await expect(studioPage.console.panel).toContainText('mind the gap');
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

test('a page that goes elsewhere after a download, which leaves it in place, is brought back', async ({
  studio,
  account,
  open,
}) => {
  const [file] = await storeAssets(studio, account, textFile('notes.txt', 'notes'));
  const project = await storeProject(studio, account, {
    ...blank,
    html: `<p></p><a href="${file?.url}?download=true">Notes</a> <a href="${studio.url}">Studio</a>`,
    js: `document.querySelector('p').id = 'run-' + crypto.randomUUID();
addEventListener('beforeunload', () => setTimeout(() => document.body.append('still here'), 3_000));`,
  });
  const studioPage = await open(account, `/project/${project.id}`);
  const { document } = studioPage.preview;
  await studioPage.consoleToggle.click();
  const text = document.locator('p[id]');
  const run = (await text.getAttribute('id')) ?? '';
  await document.getByRole('link', { name: 'Notes' }).press('Enter');
  await expect(document.getByText('still here')).toBeVisible();
  await expect(text).toHaveId(run);
  await document.getByRole('link', { name: 'Studio' }).press('Enter');
  await expect(text).not.toHaveId(run);
  await expect(studioPage.console.row('Navigation to another page was prevented in preview')).toHaveCount(1);
});

test('a link that would open a window or another program is reported, whatever its target is called', async ({
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
    ['<a href="about:blank" target="Inner">Go</a><iframe name="Inner"></iframe>', null],
    ['<a href="about:blank" target="inner">Go</a><iframe name="Inner"></iframe>', 'A new window was blocked'],
    [`${base}<a href="#here" target="_self">Go</a>`, null],
    [`${base}<a href="mailto:a@example.com">Go</a>`, 'Another program was blocked'],
    ['<a href="MAILTO:a@example.com">Go</a>', 'Another program was blocked'],
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
