import { storeProject } from '../../fixtures/accounts.ts';
import { expect, test } from '../../fixtures/test.ts';

/** In ms: longer than an embed waits for a page that does not respond. */
const longer = 8_000;

for (const [what, end] of [
  ['writes itself anew and ends', 'document.close();'],
  ['is still being written', ''],
] as const) {
  test(`an embed keeps a page that ${what} long after it has loaded, and still reports its forms`, async ({
    studio,
    account,
    visit,
  }) => {
    const project = await storeProject(studio, account, {
      title: 'Written anew',
      html: '<button>Start</button>',
      css: '',
      js: `document.querySelector('button').onclick = () => {
  document.write('<h1>Thanks</h1><form><button>Send</button></form>');
  ${end}
  setTimeout(() => document.querySelector('h1').append(', still here'), ${longer});
};`,
      isEmbeddable: true,
    });
    const page = await visit('about:blank');
    const watched = page.waitForResponse('**/embed/live.js');
    await page.goto(`${studio.url}/embed/${project.id}`);
    const inside = page.frameLocator('iframe');
    await watched;
    await expect(page.getByText('Loading project...')).toBeHidden();
    await inside.getByRole('button', { name: 'Start' }).click();
    await expect(inside.getByText('Thanks, still here')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden();
    await expect(page.getByText('Navigation to another page was prevented')).toBeHidden();
    const refusal = page.waitForEvent('console', (message) => message.text().startsWith('Form submission'));
    await inside.getByRole('button', { name: 'Send' }).click();
    await refusal;
  });
}
