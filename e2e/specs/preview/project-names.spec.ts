import { storeProject } from '../../fixtures/accounts.ts';
import { expect, test } from '../../fixtures/test.ts';

const html = '<p id="out">waiting</p>';

/** Scripts that use names of the browser's globals for their own things, or replace these globals. */
const scripts = [
  'class Event { constructor(at) { this.day = at.getDate(); } }\nconsole.log(new Event(new Date(0)).day);',
  'const Event = { party: 1 };\nconsole.log(Event);',
  'class Map { constructor(config) { this.width = config.width; } }\nconsole.log(new Map({ width: 3 }));',
  'class Node { constructor(value) { this.value = value; } }\nconsole.log(document.querySelector("p"));',
  'class Element {}\nclass Set {}\nclass Symbol {}\nconsole.log([new Element()]);',
  'const JSON = null, Reflect = null, performance = [];\nfunction setTimeout() {}\nconsole.log(confirm("sure?"));',
  'window.Event = undefined;\nconsole.log("none");',
  'Function.prototype.call = Function.prototype.apply = () => { throw new Error("not called"); };\nconsole.log("own");',
];

/** Names of elements that hide properties of `document`. */
const hiding = [
  'close',
  'querySelector',
  'dispatchEvent',
  'readyState',
  'head',
  'createElement',
  'addEventListener',
];

test('a project may name its own things as the browser names its own', async ({ studio, account, open }) => {
  const project = await storeProject(studio, account, { title: 'Names', html, css: '', js: '' });
  const studioPage = await open(account, `/project/${project.id}`);
  const errors: Error[] = [];
  studioPage.page.on('pageerror', (error) => errors.push(error));
  const out = studioPage.preview.document.locator('#out');
  await studioPage.consoleToggle.click();
  for (const [index, script] of scripts.entries()) {
    await studioPage.js.replace(
      `${script}\nout.textContent = "ran ${index}";\nconsole.info("end ${index}");`,
    );
    await expect(out).toHaveText(`ran ${index}`);
    await expect(studioPage.console.panel).toContainText(`end ${index}`);
    await expect(studioPage.console.panel).toContainText('Errors 0');
    if (script.includes('class Node')) await expect(studioPage.console.panel).toContainText('<p id="out">');
  }
  await studioPage.js.replace('out.textContent = "ran";\nconsole.info("end");');
  for (const name of hiding) {
    await studioPage.html.replace(
      `<p id="out"></p><i>${name}</i><img name="${name}" alt=""><form name="${name}"></form>`,
    );
    await expect(studioPage.preview.document.locator('i')).toHaveText(name);
    await expect(out).toHaveText('ran');
    await expect(studioPage.console.panel).toContainText('Errors 0');
  }
  expect(errors).toEqual([]);
});

test('a page that posts the runner’s messages itself is shown, and so is the next one', async ({
  studio,
  account,
  open,
}) => {
  const js = 'parent.postMessage({ type: "studio:ready" }, "*");\nout.textContent = "said so";';
  const project = await storeProject(studio, account, { title: 'Said so', html, css: '', js });
  const studioPage = await open(account, `/project/${project.id}`);
  const out = studioPage.preview.document.locator('#out');
  await expect(out).toHaveText('said so');
  await studioPage.css.replace('#out { color: rgb(1, 2, 3); }');
  await expect(out).toHaveCSS('color', 'rgb(1, 2, 3)');
  await studioPage.js.replace('out.textContent = "next";');
  await expect(out).toHaveText('next');
});

test('a page that never says that it has painted keeps no newer one waiting', async ({
  studio,
  account,
  open,
}) => {
  // Cancels the frame and the timer, found by number, that send the paint message.
  const js = `out.textContent = "waiting forever";
const own = setInterval(() => {
  for (let id = 0; id < 1_000; id += 1) {
    cancelAnimationFrame(id);
    if (id !== own) clearTimeout(id);
  }
});`;
  const project = await storeProject(studio, account, { title: 'Quiet', html, css: '', js });
  const studioPage = await open(account, `/project/${project.id}`);
  const out = studioPage.preview.document.locator('#out');
  await expect(out).toHaveText('waiting forever');
  await studioPage.js.replace('out.textContent = "next";');
  await expect(out).toHaveText('next');
});

test('a project that clears every timer by its number does not clear those that limit its loops', async ({
  studio,
  account,
  open,
}) => {
  const js = `CP.PenTimer.MAX_TIME_IN_LOOP_WO_EXIT = 500;
let id = setTimeout(() => {}, 0);
while (id--) {
  clearTimeout(id);
  clearInterval(id);
}
const start = Date.now();
setInterval(() => {
  for (let step = 0; step < 5_000; step += 1);
  if (Date.now() - start > 2_000) out.textContent = "goes on";
}, 20);`;
  const project = await storeProject(studio, account, { title: 'Cleared', html, css: '', js });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  await expect(studioPage.preview.document.locator('#out')).toHaveText('goes on');
  await expect(studioPage.console.panel).toContainText('Errors 0');
});

test('a picture for the card that a policy of the page forbids is no error of the page', async ({
  studio,
  account,
  open,
}) => {
  const policy = `<meta http-equiv="Content-Security-Policy" content="script-src 'unsafe-inline'">`;
  const page = `<!doctype html><html><head>${policy}</head><body>${html}</body></html>`;
  const project = await storeProject(studio, account, {
    title: 'Policy',
    html: page,
    css: '',
    js: "addEventListener('securitypolicyviolation', () => { out.textContent = 'refused'; });",
  });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  await expect(studioPage.preview.document.locator('#out')).toHaveText('refused');
  await expect(studioPage.console.panel).toContainText('Errors 0');
});

test('an object that only inherits from a browser’s error is logged when it is thrown', async ({
  studio,
  account,
  open,
}) => {
  const js =
    'function Aborted() {}\nAborted.prototype = Object.create(DOMException.prototype);\nPromise.reject(new Aborted());';
  const project = await storeProject(studio, account, { title: 'Aborted', html, css: '', js });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  await expect(studioPage.console.panel).toContainText('Uncaught (in promise) Error');
  await expect(studioPage.console.panel).not.toContainText('Illegal invocation');
});
