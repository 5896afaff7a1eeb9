import { expect, it } from '@jest/globals';
import { defaultFrameworkConfig, type FrameworkConfig } from '@studio/contract/http/frameworks';
import { compileStyles } from './compile-styles.js';

const problems = async (css: string, cssFramework: FrameworkConfig['cssFramework'] = 'none') =>
  (
    await compileStyles({
      html: '',
      css,
      js: '',
      classes: [],
      frameworkConfig: { ...defaultFrameworkConfig, cssFramework },
    })
  ).problems;

it.each([
  '@import "tailwindcss";',
  '@import url(tailwindcss) layer(a);',
  '@tailwind base;\n@tailwind utilities;',
  '@apply p-4;',
])('CSS that is written for Tailwind says to choose it, once: %s', async (text) => {
  const css = `/* @apply and @import "tailwindcss" */\n.a { ${text} }`;
  expect(await problems(css)).toEqual([
    {
      language: 'css',
      severity: 'warning',
      message: 'This is Tailwind: choose it as the CSS framework in Framework Configuration',
      line: 2,
      column: 6,
    },
  ]);
});

it('a project with Tailwind says nothing', async () => {
  expect(await problems('.a { @apply p-4; }', 'tailwind')).toEqual([]);
});

it.each([
  '@import "a.css";\n@layer base { a { b: c } }\n.tailwind { apply: 1 }',
  '@import "tailwindcss@2/dist/tailwind.min.css";\n@import "tailwindcss-animated/a.css";',
  '.a::before { content: "write @apply p-4"; content: \'"@tailwind base\' }',
  '.a { @apply  --mixin; }',
])('other CSS says nothing: %s', async (css) => {
  expect(await problems(css)).toEqual([]);
});
