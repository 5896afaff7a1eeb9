import { expect, LoginPage, test } from '../../fixtures/test.ts';
import { troubleRoute } from '../../fixtures/troubled-route.ts';

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

test('a browser that is too old is told which ones the studio needs', async ({ studio, account, visit }) => {
  const page = await visit('about:blank');
  await page.addInitScript(({ token, user }) => {
    // As before Chrome 119, Firefox 121 and Safari 17.4.
    Reflect.deleteProperty(Promise, 'withResolvers');
    localStorage.setItem('codestudio_token', token);
    localStorage.setItem('codestudio_user', JSON.stringify(user));
  }, account);
  await page.goto(studio.url);
  const notice = page.getByRole('alert').filter({ hasText: 'The page could not be loaded.' });
  await expect(notice).toContainText('Chrome or Edge 120, Firefox 124 or Safari 17.4');
});

test('a page whose scripts are slow to come says that it is loading, unless it has failed', async ({
  studio,
  visit,
}) => {
  const page = await visit('about:blank');
  const app = await troubleRoute(page, /\/assets\/main-[^/]+\.js$/);
  app.become('slow');
  await page.goto(`${studio.url}/login`, { waitUntil: 'commit' });
  await expect(page.getByText('Loading...')).toBeVisible();
  app.become('gone');
  await app.asked();
  await expect(page.getByText('The page could not be loaded.')).toBeVisible();
  await expect(page.getByText('Loading...')).toBeHidden();
  app.become('none');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(new LoginPage(page).login).toBeVisible();
  await expect(page.getByText('Loading...')).toHaveCount(0);
});

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
