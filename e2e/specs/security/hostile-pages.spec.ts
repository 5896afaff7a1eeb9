import { storeProject } from '../../fixtures/accounts.ts';
import { storeAssets, textFile } from '../../fixtures/files.ts';
import { hostilePages } from '../../fixtures/hostile/hostile-pages.ts';
import { expect, test } from '../../fixtures/test.ts';

test('whatever a page does, the editor responds, its author sees a message, and the next edit is shown', {
  tag: '@solo',
}, async ({ studio, account, open }) => {
  test.setTimeout(180_000);
  const project = await storeProject(studio, account, { title: 'Hostile', html: '', css: '', js: '' });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  for (const [number, { name, html = ' ', js = ';', message }] of hostilePages.entries()) {
    await test.step(name, async () => {
      await studioPage.console.clear.click();
      await studioPage.html.replace(html);
      await studioPage.js.replace(js);
      if (message) await expect(studioPage.console.panel, name).toContainText(message, { timeout: 20_000 });
      const answered = await studioPage.page.evaluate(async () => {
        const asked = performance.now();
        await new Promise(requestAnimationFrame);
        return performance.now() - asked;
      });
      expect(answered, name).toBeLessThan(1_000);
      await studioPage.js.replace(';');
      await studioPage.html.replace(`<p>fine ${number}</p>`);
      await expect(studioPage.preview.document.getByText(`fine ${number}`), name).toBeVisible();
      expect(studioPage.projectId(), name).toBe(project.id);
    });
  }
});

test('H24: a page cannot take the focus while somebody types; one that circumvents this loses the focus again, and is stopped if it goes on', {
  tag: '@nightly',
}, async ({ studio, account, open }) => {
  const taking = 'const taker = document.querySelector("input"); window.focus(); taker.focus();';
  const project = await storeProject(studio, account, {
    title: 'Greedy',
    html: '<input aria-label="Taker">',
    css: '',
    js: taking,
  });
  const studioPage = await open(account, `/project/${project.id}`);
  const { document } = studioPage.preview;
  const taker = document.getByLabel('Taker');
  await studioPage.loaded();
  await expect(taker).toBeVisible();
  await studioPage.consoleToggle.click();

  await test.step('each run while somebody types leaves every key where it is meant to go', async () => {
    await studioPage.js.replace(`${taking} setInterval(() => taker.focus(), 30);`);
    for (const word of ['one', 'two', 'three']) {
      await studioPage.html.append(`<p>${word}`);
      await expect(document.getByText(word, { exact: true })).toBeVisible();
      await expect(studioPage.html.textbox).toBeFocused();
      await studioPage.page.keyboard.type(' more');
      await expect(document.getByText(`${word} more`)).toBeVisible();
    }
    await expect(taker).toHaveValue('');
  });

  await test.step('where somebody goes there, it is theirs', async () => {
    // Soon after a keystroke, the studio may notice the click after the focus and take the focus for the page's own.
    await expect(async () => {
      await taker.click();
      await expect(taker).toBeFocused({ timeout: 1_000 });
    }).toPass();
    await studioPage.page.keyboard.type('asked for');
    await expect(taker).toHaveValue('asked for');
    // Keys that follow sooner than a person's would still get there.
    await studioPage.js.textbox.focus();
    await expect(taker).not.toBeFocused();
  });

  await test.step('a page with functions of its own gives it back, and does not go on', async () => {
    const around =
      'const frame = document.body.appendChild(document.createElement("iframe")); const { focus } = frame.contentWindow.HTMLElement.prototype;';
    await studioPage.js.replace(
      `${around} setInterval(() => focus.call(document.querySelector("input")), 30)`,
    );
    await expect(async () => {
      // Keep typing focus in the editor until the page has run, however long that takes.
      await studioPage.js.textbox.focus();
      const soon = { timeout: 1_000 };
      await expect(studioPage.console.panel).toContainText('kept taking the focus and was stopped', soon);
    }).toPass();
    await expect(studioPage.preview.element).toHaveCount(0);
    await expect(studioPage.js.textbox).toBeFocused();
  });

  await test.step('it has not hung, and runs when its project is opened again', async () => {
    await studioPage.page.reload();
    await expect(taker).toBeVisible();
  });
});

test('H24: a page that takes the focus once while somebody hesitates over a password in a dialog does not keep it', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, {
    title: 'Patient',
    html: '<input aria-label="Taker">',
    css: '',
    js: `const { focus } = document.body.appendChild(document.createElement("iframe")).contentWindow.HTMLElement.prototype;
      const longerThanTyping = 500;
      globalThis.take = () => setTimeout(() => focus.call(document.querySelector("input")), longerThanTyping);`,
  });
  const studioPage = await open(account, `/project/${project.id}`);
  const { page, preview } = studioPage;
  const taker = preview.document.getByLabel('Taker');
  await expect(taker).toBeVisible();
  await studioPage.chooseFromUserMenu(account.username, 'Profile');
  const password = page.getByRole('dialog').getByLabel('Current password');
  await password.pressSequentially('half');
  for (const clicks of [0, 1]) {
    // A click into the field moves the caret alone.
    if (clicks > 0) await password.click();
    const taken = page.evaluate(
      () => new Promise<void>((resolve) => window.addEventListener('blur', () => resolve())),
    );
    await taker.evaluate('take()');
    await taken;
    await expect(password).toBeFocused();
    await page.keyboard.type('rest');
  }
  await expect(password).toHaveValue('halfrestrest');
  await expect(taker).toHaveValue('');
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
