import type { Page } from '@playwright/test';
import { storeProject } from '../../fixtures/accounts.ts';
import { expect, test } from '../../fixtures/test.ts';

/** Drags a text or an address from another window to a place of the page, and drops it there. */
async function drop(
  page: Page,
  at: { x: number; y: number },
  text: string,
  mimeType = 'text/plain',
): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const data = { items: [{ mimeType, data: text }], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await browser.send('Input.dispatchDragEvent', { type, ...at, data });
  await browser.detach();
}

test('text that is dropped on an editor is inserted as it is, at that place, and taken back by one undo', async ({
  studio,
  account,
  open,
}) => {
  const stored = await storeProject(studio, account, { js: 'one\ntwo' });
  const studioPage = await open(account, `/project/${stored.id}`);
  const { page, js } = studioPage;
  await studioPage.loaded();
  const line = await js.pane.locator('.view-line').first().boundingBox();
  if (!line) throw new Error('The editor has no line');
  // Behind the end of the first line.
  const place = { x: line.x + 200, y: line.y + line.height / 2 };
  const code = ' = `${text}\\n`; { }';
  await drop(page, place, code);
  expect(await js.text()).toBe(`one${code}\ntwo`);
  await page.keyboard.press('Control+z');
  expect(await js.text()).toBe('one\ntwo');
  // As a picture of another page comes.
  const address = 'https://example.org/a.png';
  await drop(page, place, address, 'text/uri-list');
  expect(await js.text()).toBe(`one${address}\ntwo`);
});

test('a file that is dropped where nothing takes it is not opened by the browser', async ({
  account,
  open,
}) => {
  const { page } = await open(account);
  const isKept = () =>
    page.evaluate(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['<p>file</p>'], 'page.html'));
      const drop = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
      return !document.body.dispatchEvent(drop);
    });
  await expect.poll(isKept).toBe(true);
});
