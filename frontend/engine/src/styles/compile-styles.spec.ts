import { describe, expect, it } from '@jest/globals';
import { defaultFrameworkConfig, type FrameworkConfig } from '@studio/contract/http/frameworks';
import { compileStyles } from './compile-styles.js';

const compile = (
  cssFramework: FrameworkConfig['cssFramework'],
  css: string,
  html = '',
  js = '',
  classes: string[] = [],
) => compileStyles({ html, css, js, classes, frameworkConfig: { ...defaultFrameworkConfig, cssFramework } });
const css = async (...args: Parameters<typeof compile>) => {
  const { css, problems } = await compile(...args);
  expect(problems).toEqual([]);
  return css;
};
const onlyProblem = async (...args: Parameters<typeof compile>) => {
  const { css, problems } = await compile(...args);
  expect(css).toBeNull();
  expect(problems).toHaveLength(1);
  return problems[0];
};

describe('plain CSS', () => {
  it.each(['none', 'bootstrap', 'bulma'] as const)(
    'is left as it is with %s, slips and all',
    async (framework) => {
      const text = '@import url(x.css);\na { color: red; } } b {';
      expect(await css(framework, text)).toBe(text);
    },
  );
});

describe('SCSS', () => {
  it.each(['sass', 'scss'] as const)(
    'is what %s takes: nesting, variables, mixins, modules',
    async (framework) => {
      const text =
        '@use "sass:math";\n$w: 10px;\n@mixin m($c) { color: $c }\n.a { &:hover { @include m(red); width: math.div($w, 4) } }';
      expect(await css(framework, text)).toBe('.a:hover {\n  color: red;\n  width: 2.5px;\n}');
    },
  );

  it('says of styles in the indented syntax what to write instead', async () => {
    const hint = 'This is the indented syntax of Sass: write SCSS, with braces and semicolons';
    expect(await onlyProblem('sass', '$c: red\n.a-#{1 + 1}\n  color: $c\n')).toMatchObject({
      line: 2,
      message: expect.stringContaining(hint),
    });
    for (const text of ['$c: red\n.a { color: $c }', '.a\n  color: $missing', '@include nothing;'])
      expect((await onlyProblem('scss', text))?.message).not.toContain(hint);
  });

  it('leaves imports to the browser that are the browser’s', async () => {
    const text =
      '@import url("https://fonts.example/a.css");\n@import "b.css";\n@import "http://c.example/c";';
    expect(await css('scss', text)).toBe(text);
  });

  it('keeps every letter, with no charset in front', async () => {
    expect(await css('scss', 'a { content: "é…" }')).toBe('a {\n  content: "é…";\n}');
  });

  it('says nothing of what Sass deprecates', async () => {
    expect(await css('scss', 'a { color: lighten(red, 10%) }')).toContain('color:');
  });

  it('names a mistake with the line and column of the editor', async () => {
    expect(await onlyProblem('scss', 'a {}\n\n  b { color: $nope }')).toEqual({
      language: 'css',
      severity: 'error',
      message: 'Undefined variable.',
      line: 3,
      column: 14,
    });
  });

  it.each(['@use "colors";', '@import "colors";', '@use "file:///etc/passwd";', '@import "../../package";'])(
    'has no files to load: %s',
    async (text) => {
      expect(await onlyProblem('scss', `\n${text}`)).toMatchObject({
        message: expect.stringMatching(/^There is no such style sheet: /),
        line: 2,
      });
    },
  );

  it.each(['@mixin a { @include a } b { @include a }', '@function f() { @return f() } a { b: f() }'])(
    'ends what calls itself without end: %s',
    async (text) => {
      expect(await onlyProblem('scss', text)).toMatchObject({
        message: expect.stringMatching(/^A mixin or function calls itself without end/),
      });
    },
  );

  it('ends a text that grows without end', async () => {
    expect(await onlyProblem('scss', '$s: "ab";\n@while true { $s: $s + $s; }')).toMatchObject({
      message: 'A value in these styles grows without end.',
    });
  });

  it('repeats no more than a hundred messages of a loop', async () => {
    const { problems } = await compile('scss', '@for $i from 1 through 500 { @warn "again"; }');
    expect(problems).toHaveLength(100);
  });

  it('passes on what the author lets it say, and compiles all the same', async () => {
    const { css, problems } = await compile(
      'scss',
      '@mixin m { @warn "careful" }\na { @include m; b: c }\n@debug 1 + 1;',
    );
    expect(css).toContain('b: c');
    expect(problems).toEqual([
      { language: 'css', severity: 'warning', message: 'careful', line: 1, column: 12 },
      { language: 'css', severity: 'warning', message: '@debug: 2', line: 3, column: 1 },
    ]);
  });
});

describe('Tailwind', () => {
  it('makes the classes that the three sources name, and resets the page', async () => {
    const made = await css(
      'tailwind',
      '',
      '<p class="p-4 hover:underline">x</p>',
      'el.className = ["mt-[7px]", `text-xl`].join(" ")',
    );
    for (const part of ['.p-4', 'hover\\:underline', '.mt-\\[7px\\]', '.text-xl', 'box-sizing: border-box'])
      expect(made).toContain(part);
    expect(made).not.toContain('.flex');
  });

  it('understands what the pane may hold: themes, utilities, variants, layers and @apply', async () => {
    const pane = `@theme { --color-brand: #123456; }
@utility tab { tab-size: 4; }
@custom-variant open (&[open]);
@layer components { .card { @apply bg-brand p-2; } }`;
    const made = await css('tailwind', pane, '<p class="text-brand tab open:tab">');
    for (const part of ['--color-brand: #123456', '.text-brand', 'tab-size: 4', 'tab[open]', '.card'])
      expect(made).toContain(part);
  });

  it('takes a pane that brings Tailwind itself, or only parts of it', async () => {
    const html = '<p class="underline">';
    const whole = await css('tailwind', '@import "tailwindcss";', html);
    expect(whole).toBe(await css('tailwind', '', html));
    const parts = await css(
      'tailwind',
      "@import 'tailwindcss/theme';\n@import 'tailwindcss/utilities.css';",
      html,
    );
    expect(parts).toContain('.underline');
    expect(parts).not.toContain('box-sizing: border-box');
    expect(await css('tailwind', '/* @import "tailwindcss"; */', html)).toContain('box-sizing');
  });

  it('puts imports of addresses before all rules, where browsers take them', async () => {
    const font = '@import url("https://fonts.example/css2?family=A:wght@400;700");';
    expect(await css('tailwind', `${font}\na { b: c }`)).toMatch(
      /^@import url\("https:\/\/fonts\.example[^\n]*;\n/,
    );
  });

  it('gives the same sources the same styles, whatever was compiled before', async () => {
    const fresh = await css('tailwind', 'a{}', '<p class="p-1">');
    await css('tailwind', 'a{}', '<p class="p-1 p-2">');
    expect(await css('tailwind', 'a{}', '<p class="p-1">')).toBe(fresh);
    expect(await css('tailwind', 'a{}', '<p class="p-1 p-2">')).toContain('.p-2');
  });

  it('has rules for classes that the page has made, which no source names', async () => {
    const made = await css('tailwind', '', '', `x.className = 'h-[' + '41px' + ']'`, [
      'h-[41px]',
      'no-class',
    ]);
    expect(made).toMatch(/\.h-\\\[41px\\\] \{\s*height: 41px;/);
    expect(made).not.toContain('no-class');
  });

  it.each([
    ['a {}\n.b {\n  @apply p-1 nonsense;\n}', 'Cannot apply unknown utility class `nonsense`', 3, 14],
    ['.btn { @apply px-4 }\n.big { @apply text-lg btn }', 'Cannot apply unknown utility class `btn`', 2, 23],
    [
      '/* @apply but */\n.button {\n  @apply p-1\n    but;\n}',
      'Cannot apply unknown utility class `but`',
      4,
      5,
    ],
    ['a {}\n.b {', 'Missing closing } at .b', 2, 1],
    ['\n\n.b { color: "x\n }', 'Unterminated string: "x"', 3, 13],
    ['}', 'Missing opening {', 1, 1],
    ['@import "constructor";', /^There is no style sheet `constructor`/, 1, 10],
    ['@import "tailwindcss";\n@import "./other.css";', /^There is no style sheet `\.\/other\.css`/, 2, 10],
    [
      '\n@plugin "@tailwindcss/typography";',
      /plugins and configuration files are not part of a project/,
      2,
      10,
    ],
  ])('names a mistake with the line and column of the editor: %j', async (pane, message, line, column) => {
    expect(await onlyProblem('tailwind', pane)).toEqual({
      language: 'css',
      severity: 'error',
      message: typeof message === 'string' ? message : expect.stringMatching(message),
      line,
      column,
    });
  });
});
