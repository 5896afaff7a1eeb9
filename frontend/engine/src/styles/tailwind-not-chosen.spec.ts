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

it.each(['@import "tailwindcss";', '@tailwind base;\n@tailwind utilities;', '@apply p-4;'])(
  'CSS that is written for Tailwind says to choose it, once: %s',
  async (text) => {
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
  },
);

it('other CSS says nothing, nor does a project with Tailwind', async () => {
  expect(await problems('.a { @apply p-4; }', 'tailwind')).toEqual([]);
  expect(await problems('@import "a.css";\n@layer base { a { b: c } }\n.tailwind { apply: 1 }')).toEqual([]);
});
