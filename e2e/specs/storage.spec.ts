import { expect, test } from '../fixtures/test.ts';

const keys = [
  'codestudio_token',
  'codestudio_user',
  'codestudio_current_project',
  'pendingSharedProject',
  'frameworkSelector_current',
  'codestudio_settings',
];
const broken = ['', '{', 'null', '[]', '"text"', '{"project":{"html":5},"timestamp":"soon"}', '￿'.repeat(9)];

for (const key of keys) {
  test(`broken values in ${key} never leave a blank page`, async ({ account, open }) => {
    const desk = await open(account);
    for (const value of broken) {
      await desk.page.evaluate(([name, text]) => localStorage.setItem(name, text), [key, value] as const);
      await desk.page.reload();
      await expect(desk.title.or(desk.page.getByRole('heading', { name: 'Admin Login' }))).toBeVisible();
    }
  });
}

test('broken values in loadedSharedProjects never leave a blank page', async ({ account, open }) => {
  const desk = await open(account);
  for (const value of broken) {
    await desk.page.evaluate((text) => sessionStorage.setItem('loadedSharedProjects', text), value);
    await desk.page.reload();
    await expect(desk.title).toBeVisible();
  }
});

test('a browser that refuses storage altogether still shows the studio', async ({ studio, browser }) => {
  const context = await browser.newContext();
  await context.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    Object.defineProperty(window, 'localStorage', { get: refuse });
    Object.defineProperty(window, 'sessionStorage', { get: refuse });
    IDBFactory.prototype.open = refuse;
  });
  const page = await context.newPage();
  await page.goto(`${studio.url}/`);
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
  await context.close();
});
