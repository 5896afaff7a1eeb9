import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import { storeProject } from '../../fixtures/accounts.ts';
import { expect, test } from '../../fixtures/test.ts';

const tailwind = { ...defaultFrameworkConfig, cssFramework: 'tailwind' } as const;

test('Tailwind’s classes are completed in HTML, with variants, and those that the project itself adds', async ({
  studio,
  account,
  open,
}) => {
  const { id } = await storeProject(studio, account, {
    css: '@theme {\n  --color-brand: #123456;\n}\n',
    frameworkConfig: tailwind,
  });
  const studioPage = await open(account, `/project/${id}`);
  const { keyboard } = studioPage.page;
  await studioPage.loaded();
  await studioPage.html.textbox.focus();
  await keyboard.type('<p class="');
  await keyboard.type('md:bg-bra');
  await expect(studioPage.suggestion('md:bg-brand')).toBeVisible();
  await keyboard.press('Enter');
  await keyboard.type(' underl');
  await expect(studioPage.suggestion('underline')).toBeVisible();
  await keyboard.press('Tab');
  expect(await studioPage.html.text()).toContain('<p class="md:bg-brand underline"');
});

test('they are completed in className of JSX, and in no project without Tailwind', {
  tag: '@nightly',
}, async ({ studio, account, open }) => {
  const { id } = await storeProject(studio, account, {
    js: 'const Page = () => ;',
    frameworkConfig: { ...tailwind, framework: 'react' },
  });
  const studioPage = await open(account, `/project/${id}`);
  const { keyboard } = studioPage.page;
  await studioPage.loaded();
  await studioPage.js.textbox.focus();
  await keyboard.press('Control+End');
  await keyboard.press('ArrowLeft');
  await keyboard.type('<p className="underl');
  await expect(studioPage.suggestion('underline')).toBeVisible();
  await keyboard.press('Escape');

  await studioPage.frameworkSelector.click();
  await studioPage.framework.cssFramework.selectOption('None');
  await studioPage.framework.close.click();
  await studioPage.html.textbox.focus();
  await keyboard.type('<p class="underl');
  await keyboard.press('Control+Space');
  await expect(
    studioPage.page.locator('.suggest-widget').filter({ hasText: 'No suggestions' }),
  ).toBeVisible();
});
