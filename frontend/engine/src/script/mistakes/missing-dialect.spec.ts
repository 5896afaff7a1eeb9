import { describe, expect, it } from '@jest/globals';
import { compileScript } from '../compile-script.js';

const plain = {
  typescript: false,
  jsx: false,
  vueComponent: false,
  usesVue: false,
  hasTailwind: false,
  hasRequire: false,
  hasP5: false,
  isModule: false,
  checkLoops: false,
};
const metaEnv = { MODE: 'development', DEV: true, PROD: false, SSR: false, BASE_URL: '/' } as const;

async function problem(source: string, dialect: object = {}) {
  const input = { ...plain, ...dialect, source, mode: 'development', metaEnv } as const;
  const [first] = (await compileScript(input)).problems;
  return first && `${first.line}:${first.column} ${first.message}`;
}

describe('a script that would be right in another dialect', () => {
  const inDialog = 'in Framework Configuration';
  it.each([
    ['root.render(\n  <App />);', `2:3 Unexpected token '<'. This is JSX: choose React ${inDialog}`],
    [
      'const a: string = "b";',
      `1:8 Unexpected token ':'. This is TypeScript: turn on TypeScript ${inDialog}`,
    ],
    [
      'enum A { B }',
      `1:1 The keyword 'enum' is reserved. This is TypeScript: turn on TypeScript ${inDialog}`,
    ],
    [
      "import type { A } from 'b';",
      `1:13 Unexpected token '{'. This is TypeScript: turn on TypeScript ${inDialog}`,
    ],
    [
      'const A = (b: number) => <p>{b}</p>;',
      `1:13 Unexpected token ':'. This is TypeScript with JSX: choose React and turn on TypeScript ${inDialog}`,
    ],
    [
      'const kit = (a) => a;\n@kit class A {}',
      `2:1 Unexpected character '@'. Browsers have no decorators: turn on TypeScript ${inDialog}`,
    ],
    [
      '<template>\n  <p>a</p>\n</template>\n<script setup>\nconst a = 1;\n</script>',
      `1:1 Unexpected token '<'. This is a Vue component: choose Vue and turn on Single-file components ${inDialog}`,
    ],
    [
      '\n<script setup>const a = 1;</script>',
      `2:1 Unexpected token '<'. This is a Vue component: choose Vue and turn on Single-file components ${inDialog}`,
    ],
    [
      '<script>\nconsole.log(1)\n</script>',
      "1:1 Unexpected token '<'. This is HTML: put it into the HTML pane, or leave out its tags",
    ],
    [
      '<!DOCTYPE html>\n<html><body><p>Hi</p></body></html>',
      "1:1 Unexpected token '<'. This is HTML: put it into the HTML pane, or leave out its tags",
    ],
    [
      '<script>\nexport default {};\n</script>',
      `1:1 Unexpected token '<'. This is a Vue component: choose Vue and turn on Single-file components ${inDialog}`,
    ],
  ])('says what to choose: %j', async (source, message) => {
    expect(await problem(source)).toBe(message);
  });

  it.each([{ typescript: true }, { jsx: true }])('knows components in each of them: %j', async (dialect) => {
    const source = '<script setup lang="ts">\nconst a = 1;\n</script>\n<template><p>{{ a }}</p></template>';
    expect(await problem(source, dialect)).toContain('This is a Vue component: choose Vue');
  });

  it('says so of nothing that is wrong in all of them', async () => {
    expect(await problem('return 1;')).toBe("1:1 'return' outside of function");
    expect(await problem('const a = <p>;')).toBe("1:11 Unexpected token '<'");
    expect(await problem('const a: = 1;')).toBe("1:8 Unexpected token ':'");
    expect(await problem('const a = @;')).toBe("1:11 Unexpected character '@'");
    expect(await problem('write(ada@example.org)')).toBe("1:10 Unexpected character '@'");
    expect(await problem("function a() { import b from 'b'; }")).toBe(
      "1:16 'import' and 'export' may only appear at the top level",
    );
  });

  it.each([
    [{ typescript: true }, 'const a: Kit = <p class="b">c</p>;', 'This is JSX: choose React'],
    [{ typescript: true }, 'kit<string>(\n  <App />\n);', 'This is JSX: choose React'],
    [{ jsx: true }, 'const A = ({ b }: Kit) => <p>{b}</p>;', 'This is TypeScript: turn on TypeScript'],
    [
      { jsx: true },
      'interface Kit { a: string }\nroot.render(<p />);',
      'This is TypeScript: turn on TypeScript',
    ],
    [{ jsx: true }, 'const [a] = useState<string>(b as string);', 'This is TypeScript: turn on TypeScript'],
  ])('says which other one to choose where one is chosen: %j', async (dialect, source, hint) => {
    expect(await problem(source, dialect)).toMatch(new RegExp(`[^.]\\. ${hint} ${inDialog}$`));
  });

  it.each([{ typescript: true }, { jsx: true }, { typescript: true, jsx: true }])(
    'says so of no mistake that is one in all of them: %j',
    async (dialect) => {
      for (const source of ['const a = <p>;', 'const a: = 1;', 'const b = [1, 2;', 'const a = <p><b></p>;'])
        expect(await problem(source, dialect)).not.toContain(inDialog);
    },
  );
});
