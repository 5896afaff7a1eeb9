import { storeProject } from '../fixtures/accounts.ts';
import { storeAssets, textFile } from '../fixtures/files.ts';
import { hostilePages } from '../fixtures/hostile-pages.ts';
import { expect, test } from '../fixtures/test.ts';

test('whatever a page does, the editor answers, its author is told, and the next edit shows again', {
  tag: '@timed',
}, async ({ studio, account, open }) => {
  test.setTimeout(180_000);
  const project = await storeProject(studio, account, { title: 'Hostile', html: '', css: '', js: '' });
  const desk = await open(account, `/project/${project.id}`);
  await desk.button('Console').click();
  for (const [number, { name, html = ' ', js = ';', told }] of hostilePages.entries()) {
    await test.step(name, async () => {
      await desk.console.clear.click();
      await desk.html.replace(html);
      await desk.js.replace(js);
      if (told) await expect(desk.console.panel, name).toContainText(told, { timeout: 20_000 });
      const answered = await desk.page.evaluate(async () => {
        const asked = performance.now();
        await new Promise(requestAnimationFrame);
        return performance.now() - asked;
      });
      expect(answered, name).toBeLessThan(1_000);
      await desk.js.replace(';');
      await desk.html.replace(`<p>fine ${number}</p>`);
      await expect(desk.preview.document.getByText(`fine ${number}`), name).toBeVisible();
      expect(desk.projectId(), name).toBe(project.id);
    });
  }
});

test('H24: a page that takes the focus from what is typed does not keep it, and is stopped where it goes on', async ({
  studio,
  account,
  open,
}) => {
  const taking = 'const taker = document.querySelector("input"); window.focus(); taker.focus();';
  const project = await storeProject(studio, account, {
    title: 'Greedy',
    html: '<input aria-label="Taker">',
    css: '',
    js: taking,
  });
  const desk = await open(account, `/project/${project.id}`);
  const taker = desk.preview.document.getByLabel('Taker');
  await desk.loaded();
  await expect(taker).toBeVisible();
  await desk.button('Console').click();
  await desk.html.append('<p>typed');
  await expect(desk.preview.document.getByText('typed')).toBeVisible();
  await expect(desk.html.textbox).toBeFocused();
  // A click so soon after a keystroke may be heard of after the focus has gone, and be taken for the page's own doing.
  await expect(async () => {
    await taker.click();
    await expect(taker).toBeFocused({ timeout: 1_000 });
  }).toPass();
  await desk.page.keyboard.type('asked for');
  await expect(taker).toHaveValue('asked for');

  await desk.js.replace(`${taking} setInterval(() => taker.focus(), 30)`);
  // The more slowly it is taken, the longer somebody has to type.
  await expect(async () => {
    await desk.js.append('; // and on it goes');
    await expect(desk.console.panel).toContainText('kept taking the focus and was stopped', {
      timeout: 2_000,
    });
    await expect(desk.preview.element).toHaveCount(0, { timeout: 2_000 });
  }).toPass();
});

test('H04: a file that carries scripts shows what it is where it is opened, and runs nothing', async ({
  studio,
  account,
  visit,
}) => {
  const evil = 'document.title = `ran`; location.hash = `ran`';
  const files = await storeAssets(
    studio,
    account,
    textFile(
      'drawing.svg',
      `<svg xmlns="http://www.w3.org/2000/svg" onload="${evil}"><script>${evil}</script><text y="20">shown</text></svg>`,
    ),
    textFile(
      'page.xml',
      `<html xmlns="http://www.w3.org/1999/xhtml"><body onload="${evil}"><script>${evil}</script><p>shown</p></body></html>`,
    ),
    textFile('page.txt', `<!doctype html><script>${evil}</script>shown`),
  );
  for (const { name, url } of files) {
    const page = await visit(url);
    await expect(page.getByText('shown'), name).toBeVisible();
    expect(page.url(), name).toBe(url);
    expect(await page.title(), name).not.toBe('ran');
  }
});
