import { storeProject } from '../../fixtures/accounts.ts';
import { expect, test } from '../../fixtures/test.ts';

test('objects of the browser are printed with what they hold, and nothing of the page is asked', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, {
    title: 'Objects of the browser',
    html: '<button id="one" class="big red">Press</button>',
    css: '',
    js: `const button = document.querySelector('button');
button.onclick = (event) => console.log('pressed', event);
console.log('box', new DOMRect(1, 2, 3, 4));
console.log('address', new URL('https://example.org/a?b=c'));
console.log('pairs', new URLSearchParams('a=1&b=2'), new Headers({ accept: 'text/html' }));
console.log('classes', button.classList);
console.log('response', new Response('text', { status: 404 }));
console.log('number', new Number(5), new Boolean(false));
console.log('everything', document.all, [document.all]);
(function () { console.log('called with', arguments); })('x', 2);
class Noted extends EventTarget { get later() { throw new Error('asked'); } }
Object.defineProperty(Noted.prototype, 'seen', { enumerable: true, get() { throw new Error('asked'); } });
console.log('own class', new Noted(), Object.create(Event.prototype));`,
  });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  const { panel } = studioPage.console;
  const row = (text: string) => studioPage.console.row(text);
  await expect(row('box')).toContainText('DOMRect {x: 1, y: 2, width: 3, height: 4, top: 2, right: 4, …}');
  await expect(row('address')).toContainText("URL {href: 'https://example.org/a?b=c', origin: ");
  await expect(row('pairs')).toContainText("URLSearchParams(2) {'a' => '1', 'b' => '2'}");
  await expect(row('pairs')).toContainText("Headers(1) {'accept' => 'text/html'}");
  await expect(row('classes')).toContainText("DOMTokenList(2) ['big', 'red'");
  await expect(row('response')).toContainText('status: 404');
  await expect(row('number')).toContainText('Number {5} Boolean {false}');
  await expect(row('everything')).toContainText('HTMLAllCollection (1) [HTMLAllCollection]');
  await expect(row('called with')).toContainText("Arguments(2) ['x', 2");
  await expect(row('own class')).toContainText('Noted {} Event {}');

  await studioPage.preview.document.getByRole('button').press('Enter');
  await panel.getByRole('button', { name: /^PointerEvent/ }).click();
  await expect(row('pressed')).toContainText('isTrusted: true');
  await expect(row('pressed')).toContainText("type: 'click'");
  await expect(row('pressed')).toContainText('target: <button id="one" class="big red">');
  await expect(row('pressed')).toContainText('view: Window');
});

test('values that have no class of their own are named as in the browser, and nothing of the page runs for it', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, {
    title: 'Names',
    html: '<img alt=""><my-el></my-el><p class="a">hi</p><ul><li>one</li></ul><input id="i" value="x"><div></div>',
    css: '',
    js: `const find = (name) => document.querySelector(name);
console.log('iterators', new Map([[1, 2]]).entries(), [1].values(), 'a'.matchAll(/a/g), (function* () {})());
console.log('namespaces', Math, JSON, Reflect, Object.create({ get [Symbol.toStringTag]() { throw new Error('asked'); } }));
console.log('boxed', Object(Symbol('x')), Object(5n), new String('abc'), Symbol.prototype);
console.log('elements', find('img'), find('my-el'), find('p'), find('ul'));
console.log('text %s', [1, [2, null]], { toString() { throw new Error('asked'); } });
console.log('%s and %s', () => 1, -0);
class Mine extends HTMLElement { get seen() { throw new Error('asked'); } get id() { throw new Error('asked'); } }
customElements.define('my-el', Mine);
console.dir(find('input'));
console.dir(find('my-el'));
Promise.any([Promise.reject(new TypeError('first')), Promise.reject(2)]);
setTimeout(() => { throw Object.assign(new Error('many'), { errors: [new Error('inner')] }); });`,
  });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  const row = (text: string) => studioPage.console.row(text);
  await expect(row('iterators')).toContainText(
    'MapIterator {} Array Iterator {} RegExpStringIterator {} Generator {}',
  );
  await expect(row('namespaces')).toContainText('Math {} JSON {} Reflect {} {}');
  await expect(row('boxed')).toContainText("Symbol {Symbol(x)} BigInt {5n} String {'abc'} Symbol {}");
  await expect(row('elements')).toContainText('<img alt=""> <my-el></my-el> <p class="a">hi</p> <ul>…</ul>');
  await expect(row('text 1,2,')).toContainText('text 1,2, {toString: ƒ toString()}');
  await expect(row('() => 1 and 0')).toBeVisible();
  await expect(row('All promises were rejected')).toContainText('Errors (2) [TypeError: first, 2]');
  await expect(row('Uncaught Error: many')).toContainText('Errors (1) [Error: inner]');
  const input = row('HTMLInputElement');
  await input.getByRole('button', { name: /^HTMLInputElement/ }).click();
  for (const text of [
    "tagName: 'INPUT'",
    "id: 'i'",
    'labels: NodeList(0)',
    'parentNode: <body>',
    'isConnected: true',
  ])
    await expect(input).toContainText(text);
  await expect(input.getByRole('listitem').filter({ hasText: /^id: / })).toHaveCount(1);
  await expect(row('Mine {')).toBeVisible();
  await expect(studioPage.console.level('Errors')).toHaveText('Errors 2');
});

test('what another document holds is printed, and prototypes, of which the browser refuses to read anything', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, {
    title: 'Other documents',
    html: '<iframe srcdoc="<p>x"></iframe>',
    css: '',
    js: `onload = () => {
  const [frame] = document.getElementsByTagName('iframe');
  console.log('inner document', frame.contentDocument);
  console.log('inner window', frame.contentWindow, window[0]);
  console.log('inner list', frame.contentDocument.all, { all: frame.contentDocument.all });
  const classes = [Animation, FontFaceSet, ViewTransition, ReadableStreamDefaultReader];
  console.log('prototypes', classes.map(({ prototype }) => [prototype, Object.create(prototype)]));
  onunhandledrejection = () => console.log('a rejection');
  Promise.reject(document.all);
  setTimeout(() => console.log('end'), 100);
}`,
  });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  const row = (text: string) => studioPage.console.row(text);
  await expect(row('inner document')).toBeVisible();
  await expect(row('inner window')).toBeVisible();
  await expect(row('inner list')).toContainText('HTMLAllCollection {all: HTMLAllCollection}');
  await expect(row('prototypes')).toBeVisible();
  await expect(row('end')).toBeVisible();
  await expect(row('Uncaught (in promise) HTMLAllCollection')).toBeVisible();
  await expect(row('a rejection')).toHaveCount(1);
  await expect(studioPage.console.panel.getByRole('button', { name: 'Errors 1' })).toBeVisible();
});
