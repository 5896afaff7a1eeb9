import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Browser, chromium } from '@playwright/test';
import { browserForTests, chromiumArguments } from '../stack/chromium.ts';
import { type Studio, startStudio } from '../stack/studio.ts';
import type { NamedPackage } from './named-packages.ts';
import { PackagePages, packagePlaces } from './show-package.ts';

let browser: Browser;
let studio: Studio;
let pages: PackagePages;
beforeAll(async () => {
  const executablePath = browserForTests();
  browser = await chromium.launch({
    args: chromiumArguments,
    ...(executablePath ? { executablePath } : {}),
  });
  studio = await startStudio();
  pages = await PackagePages.open(browser, studio);
}, 60_000);
afterAll(async () => {
  await pages.close();
  await browser.close();
  await studio.dispose();
});

/** Why a package that is used like this fails, by place. */
async function failuresOf(use: string, framework: NamedPackage['framework'] = 'vanilla') {
  const stored = await pages.store({ name: 'mitt', specifier: 'mitt', use, framework });
  return (await pages.show(stored, packagePlaces)).failures;
}

const everywhere = (text: string) =>
  Object.fromEntries(packagePlaces.map((place) => [place, expect.stringContaining(text)]));

it.each<[string, string, string]>([
  ['returns anything but true', '1', 'it does not do what it should'],
  ['throws an error', '{ throw new Error("thrown"); }', 'thrown'],
  ['throws an error later', '{ setTimeout(() => { throw new Error("late"); }); return true; }', 'late'],
  ['leaves a promise rejected', '{ void Promise.reject(new Error("rejected")); return true; }', 'rejected'],
])('a package that %s fails in every place', async (_what, use, reason) => {
  expect(await failuresOf(use)).toEqual(everywhere(reason));
});

it('a package whose module the studio does not serve fails although it was used', async () => {
  const failures = await failuresOf(
    '{ await fetch("/packages/mitt@0.0.1/").catch(() => null); return true; }',
  );
  expect(failures).toMatchObject({
    preview: expect.stringContaining('/packages/mitt@0.0.1/'),
    embed: expect.stringContaining('/packages/mitt@0.0.1/'),
  });
});

it.each(['react', 'vue'] as const)(
  'a component of %s that throws an error fails in every place',
  async (framework) => {
    const component =
      framework === 'react'
        ? '() => { throw new Error("broken"); }'
        : '{ render() { throw new Error("broken"); } }';
    expect(await failuresOf(`(await draw(${component})) !== null`, framework)).toEqual(everywhere('broken'));
  },
);

it.each(['react', 'vue'] as const)(
  'a component of %s that draws its text is used in every place',
  async (framework) => {
    expect(await failuresOf('(await draw("p", null, ["a"])).innerHTML === "<p>a</p>"', framework)).toEqual(
      {},
    );
  },
);

it('what a package prints as an error does not fail it, and neither does the end of the previous one', async () => {
  await failuresOf('{ setInterval(() => { throw new Error("previous"); }, 1); return true; }');
  expect(await failuresOf('{ console.error("printed"); return true; }')).toEqual({});
});
