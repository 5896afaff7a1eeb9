import { describe, expect, it } from '@jest/globals';
import { compileLess } from './compile-less.js';

const css = async (less: string) => {
  const result = await compileLess(less);
  expect(result.problems).toEqual([]);
  return result.css?.replace(/\s+/g, ' ').trim();
};
const problem = async (less: string) => {
  const { css: made, problems } = await compileLess(less);
  expect(made).toBeNull();
  return problems[0];
};

it('Less becomes CSS', async () => {
  const less = `@gap: 4px; .box(@size) { margin: (@size / 2); } .a { .box(@gap); &:hover { color: fade(#000, 50%); } }`;
  expect(await css(less)).toBe('.a { margin: 2px; } .a:hover { color: rgba(0, 0, 0, 0.5); }');
});

it('what browsers import themselves stays', async () => {
  expect(await css('@import url("https://fonts.example/a.css"); a { b: c }')).toContain(
    '@import url("https://fonts.example/a.css")',
  );
});

it.each([
  ['a mistake in a value', 'a {\n  color: darken(1);\n}', 2],
  ['an open block', 'a {\n  b: c;\n', 3],
  ['an unknown variable', '\na { b: @c }', 2],
])('%s is reported with its line', async (_what, less, line) => {
  expect(await problem(less)).toMatchObject({ language: 'css', severity: 'error', line });
});

describe('Less reads no file and runs no code', () => {
  it.each([
    ['another style sheet', '@import "/etc/passwd";'],
    ['one as it stands', '@import (inline) "/etc/passwd";'],
    ['one by its file address', '@import (less) "file:///etc/passwd";'],
    ['one from a network', '@import (less) url("http://127.0.0.1:1/a.less");'],
    ['a plugin', '@plugin "/tmp/a.js";'],
    ['a plugin from a network', '@plugin "http://127.0.0.1:1/a.js";'],
    ['JavaScript', 'a { b: `process.exit(1)` }'],
    ['JavaScript as text', 'a { b: ~`process.env` }'],
  ])('%s', async (_what, less) => {
    expect(await problem(less)).toMatchObject({
      line: 1,
      message: expect.stringMatching(/not supported|no such style sheet/),
    });
  });

  it.each(['data-uri("/etc/passwd")', 'data-uri("text/plain", "/etc/passwd")', 'image-size("/etc/passwd")'])(
    'a function that names a file: %s',
    async (value) => {
      const { css: made } = await compileLess(`a { b: ${value} }`);
      expect(made ?? '').not.toContain('root:');
    },
  );

  it('a mixin that calls itself without end is a mistake', async () => {
    expect(await problem('.a() { .a() } .b { .a() }')).toMatchObject({ severity: 'error' });
  }, 20_000);
});
