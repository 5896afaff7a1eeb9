import { storeProject } from '../../fixtures/accounts.ts';
import { expect, test } from '../../fixtures/test.ts';

/** Replaces the words of a page like a browser that translates it: each text by elements of its own, later ones, too. */
function translatePage(): void {
  const kept = 'script, style, textarea, input, [translate=no]';
  const translated = new WeakSet<Node>();
  function translate(root: Node): void {
    const texts: Text[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node as Text);
    for (const text of texts) {
      if (translated.has(text) || text.data.trim() === '' || text.parentElement?.closest(kept)) continue;
      const font = document.createElement('font');
      const word = document.createTextNode(`«${text.data}»`);
      translated.add(word);
      font.append(word);
      text.replaceWith(font);
    }
  }
  translate(document.body);
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) translate(node);
  }).observe(document.body, { subtree: true, childList: true });
}

test('a browser that translates pages leaves the studio alone: its code, and nodes that React keeps', async ({
  studio,
  account,
  open,
}) => {
  const { id } = await storeProject(studio, account, { html: '<p>one</p>' });
  const studioPage = await open(account, `/project/${id}`);
  await expect(studioPage.badge).toHaveText('Saved');
  await studioPage.page.evaluate(translatePage);
  await studioPage.html.append('<p>two</p>');
  await expect(studioPage.badge).toHaveText('Unsaved');
  await expect(studioPage.badge).toHaveText('Saved');
  await expect(studioPage.button('Saved')).toBeVisible();
});
