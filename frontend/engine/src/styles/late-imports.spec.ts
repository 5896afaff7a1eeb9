import { expect, it } from '@jest/globals';
import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import { compile } from '../compile.js';

const target = { mode: 'development', libraries: 'local', moduleCdn: null, checkLoops: false } as const;

const compiled = (css: string, html = '') =>
  compile({ html, css, js: '', frameworkConfig: defaultFrameworkConfig }, target);

it.each([
  ['behind a rule', 'p { top: 0 }\n  @import "reset.css";', 2, 3],
  ['in a rule', '@media print { @import "reset.css"; }', 1, 16],
  ['behind a rule that nobody closes', 'p {\n@import url(reset.css);', 2, 1],
  ['behind a layer with rules', '@layer a {} @import "reset.css"', 1, 13],
])('an @import %s is a warning, and no package: browsers skip it', async (_where, css, line, column) => {
  for (const html of ['', '<base href="https://example.org/">']) {
    const { problems, packageImports } = await compiled(css, html);
    const message = 'Browsers skip this @import: it has to come before all rules';
    expect(problems).toEqual([{ language: 'css', severity: 'warning', message, line, column }]);
    expect(packageImports).toEqual([]);
  }
});

it.each([
  '@import "kit/a.css";\n/* p { } */ @import "kit/b.css" layer(x) supports(display: grid);',
  '@charset "utf-8";\n@layer a, b;\n@import url("kit/a.css");@import url(kit/b.css)',
  '\uFEFF@import "kit/a.css";@import "kit/b.css"; p { top: 0 }',
])('those before all rules are packages: %j', async (css) => {
  const { packageImports, problems } = await compiled(css);
  expect(packageImports).toEqual(['kit/a.css', 'kit/b.css']);
  expect(problems.filter(({ message }) => message.startsWith('Browsers'))).toEqual([]);
});

it('what stands in comments and texts is none', async () => {
  const css = 'p { top: 0 }\n/* @import "a.css"; */\np::after { content: \'@import "a.css"\' }';
  expect((await compiled(css)).problems).toEqual([]);
});
