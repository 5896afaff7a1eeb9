import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import { signInAsDemo, storeProject } from '../../fixtures/accounts.ts';
import { storeAssets, textFile } from '../../fixtures/files.ts';
import { expect, test } from '../../fixtures/test.ts';

const blank = { title: 'Handled', html: '', css: '', js: '' };

test('what the page handles by itself is no error and no blocked form', async ({ studio, account, open }) => {
  const project = await storeProject(studio, account, {
    ...blank,
    html: `<form onsubmit="return false"><button>By attribute</button></form>
<form id="property"><button>By property</button></form>
<form id="stopped"><button>Stopped on its way</button></form>
<form id="left"><button>Left to the browser</button></form>`,
    js: `document.querySelector('#property').onsubmit = (event) => { event.returnValue = false; };
document.querySelector('#stopped').addEventListener('submit', (event) => {
  event.preventDefault();
  event.stopImmediatePropagation();
});
document.querySelector('form').addEventListener('submit', (event) => console.log('prevented', event.defaultPrevented));
window.onerror = (message) => /known/.test(message);
window.addEventListener('unhandledrejection', (event) => { if (/known/.test(event.reason)) event.preventDefault(); });
window.addEventListener('error', (event) => { if (/hidden/.test(event.message)) event.stopImmediatePropagation(); });
setTimeout(() => { throw new Error('known mistake'); });
setTimeout(() => { throw new Error('hidden from others'); });
setTimeout(() => { throw { code: 5 }; });
Promise.reject('known refusal');
Promise.reject('new refusal');
console.assert(undefined, 'nothing there');
window.dispatchEvent(new ErrorEvent('error', { message: 'made by hand' }));
window.dispatchEvent(new CustomEvent('unhandledrejection', { detail: { reason: 'of a library' } }));
document.querySelector('form').dispatchEvent(new Event('error'));
reportError(new Error('reported by hand: 100%d', { cause: '%s of it' }));
setTimeout(() => console.log('all thrown'), 50);`,
  });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  const { panel } = studioPage.console;
  await expect(studioPage.console.row('all thrown')).toBeVisible();
  await expect(panel).toContainText('Uncaught Error: hidden from others');
  await expect(panel).toContainText('Uncaught {code: 5}');
  await expect(panel).toContainText('Uncaught (in promise) new refusal');
  await expect(panel).toContainText('Assertion failed: nothing there');
  await expect(panel).toContainText('Uncaught Error: reported by hand: 100%d Caused by %s of it');
  await expect(panel).not.toContainText(/known|made by hand|in promise\) undefined|could not load/);

  const { document } = studioPage.preview;
  for (const name of ['By attribute', 'By property', 'Stopped on its way'])
    await document.getByRole('button', { name }).press('Enter');
  await expect(panel).toContainText('prevented true');
  await document.getByRole('button', { name: 'Left to the browser' }).press('Enter');
  await expect(studioPage.console.row('Form submission prevented in preview')).toHaveCount(1);
  await expect(document.getByRole('button', { name: 'By attribute' })).toBeVisible();
  await studioPage.console.evaluate('document.forms[3].submit()');
  await expect(studioPage.console.row('Form submission prevented in preview')).toHaveCount(2);
});

test('an error of a script that has not started is the project’s, and names nothing of the studio', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, {
    ...blank,
    html: '<script>let score = 0;</script>',
    js: 'let score = 1;',
  });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  await expect(studioPage.console.panel).toContainText("Identifier 'score' has already been declared");
  await expect(studioPage.console.panel).not.toContainText('Failed to execute');
});

test('an endless loop that prints is stopped, and says so behind all that it printed', {
  tag: '@solo',
}, async ({ studio, account, open }) => {
  const project = await storeProject(studio, account, {
    ...blank,
    js: 'let line = 0;\nwhile (true) console.log("line", line++);',
  });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  await expect(studioPage.console.row('possible infinite loop')).toBeVisible({ timeout: 30_000 });
  await expect(studioPage.console.level('Errors')).toHaveText(/1/);
});

test('an alert is seen whatever the styles of the page do to elements', async ({ studio, account, open }) => {
  const project = await storeProject(studio, account, {
    ...blank,
    css: 'div { display: none !important; opacity: 0 }',
    js: 'document.documentElement.style.color = "red"; alert("here");',
  });
  const studioPage = await open(account, `/project/${project.id}`);
  await expect(studioPage.preview.document.getByRole('dialog')).toBeVisible();
  await studioPage.preview.document.getByRole('button', { name: 'OK' }).press('Enter');
  await expect(studioPage.preview.document.getByRole('dialog')).toBeHidden();
});

test('an alert shows what it was given, and nothing where it was given nothing', async ({
  studio,
  account,
  open,
}) => {
  const js = 'alert(undefined);\nalert();';
  const project = await storeProject(studio, account, { ...blank, js });
  const studioPage = await open(account, `/project/${project.id}`);
  const dialog = studioPage.preview.document.getByRole('dialog');
  const text = dialog.locator('p');
  await expect(text).toHaveText('undefined');
  await dialog.getByRole('button', { name: 'OK' }).press('Enter');
  await expect(text).toHaveText('');
});

test('each file that does not load is reported once, whoever asks for it', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, {
    ...blank,
    html: '<img src="/missing/shown.png" alt=""><p>text</p>',
    css: `@font-face { font-family: Missing; src: url(/missing/font.woff2); }
p { font-family: Missing; background: url(/missing/background.png); }`,
    js: `new Image().src = '/missing/detached.png';
fetch('/missing/data.json').then(() => fetch('/missing/data.json'));
new Worker('/missing/worker.js');
new SharedWorker('/missing/shared-worker.js');
new Worker('/missing/handled.js').onerror = (event) => event.preventDefault();
new Worker(URL.createObjectURL(new Blob(['throw new Error("thrown by a worker")'])));
class Own extends Worker { own() { return 'own'; } }
const own = new Own(URL.createObjectURL(new Blob([''])));
console.log(Worker.name, own instanceof Worker, own.own(), own.constructor === Own, Worker.prototype.constructor === Worker);`,
  });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  const { panel } = studioPage.console;
  await expect(panel).toContainText('Worker true own true true');
  await expect(panel).toContainText('thrown by a worker');
  const lines = studioPage.console.row('could not load');
  await expect(lines).toHaveCount(7);
  for (const text of [
    '<img> could not load /missing/shown.png',
    'could not load /missing/detached.png (HTTP 404)',
    'could not load /missing/font.woff2 (HTTP 404)',
    'could not load /missing/background.png (HTTP 404)',
    'could not load /missing/data.json (HTTP 404)',
    ': Worker could not load /missing/worker.js: a project has no other files',
    ': SharedWorker could not load /missing/shared-worker.js: a project has no other files',
  ])
    await expect(studioPage.console.row(text)).toHaveCount(1);
});

test('a page of several files is told that it has the panes without them', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, {
    ...blank,
    html: `<link rel="stylesheet" href="style.css"><p>text</p><script src="js/script.js"></script>
<script src="/lib/none@1.0.0/none.js"></script>`,
  });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  for (const text of [
    '<link> could not load style.css: the page has the styles of the CSS pane without it',
    '<script> could not load js/script.js: the page has the script of the JavaScript pane without it',
    // The studio's own libraries are no files of the project.
    /<script> could not load \/lib\/none@1\.0\.0\/none\.js(?!:)/,
  ])
    await expect(studioPage.console.row(text)).toHaveCount(1);
});

test('a module says which of the addresses that it imports did not load', async ({
  studio,
  account,
  open,
}) => {
  const elsewhere = `${studio.sandboxUrl('elsewhere0000000')}/packages`;
  const js = `import '${elsewhere}/canvas-confetti@0.0.1/';\nconsole.log('${elsewhere}');`;
  const project = await storeProject(studio, account, { ...blank, js });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  await expect(studioPage.console.panel).toContainText(
    `<script> could not load ${elsewhere}/canvas-confetti@0.0.1/`,
  );
});

test('a rejected promise of a worker is an error, unless the worker handles it', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, {
    ...blank,
    html: '',
    css: '',
    js: `const address = (code) => URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
const revoked = address('onmessage = async () => { await 0; throw new RangeError("thrown later") } // done');
new Worker(revoked).postMessage(1);
URL.revokeObjectURL(revoked);
new Worker(address('await 0; Promise.reject(["from a module"]);'), { type: 'module' });
new Worker(address('Promise.reject(Symbol("that cannot be sent"))'));
new Worker(address('onunhandledrejection = (event) => { event.preventDefault(); postMessage("handled") }; Promise.reject(1)'))
  .onmessage = ({ data }) => setTimeout(() => console.log(data), 100);`,
  });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  const { panel } = studioPage.console;
  await expect(panel).toContainText('Uncaught (in promise) RangeError: thrown later');
  await expect(panel).toContainText("Uncaught (in promise) (1) ['from a module']");
  await expect(panel).toContainText('Uncaught (in promise) Symbol(that cannot be sent)');
  await expect(panel).toContainText('handled');
  await expect(studioPage.console.level('Errors')).toHaveText('Errors 3');
});

test('an error that the browser hides says why, and what shows it', async ({ studio, account, open }) => {
  const [file] = await storeAssets(studio, account, textFile('app.js', 'missing();'));
  const project = await storeProject(studio, account, {
    ...blank,
    html: `<script src="${file?.url}"></script>`,
  });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  await expect(studioPage.console.panel).toContainText(/script is from another site, .*crossorigin/);
  await expect(studioPage.console.panel).not.toContainText('Script error');
});

test('an error of what a module awaits, which the browser hides, is not blamed on another site', async ({
  studio,
  account,
  open,
}) => {
  const js = "const data = await (await fetch('data:application/json,none')).json();\nconsole.log(data);";
  const project = await storeProject(studio, account, { ...blank, js });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  await expect(studioPage.console.panel).toContainText(/a module awaits something .* with try and print it/);
});

test('code for another version of React is told which one the page has', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, {
    ...blank,
    html: '<div id="root"></div>',
    js: "ReactDOM.createRoot(document.getElementById('root')).render(<p>Hi</p>);",
    frameworkConfig: { ...defaultFrameworkConfig, framework: 'react', frameworkVersion: 17 },
  });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  await expect(studioPage.console.panel).toContainText(
    /createRoot is not a function \(The page has React 17[.\d]+: choose another version in Framework/,
  );
});

test('code that lacks a library or an import is told what to write', async ({ studio, account, open }) => {
  const project = await storeProject(studio, account, {
    ...blank,
    html: '<button onclick="confetti()"></button>',
    js: "setTimeout(() => useState(0));\ndocument.querySelector('button').click();\n$('p').hide();",
    frameworkConfig: { ...defaultFrameworkConfig, framework: 'react', frameworkVersion: 18 },
  });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  const { panel } = studioPage.console;
  await expect(studioPage.console.row('confetti is not defined')).not.toContainText('Write import');
  await expect(panel).toContainText("$ is not defined (Write import $ from 'jquery')");
  await expect(panel).toContainText("useState is not defined (Write import { useState } from 'react')");
});

test('code that lists files as Vite does is told that a project has none', async ({
  studio,
  account,
  open,
}) => {
  const js = "const pages = import.meta.glob('./pages/*.js');\nconsole.log(pages);";
  const project = await storeProject(studio, account, { ...blank, js });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  await expect(studioPage.console.panel).toContainText(
    /glob is not a function \(import\.meta\.glob is Vite’s/,
  );
});

test('messages of the studio and of an embed do not reach listeners of the page', async ({
  studio,
  visit,
}) => {
  const author = await signInAsDemo(studio);
  const { id } = await storeProject(studio, author, {
    ...blank,
    html: '<p>No message</p>',
    js: `onmessage = ({ data }) => { document.querySelector('p').textContent = JSON.stringify(data); };
setTimeout(() => postMessage('own'), 3_000);`,
    isEmbeddable: true,
  });
  const page = await visit(`${studio.url}/embed/${id}`);
  const text = page.frameLocator('iframe').locator('p');
  await expect(text).toHaveText('No message');
  await expect(text).not.toHaveText('No message', { timeout: 10_000 });
  await expect(text).toHaveText('"own"');
});
