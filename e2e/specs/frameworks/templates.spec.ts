import type { FrameLocator } from '@playwright/test';
import { templateRoutes } from '@studio/contract/http/templates';
import { signInAsDemo, storeProject } from '../../fixtures/accounts.ts';
import { expect, test } from '../../fixtures/test.ts';
import { callApi } from '../../stack/api.ts';

/** Tries the main action of each template, by name. */
const tries: Record<string, (page: FrameLocator) => Promise<void>> = {
  'Night sky': async (page) => {
    await page.getByRole('button', { name: 'Pause' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Play' })).toBeVisible();
  },
  'Sign-up form': async (page) => {
    await page.getByRole('button', { name: 'Join' }).press('Enter');
    await expect(page.getByText('Name is missing.')).toBeVisible();
  },
  'Shopping list': async (page) => {
    await page.getByLabel('What do you need?').fill('Lemons');
    await page.getByRole('button', { name: 'Add' }).press('Enter');
    await expect(page.getByText('3 things to buy')).toBeVisible();
  },
  'Mountain table': async (page) => {
    await page.getByRole('searchbox').fill('alps');
    await expect(page.getByText('3 of 8 mountains')).toBeVisible();
  },
  'Reading page': async (page) => {
    await page.getByLabel('Sepia').press('Space');
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(246, 236, 217)');
  },
  'Landing page': async (page) => {
    await page.getByRole('button', { name: 'Yearly' }).press('Enter');
    await expect(page.getByText('€40')).toBeVisible();
    await expect(page.getByRole('main')).toHaveCSS('padding-left', '24px');
  },
  Dashboard: async (page) => {
    await page.getByRole('button', { name: 'Year' }).press('Enter');
    await expect(page.getByText('61,480')).toBeVisible();
    await expect(page.locator('.card').first()).toHaveCSS('display', 'flex');
  },
  'Memory game': async (page) => {
    await page.getByRole('button', { name: 'Card 1: hidden' }).press('Enter');
    await expect(page.getByRole('button', { name: /^Card 1: (?!hidden)/ })).toBeVisible();
  },
  'Focus timer': async (page) => {
    await page.getByRole('button', { name: 'Rest instead' }).press('Enter');
    await expect(page.getByText('05:00')).toBeVisible();
  },
  'Capital quiz': async (page) => {
    await page.getByRole('button', { name: 'Canberra' }).press('Enter');
    await expect(page.getByText('Right!')).toBeVisible();
  },
  'Plan board': async (page) => {
    await page.getByRole('button', { name: 'Sand the old paint' }).press('ArrowRight');
    await expect(page.getByRole('heading', { name: 'Done (2)' })).toBeVisible();
  },
  'Split the bill': async (page) => {
    await page.getByLabel('Bill in euros').fill('30');
    await expect(page.getByText('€11.00')).toBeVisible();
  },
  'Markdown notes': async (page) => {
    await page.getByLabel('Write').fill('## Tuesday\n\nIt *rained*.');
    await expect(page.getByRole('heading', { name: 'Tuesday' })).toBeVisible();
    await expect(page.getByText('3 words')).toBeVisible();
  },
  'Spending chart': async (page) => {
    await page.getByLabel('Books').fill('165');
    await expect(page.getByText('1375 €')).toBeVisible();
  },
  'Recipe scaler': async (page) => {
    await page.getByLabel('Eggs').press('Space');
    await expect(page.getByText('3 still to fetch')).toBeVisible();
  },
  'Habit tracker': async (page) => {
    await page.getByRole('button', { name: 'Read on Tue' }).press('Enter');
    await expect(page.getByText('4 ticked this week')).toBeVisible();
  },
  'Colour mixer': async (page) => {
    await page.getByLabel(/^Lightness/).fill('90');
    await expect(page.getByText('Text on it should be dark.')).toBeVisible();
  },
  'Star rating element': async (page) => {
    await page.getByRole('slider', { name: 'Soup of the day' }).press('ArrowRight');
    await expect(page.getByText('Average: 4.5')).toBeVisible();
  },
  Fingerprint: async (page) => {
    await page.getByLabel('Any text').fill('abc');
    await expect(page.getByText(/^ba7816bf8f01cfea/)).toBeVisible();
  },
  'City clocks': async (page) => {
    await page.getByRole('combobox').selectOption('Nairobi');
    await expect(page.getByRole('button', { name: 'Remove Nairobi' })).toBeVisible();
  },
  'Pixel painter': async (page) => {
    await page.getByRole('button', { name: 'Row 1, column 1: White' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Row 1, column 1: Blue' })).toBeVisible();
  },
};

test('every starter template runs in an embed', { tag: '@nightly' }, async ({ studio, visit }) => {
  test.setTimeout(180_000);
  const { templates } = await callApi(studio.url, templateRoutes.listTemplates);
  const author = await signInAsDemo(studio);
  const page = await visit('about:blank');
  for (const { name, html, css, js, frameworkConfig } of Object.values(templates).flat()) {
    const input = { title: name, html, css, js, frameworkConfig, isEmbeddable: true };
    const { id } = await storeProject(studio, author, input);
    await page.goto(`${studio.url}/embed/${id}`);
    const shown = page.frameLocator('iframe').getByRole('heading', { level: 1 });
    await expect(shown, name).toBeVisible();
  }
});

test('every starter template runs in the preview, does what it is for and prints no error', {
  tag: '@nightly',
}, async ({ studio, account, open }) => {
  test.setTimeout(360_000);
  const { templates } = await callApi(studio.url, templateRoutes.listTemplates);
  const stored = await storeProject(studio, account, { title: 'Template', html: 'own', css: '', js: '' });
  const studioPage = await open(account, `/project/${stored.id}`);
  // Some templates are animated.
  await studioPage.page.emulateMedia({ reducedMotion: 'no-preference' });
  const errors: string[] = [];
  for (const { name } of Object.values(templates).flat()) {
    const listen = (text: string) => errors.push(`${name}: ${text}`);
    const onConsole = (message: { type(): string; text(): string }) => {
      if (message.type() === 'error') listen(message.text());
    };
    studioPage.page.on('console', onConsole);
    await studioPage.frameworkSelector.click();
    await studioPage.framework.template(name).click();
    await studioPage.framework.answer('Replace').click();
    await expect(studioPage.framework.dialog).toBeHidden();
    await test.step(name, async () => {
      await expect(studioPage.preview.document.getByRole('heading', { level: 1 })).toBeVisible();
      // Soon after the focus came to the editor, the studio takes it back from a page, unless somebody has clicked elsewhere.
      await expect(studioPage.html.textbox).toBeFocused();
      await studioPage.page.getByText('Live Preview', { exact: true }).click();
      const attempt = tries[name];
      expect(attempt, `${name} is tried`).toBeDefined();
      await attempt?.(studioPage.preview.document);
    });
    studioPage.page.off('console', onConsole);
  }
  expect(errors).toEqual([]);
});
