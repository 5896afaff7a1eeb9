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

test('scripts that a browser extension adds in vain neither reload the page nor cover it with a message', async ({
  studio,
  visit,
}) => {
  const page = await visit('about:blank');
  await page.clock.install();
  await page.goto(`${studio.url}/login`);
  await expect(new LoginPage(page).login).toBeVisible();
  await page.evaluate(() => {
    // The page stays, so that it can tell.
    window.navigation.addEventListener('navigate', (event) => {
      event.preventDefault();
      document.documentElement.dataset['left'] = event.navigationType;
    });
  });
  for (const src of ['https://extension.invalid/content.js', '/filter.js'])
    await page.evaluate(
      (address) =>
        new Promise((resolve) => {
          const script = document.createElement('script');
          script.onerror = resolve;
          script.src = address;
          document.head.append(script);
        }),
      src,
    );
  await page.clock.fastForward('01:00');
  await expect(page.locator('html')).not.toHaveAttribute('data-left');
  await expect(page.getByText('The page could not be loaded.')).toBeHidden();
});
