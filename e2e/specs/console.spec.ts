import { storeProject } from '../fixtures/accounts.ts';
import { expect, test } from '../fixtures/test.ts';
import type { StudioPage } from '../pages/studio-page.ts';

const blank = { title: 'Console', html: '', css: '', js: '' };

test('objects open as they were when they were printed', async ({ studio, account, open }) => {
  const project = await storeProject(studio, account, {
    ...blank,
    html: '<main id="root" class="wide"><p>inside</p></main>',
    js: `const own = { name: 'Ada', list: [1, { deep: true }], get later() { throw new Error('asked'); } };
own.self = own;
console.log('person', own);
own.name = 'changed';
console.log(new Map([['key', { value: 1 }]]), new Set([1, 'two']));
console.log(document.querySelector('main'));
console.table([{ fruit: 'apple', price: 2 }, { fruit: 'pear', price: 3 }]);
console.group('outer');
console.log('within');
console.groupEnd();
for (let i = 0; i < 5; i += 1) console.warn('again');`,
  });
  const desk = await open(account, `/project/${project.id}`);
  await desk.button('Console').click();
  const { panel } = desk.console;
  await expect(panel).toContainText("person {name: 'Ada', list: Array(2), later: (...), self: {…}}");
  await desk.page.screenshot({ path: '/tmp/console-1.png' });
});
