import { expect, LoginPage, test } from '../../fixtures/test.ts';

const scripts = [
  ['its first script', /\/assets\/index-[^/]+\.js$/],
  ['the app', /\/assets\/main-[^/]+\.js$/],
] as const;

for (const [name, script] of scripts) {
  test(`a page whose server does not have ${name} is loaded again by itself, then says so and offers to reload`, async ({
    studio,
    visit,
  }) => {
    const page = await visit('about:blank');
    let visits = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) visits += 1;
    });
    // As while a new release is rolled out: servers of the other version answer twice.
    await page.route(script, (route) => (visits > 2 ? route.fallback() : route.fulfill({ status: 404 })));
    await page.goto(`${studio.url}/login`);
    const notice = page.getByRole('alert').filter({ hasText: 'The page could not be loaded.' });
    await expect(notice).toBeVisible();
    expect(visits).toBe(2);
    await notice.getByRole('button', { name: 'Reload' }).click();
    await expect(new LoginPage(page).login).toBeVisible();
    await expect(notice).toBeHidden();
  });
}
