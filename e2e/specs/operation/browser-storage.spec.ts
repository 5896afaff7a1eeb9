import { storeProject } from '../../fixtures/accounts.ts';
import { expect, LoginPage, test } from '../../fixtures/test.ts';
import { StudioPage } from '../../pages/studio-page.ts';

/** Keys that are broken together. Token and user are broken separately, because they hide the effect of the others. */
const kept = [
  ['codestudio_token'],
  ['codestudio_user'],
  [
    'codestudio_current_project',
    'pendingSharedProject',
    'frameworkSelector_current',
    'codestudio_settings',
    'loadedSharedProjects',
  ],
];
const broken = ['', '{', 'null', '[]', '"text"', '{"project":{"html":5},"timestamp":"soon"}', '￿'.repeat(9)];

for (const keys of kept) {
  test(`broken values in ${keys.join(', ')} never leave a blank page`, { tag: '@nightly' }, async ({
    account,
    open,
  }) => {
    const studioPage = await open(account);
    for (const value of broken) {
      await studioPage.page.evaluate(
        ([names, text]) => {
          for (const name of names)
            for (const store of [localStorage, sessionStorage]) store.setItem(name, text);
        },
        [keys, value] as const,
      );
      await studioPage.page.reload();
      const screen = studioPage.title.or(studioPage.page.getByRole('heading', { name: 'Admin Login' }));
      await expect(screen, `with ${value}`).toBeVisible();
    }
  });
}

test('a browser that refuses storage altogether still shows the studio', { tag: '@smoke' }, async ({
  studio,
  account,
  browser,
}) => {
  const { id } = await storeProject(studio, account, { html: '<p>readable</p>', isPublic: true });
  const context = await browser.newContext();
  await context.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    Object.defineProperty(window, 'localStorage', { get: refuse });
    Object.defineProperty(window, 'sessionStorage', { get: refuse });
    Object.defineProperty(window, 'BroadcastChannel', { value: refuse });
    IDBFactory.prototype.open = refuse;
  });
  const page = await context.newPage();
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));
  const studioPage = new StudioPage(page);
  await page.goto(`${studio.url}/preview/${id}`);
  await expect(studioPage.preview.document.getByText('readable')).toBeVisible();
  await page.goto(`${studio.url}/`);
  await new LoginPage(page).signIn(account);
  await expect(studioPage.title).toHaveValue('Welcome to CodeStudio');
  await studioPage.button('Fork').click();
  await expect(studioPage.badge).toHaveText('Saved');
  await studioPage.html.append('<p>typed</p>');
  await expect(studioPage.preview.document.getByText('typed')).toBeVisible();
  await expect(studioPage.badge).toHaveText('Saved');
  expect(errors).toEqual([]);
  await context.close();
});
