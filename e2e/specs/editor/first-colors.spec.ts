import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import { storeProject } from '../../fixtures/accounts.ts';
import { differingPixels } from '../../fixtures/pictures.ts';
import { expect, test } from '../../fixtures/test.ts';
import type { EditorPane } from '../../pages/editor-pane.ts';
import type { StudioPage } from '../../pages/studio-page.ts';

const page = `<!doctype html>
<!-- a page with everything -->
<title class="a b" hidden>Colours &amp; more</title>
<style>
  p:first-child { margin: 0 auto 1.5em !important }
</style>
<p onclick='alert(1)'>a < b</p>
<script type="module">
  const found = /a[/]b+/gi.exec(\`one \${two} three\`) ?? 0x1f;
</script>
`;
const css = `@import url("a.css");
/* quiet */
.card > a:hover, #id[href^="x"] { width: calc(100% - 2.5rem) !important; }
@media (min-width: 600px) { p { color: red } }
`;
const scss = `$gap: 8px !default;
@mixin card($size, $color: red) { &:hover { margin: $gap * 2 #{$size}; } }
.a { @include card(1em); @extend .b; .c & { color: rgba(1, 2, 3, 0.5); } } // end
`;
const tsx = `import { useState } from 'react';
interface Props { from: number; label?: string }
/** Counts. */
export default function Counter({ from }: Props): JSX.Element {
  const [count, setCount] = useState<number>(from);
  return <button className="big" onClick={() => setCount(count + 1)}>{\`\${count} clicks\`} isn't</button>;
}
`;
const vue = `<script setup lang="ts">
import { ref } from 'vue';
const open = ref(false);
</script>
<template><p v-if="open" @click="open = !open">{{ open }}</p></template>
<style scoped>p { color: teal }</style>
`;
const react = {
  ...defaultFrameworkConfig,
  framework: 'react',
  typescript: true,
  cssFramework: 'scss',
} as const;
const sfc = { ...defaultFrameworkConfig, framework: 'vue', vueSfc: true } as const;

/** Opens a project without Monaco. The returned function lets Monaco load. */
async function openWithoutMonaco(studioPage: StudioPage, address: string): Promise<() => Promise<void>> {
  const { promise: wanted, resolve: want } = Promise.withResolvers<void>();
  await studioPage.page.route(/\/assets\/monaco-/, async (route) => {
    await wanted;
    await route.continue();
  });
  await studioPage.page.goto(address);
  await expect(studioPage.page.locator('.light-editor')).toHaveCount(3);
  await studioPage.page.evaluate(() => document.fonts.ready);
  return async () => {
    want();
    await studioPage.loaded();
  };
}

const lightLines = 'pre > div';
const monacoLines = '.view-line';

/** The visible lines of a pane at one moment: every character except spaces with its colour. */
function colorsOf({ pane }: EditorPane, lines: string): Promise<string[][]> {
  return pane.evaluate((element, selector) => {
    const top = (line: Element) => line.getBoundingClientRect().top;
    return [...element.querySelectorAll(selector)]
      .toSorted((one, other) => top(one) - top(other))
      .map((line) => {
        const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
        const colored: string[] = [];
        for (let text = texts.nextNode(); text; text = texts.nextNode()) {
          const color = getComputedStyle(text.parentElement as Element).color;
          for (const character of text.textContent ?? '')
            if (character.trim() !== '') colored.push(`${character} ${color}`);
        }
        return colored;
      });
  }, lines);
}

const panesOf = (studioPage: StudioPage) => [studioPage.html, studioPage.css, studioPage.js];

for (const [what, project, theme] of [
  ['a page with styles and scripts', { html: page, css, js: tsx }, 'dark'],
  ['TSX and SCSS, on light ground', { html: page, css: scss, js: tsx, frameworkConfig: react }, 'light'],
  ['a Vue component', { html: page, css, js: vue, frameworkConfig: sfc }, 'dark'],
] as const) {
  test(`${what}: the first text has its colours, and keeps them in the full editor`, {
    tag: '@nightly',
  }, async ({ studio, account, open }) => {
    const { id } = await storeProject(studio, account, project);
    const studioPage = await open(account, '/favicon.svg');
    await studioPage.page.setViewportSize({ width: 2000, height: 1400 });
    await studioPage.page.evaluate(
      (stored) => localStorage.setItem('codestudio_settings', stored),
      JSON.stringify({ theme }),
    );
    const letMonacoCome = await openWithoutMonaco(studioPage, `${studio.url}/project/${id}`);
    const before = await Promise.all(panesOf(studioPage).map((pane) => colorsOf(pane, lightLines)));
    const picture = await studioPage.html.pane.screenshot({ caret: 'hide' });
    await letMonacoCome();
    const after = await Promise.all(panesOf(studioPage).map((pane) => colorsOf(pane, monacoLines)));
    expect(before).toEqual(after);
    expect(new Set(before.flat(2).map((colored) => colored.slice(2))).size).toBeGreaterThan(6);
    // Nothing has moved: only the number of the caret's line and the indentation guides differ.
    expect(differingPixels(picture, await studioPage.html.pane.screenshot({ caret: 'hide' }))).toBeLessThan(
      200,
    );
  });
}

test('the full editor comes, too, where the text was replaced while its colours were on their way', async ({
  studio,
  account,
  open,
}) => {
  const { id } = await storeProject(studio, account, {
    title: 'Long',
    html: page,
    css: scss,
    js: tsx,
    frameworkConfig: react,
  });
  const grammar = Promise.withResolvers<void>();
  const studioPage = await open(account);
  await studioPage.page.route(/\/assets\/scss-/, async (route) => {
    await grammar.promise;
    await route.continue();
  });
  const asked = studioPage.page.waitForRequest(/\/assets\/scss-/);
  await studioPage.page.goto(`${studio.url}/project/${id}`);
  await expect(studioPage.title).toHaveValue('Long');
  await studioPage.page.mouse.move(2, 2, { steps: 2 });
  await asked;
  await studioPage.button('New').click();
  await expect(studioPage.title).toHaveValue('Untitled');
  grammar.resolve();
  await studioPage.loaded();
});

test('the code has its colours in every moment of a change of theme', async ({ studio, account, open }) => {
  const { id } = await storeProject(studio, account, { title: 'Colourful', html: page, css, js: tsx });
  const studioPage = await open(account, `/project/${id}`);
  await studioPage.loaded();
  await studioPage.button('Settings').click();
  const fewest = await studioPage.html.pane.evaluateHandle((pane) => {
    const count = () =>
      new Set([...pane.querySelectorAll('.view-line [class^=mtk]')].map(({ className }) => className)).size;
    const seen = { fewest: count() };
    new MutationObserver(() => {
      seen.fewest = Math.min(seen.fewest, count());
    }).observe(pane, { subtree: true, childList: true, attributes: true });
    return seen;
  });
  const before = (await fewest.jsonValue()).fewest;
  expect(before).toBeGreaterThan(3);
  const comment = studioPage.html.pane
    .locator('.view-line span', { hasText: 'a page with everything' })
    .last();
  const dark = await comment.evaluate((element) => getComputedStyle(element).color);
  await studioPage.settings.getByRole('combobox', { name: 'Theme' }).selectOption('light');
  await expect(comment).not.toHaveCSS('color', dark);
  expect((await fewest.jsonValue()).fewest).toBe(before);
});
