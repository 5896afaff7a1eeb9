import { describe, expect, it } from '@jest/globals';
import { defaultFrameworkConfig, type FrameworkConfig } from '@studio/contract/http/frameworks';
import { toHtml } from './build-document.js';
import { type CompileTarget, compile } from './compile.js';
import type { Sources } from './source.js';

const local: CompileTarget = { mode: 'development', libraries: 'local', moduleCdn: null, checkLoops: false };
const compiled = (sources: Partial<Sources>, config: Partial<FrameworkConfig> = {}, target = {}) =>
  compile(
    {
      html: '',
      css: '',
      js: '',
      ...sources,
      frameworkConfig: { ...defaultFrameworkConfig, ...config },
    },
    { ...local, ...target },
  );
const page = async (...args: Parameters<typeof compiled>) => {
  const { document, problems } = await compiled(...args);
  expect(problems).toEqual([]);
  return toHtml(document);
};
const problems = async (...args: Parameters<typeof compiled>) => (await compiled(...args)).problems;
const scriptOf = (html: string) =>
  /<script(?: type="module")?>([^<]*?)\n\/\/# sourceURL=script\.js/.exec(html)?.[1];
const importMapOf = (html: string) =>
  JSON.parse(/<script type="importmap">(.*?)<\/script>/.exec(html)?.[1] ?? '{}').imports ?? {};
const librariesOf = (html: string) =>
  [...html.matchAll(/<(?:script src|link rel="stylesheet" href)="([^"]+)"/g)].map(([, address]) => address);

const react = { framework: 'react' } as const;
const vue = { framework: 'vue' } as const;
const component = { ...vue, vueSfc: true };
const tailwind = { cssFramework: 'tailwind' } as const;

describe('TypeScript and JSX', () => {
  it('become JavaScript with every line where it was', async () => {
    const js = 'interface A {\n  b: string;\n}\n\nconst a: A = { b: "x" };\n\nuse(\n  a as A,\n  a.b!,\n);';
    const script = scriptOf(await page({ js }, { typescript: true })) ?? '';
    const lines = script.split('\n');
    expect(lines).toHaveLength(js.split('\n').length);
    expect(lines[4]).toMatch(/^const a *= \{ b: "x" \};$/);
    expect(lines[8]).toMatch(/^ {2}a\.b *,$/);
  });

  it('make elements by React.createElement, with and without types (specification: Preview)', async () => {
    const js = 'const a = <><B c="1">d</B></>;';
    const made =
      'const a = React.createElement(React.Fragment, null, React.createElement(B, { c: "1",}, "d"));';
    expect(scriptOf(await page({ js }, react))).toBe(made);
    expect(scriptOf(await page({ js }, { ...react, typescript: true }))).toBe(made);
  });

  it('keep the line ends of an attribute', async () => {
    const js = "const a = <b c='one\n  two' />;";
    expect(scriptOf(await page({ js }, react))).toContain(String.raw`'one\n  two'`);
  });

  it('are mistakes where the project is not set to them', async () => {
    expect(await problems({ js: 'let a: number = 1' })).toMatchObject([{ line: 1, column: 6 }]);
    expect(await problems({ js: 'const a = <b />' })).toMatchObject([{ line: 1, column: 11 }]);
  });
});

describe('a mistake', () => {
  it.each<[string, string, Partial<FrameworkConfig>, number, number]>([
    ['JavaScript', 'ok();\n\n  const a = ;', {}, 3, 13],
    ['a module', 'import "react";\nconst a = 1;\nconst a = 2;', {}, 3, 7],
    ['TypeScript', 'let a: string;\n  let b: = 1;', { typescript: true }, 2, 10],
    ['TSX', '\n\n  const a = <div>;\n', { ...react, typescript: true }, 3, 14],
    [
      'what only the finished script shows',
      'let a: string;\nlet b = 1;\n  let b = 2;',
      { typescript: true },
      3,
      7,
    ],
    ['Windows lines', 'a();\r\nb();\r\n  c(;', {}, 3, 5],
    [
      'the script of a component',
      '<template><p/></template>\n<script setup>\nconst a = ;\n</script>',
      component,
      3,
      11,
    ],
    [
      'the script of a long component',
      `<template><p/></template>${'\n'.repeat(98)}<script setup>\nconst a = ;\n</script>`,
      component,
      100,
      11,
    ],
    ['the template of a component', '<template>\n  <p>{{ a b }}</p>\n</template>', component, 2, 9],
    ['an element of a component', '<template>\n <div>\n</template>', component, 2, 2],
    [
      'a value that a style of a component binds',
      '<script setup>\nconst a = 1\n</script>\n<style>\nb { color: v-bind(a); left: v-bind("a.") }\n</style>',
      component,
      5,
      29,
    ],
    [
      'no value that a style of a component binds',
      '<script setup>\nconst a = 1\n</script>\n<style>b { left: v-bind() }</style>',
      component,
      4,
      18,
    ],
    ...['<li v-for="">x</li>', '<li v-for="x in">x</li>', '<li v-bind>x</li>'].map(
      (item): [string, string, Partial<FrameworkConfig>, number, number] => [
        `a typed component, which has only the beginning of a directive: ${item}`,
        `<script setup lang="ts">\nimport { ref } from "vue"\n</script>\n<template>\n  ${item}\n</template>`,
        component,
        5,
        7,
      ],
    ),
    [
      'a slot of no component',
      '<template>\n<p v-if="a">x</p>\n<b><template #a>x</template></b>\n</template>',
      component,
      3,
      4,
    ],
    [
      'a slot of a component that has none',
      '<template>\n<Teleport to="body"><template #default>x</template></Teleport>\n</template>',
      component,
      2,
      21,
    ],
    ['a directive without its name', '<template>\n<p v-:a.b="c">x</p>\n</template>', component, 2, 4],
    ['a directive on a template', '<template>\n<template v-for>x</template>\n</template>', component, 2, 11],
  ])(
    'in %s is reported with the editor’s line and column, and keeps only the script out of the page',
    async (_name, js, config, line, column) => {
      const result = await compiled({ html: '<p>', css: 'b{}', js }, config);
      expect(result).toMatchObject({ isScriptBroken: true, styles: { js: null, css: ['', 'b{}'] } });
      expect(toHtml(result.document)).toMatch(/b\{\}<\/style>.*<p><\/body>/);
      expect(result.problems).toMatchObject([{ language: 'js', severity: 'error', line, column }]);
      expect(result.problems[0]?.message).not.toMatch(/\(\d+:\d+\)|App\.vue|\n/);
    },
  );

  it('in the styles is reported together with one in the script', async () => {
    const broken = { js: 'a(', css: 'a { b: $c }' };
    expect(await problems(broken, { cssFramework: 'scss' })).toMatchObject([
      { language: 'css' },
      { language: 'js' },
    ]);
  });

  it('in the styles keeps those out of the page, and nothing else', async () => {
    const result = await compiled(
      { html: '<p>', css: 'a { b: $c }', js: 'go()' },
      { cssFramework: 'scss', framework: 'react' },
    );
    expect(result).toMatchObject({ isScriptBroken: false, styles: { js: ['', ''], css: null } });
    expect(toHtml(result.document)).toMatch(/<style data-studio-css><\/style>.*<p>.*go\(\)/s);
    expect(librariesOf(toHtml(result.document))).toHaveLength(2);
  });

  it('in the styles of a component leaves the component itself to run', async () => {
    const js = '<template><p/></template>\n<style lang="scss">\nb { c: $d }\n</style>';
    const result = await compiled({ js }, component);
    expect(result.problems).toMatchObject([{ language: 'js', severity: 'error', line: 3 }]);
    expect(result).toMatchObject({ isScriptBroken: false, styles: { js: null, css: ['', ''] } });
    expect(toHtml(result.document)).toContain('.mount(');
  });

  it('of never closing something is a warning, and the script runs all the same', async () => {
    for (const [html, closed] of [
      ['<p>x</p>\n<!-- y', '<!-- y--><script>'],
      ['<p>x</p>\n<a href="y', '<a href="y"><script>'],
      ['<p>x</p>\n<textarea>y', '<textarea>y</textarea><script>'],
    ] as const) {
      const { document, problems } = await compiled({ html, js: 'go()' });
      expect(problems).toMatchObject([{ language: 'html', severity: 'warning', line: 2, column: 1 }]);
      expect(toHtml(document)).toContain(closed);
    }
  });
});

describe('frameworks', () => {
  it.each([
    [
      17,
      'development',
      ['/lib/react@17.0.2/umd/react.development.js', '/lib/react-dom@17.0.2/umd/react-dom.development.js'],
    ],
    [
      18,
      'production',
      [
        '/lib/react@18.3.1/umd/react.production.min.js',
        '/lib/react-dom@18.3.1/umd/react-dom.production.min.js',
      ],
    ],
    [19, 'production', ['/lib/react@19.3.1/react-with-dom.production.js']],
  ] as const)('React %s comes as the build for %s', async (frameworkVersion, mode, libraries) => {
    expect(librariesOf(await page({ js: 'go()' }, { ...react, frameworkVersion }, { mode }))).toEqual(
      libraries,
    );
  });

  it('load before everything of the page’s own, its base and its policies included', async () => {
    const html =
      '<!doctype html><html><head><base href="/x/"><meta http-equiv="Content-Security-Policy" content="x"></head><body></body></html>';
    const built = await page({ html, css: 'a{}' }, { ...vue, cssFramework: 'bootstrap' });
    const order = ['<head>', 'vue.global.js', 'bootstrap.bundle', 'bootstrap.min.css', '<base', '<style'];
    const places = order.map((part) => built.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  });

  it('come from the public networks where the operator says so', async () => {
    const built = await page({ js: 'go()' }, vue, { libraries: 'cdn' });
    expect(librariesOf(built)).toEqual(['https://cdn.jsdelivr.net/npm/vue@3.5.45/dist/vue.global.js']);
  });

  it('leave a page alone that needs none', async () => {
    expect(librariesOf(await page({ html: '<p>', js: 'go()' }))).toEqual([]);
  });
});

describe('Tailwind', () => {
  const sources = { html: '<p class="known p-1">', css: '/* </script> */ .own {}', js: 'go("made")' };

  it('brings its build for pages where nobody compiles classes that are made at run time, and there alone', async () => {
    const embedded = await page(sources, tailwind, { mode: 'production' });
    expect(embedded).toContain('"/lib/@tailwindcss/browser@4.3.3/dist/index.global.js"');
    expect(embedded).toContain('new Set(["known","p-1"])');
    expect(embedded).toContain('@import \\"tailwindcss\\";/* \\u003c/script> */ .own {}');
    expect(librariesOf(embedded)).toEqual([]);
    expect(await page(sources, tailwind)).not.toContain('@tailwindcss/browser');
    expect(await page(sources, {}, { mode: 'production' })).not.toContain('@tailwindcss/browser');
  });

  it('gives that build the pane as it is, whatever names are in it', async () => {
    const css = '/* KNOWN PANE LIBRARY $& */ .own {}';
    const embedded = await page({ ...sources, css }, tailwind, { mode: 'production' });
    expect(embedded).toContain(JSON.stringify(`@import "tailwindcss";${css}`));
  });

  it('gives that build nothing to look for that the page has already: style sheets of packages, and classes in Pug', async () => {
    const config = { ...tailwind, htmlLanguage: 'pug', packages: { pkg: '1.2.3' } } as const;
    const css = "@import 'pkg/style.css'; .own {}";
    const embedded = await page({ html: 'p.js-menu.p-1', css }, config, { mode: 'production' });
    expect(embedded).toContain('new Set(["js-menu","p-1"])');
    expect(embedded).toMatch(/@import \\"tailwindcss\\"; +\.own \{\}/);
    expect(embedded).toContain("@import '/packages/pkg@1.2.3/style.css'");
  });

  it('marks its styles, so that the preview sends the studio the classes of the page', async () => {
    expect(await page(sources, tailwind)).toContain('<style data-studio-css="by-class">');
    expect(await page(sources)).toContain('<style data-studio-css>');
  });
});

describe('a Vue single-file component', () => {
  it('is a module that mounts itself, with its scoped styles among the project’s', async () => {
    const js = `<script setup lang="ts">
import { ref } from 'vue'
const n = ref<number>(1)
</script>
<template><b :title="(n as any)">{{ n }}</b></template>
<style scoped lang="scss">
b { i & { color: red } }
</style>`;
    const built = await page({ js, css: 'p{}' }, component);
    expect(built).toMatch(/i b\[data-v-component\] \{\s*color: red;\s*\}\s*p\{\}<\/style>/);
    expect(built).toContain('<script type="module">');
    expect(built).toContain('.mount(');
    expect(Object.keys(importMapOf(built))).toEqual(['vue']);
    expect(scriptOf(built)).not.toMatch(/ as any|<number>/);
  });

  it('may have styles in Less', async () => {
    const js =
      '<template><b/></template>\n<style scoped lang="less">@size: 2px; b { i { top: @size } }</style>';
    expect(await page({ js }, component)).toMatch(/b i\[data-v-component\] \{\s*top: 2px;/);
    const wrong = '<template><b/></template>\n<style lang="less">\nb { top: @none }</style>';
    expect(await problems({ js: wrong }, component)).toMatchObject([
      { language: 'js', severity: 'error', line: 3, column: 10 },
    ]);
  });

  it('may have styles as modules, whose names are its own', async () => {
    const js = `<template><b :class="[$style.red, $style['is-on'], other.red]"/></template>
<style module lang="scss">
.red { i & { color: red } &:hover { animation: turn 1s } }
:global(.shared) .is-on { color: v-bind(n) }
@keyframes turn { to { rotate: 1turn } }
</style>
<style module="other" scoped>.red { margin: 1px }</style>`;
    const built = await page({ js }, component);
    expect(built).toMatch(/i \._red_0 \{\s*color: red;/);
    expect(built).toMatch(/\._red_0:hover \{\s*animation: _turn_0 1s;/);
    expect(built).toMatch(/\.shared \._is-on_0 \{\s*color: var\(--component-/);
    expect(built).toContain('@keyframes _turn_0 {');
    expect(built).toMatch(/\._red_1\[data-v-component\] \{ margin: 1px\s*\}/);
    expect(built).not.toContain(':export');
    expect(scriptOf(built)).toContain(
      '.__cssModules = {"$style":{"red":"_red_0","turn":"_turn_0","is-on":"_is-on_0"},"other":{"red":"_red_1"}}',
    );
  });

  it.each([
    ['.a { b: c }\n.d { composes: a }', 'composes is not supported: name both classes', 3, 6],
    ['@value a: red;', '@value is not supported: use a CSS variable', 2, 15],
  ])('says what a module of styles cannot have: %j', async (style, message, line, column) => {
    const js = `<template><b/></template>\n<style module>${style}</style>`;
    expect(await problems({ js }, component)).toMatchObject([
      { severity: 'error', message: expect.stringContaining(message), line, column },
    ]);
  });

  it('may have a template in Pug', async () => {
    const js = `<script setup lang="ts">
import { ref } from 'vue'
const isOn = ref<boolean>(false)
</script>
<template lang="pug">
  - const names = ['a', 'b']
  button(@click="isOn = !isOn && true") on
  p(v-if="isOn") {{ isOn ? 'yes' : 'no' }}
  p(v-else :class="{ isOn }")
    each name in names
      b= name
</template>
<style scoped>b { top: 0 }</style>`;
    const built = await page({ js }, component);
    expect(scriptOf(built)).toMatch(/onClick: [^\n]*\n?[^\n]*!\$setup\.isOn && true/);
    expect(scriptOf(built)).toMatch(/"b", null, "a"[^]*"b", null, "b"/);
    expect(built).toContain('b[data-v-component]');
  });

  it.each([
    ['<template lang="pug">\n  p(v-if="on")\n    b(:title="on +") x\n</template>', 3, 16],
    ['<template lang="pug">p(a=)</template>', 1, 26],
    ['<template>\n</template>\n<template lang="pug">\n  p\n</template>', 3, 1],
    ['<template\n  lang="pug">\np x\n</template>\n<script>\nlet a b\n</script>', 6, 6],
    ['<template lang="pug">\n\n  div\n    p\n     b\n   i\n</template>', 6, 3],
    [
      '<script setup>\nimport Other from "./Other.vue"\n</script>\n<template lang="pug">\np\n</template>',
      2,
      20,
    ],
  ])('shows where the mistake is in one with a template in Pug: %j', async (js, line, column) => {
    expect(await problems({ js }, component)).toMatchObject([
      { language: 'js', severity: 'error', line, column },
    ]);
  });

  it('keeps scoped styles off the element it is mounted on, which Vue marks by `data-v-app`', async () => {
    const js = '<template><div><b>in</b></div></template>\n<style scoped>div { margin: 1px }</style>';
    const built = await page({ js }, component);
    const [, scope] = /div\[(data-v-[\w-]+)\]/.exec(built) ?? [];
    expect(scope).toBeDefined();
    expect(scope).not.toBe('data-v-app');
    expect(scriptOf(built)).toContain(`.__scopeId = "${scope}"`);
  });

  it('leaves relative addresses in its template to the browser, which goes on without the files', async () => {
    const built = await page({ js: '<template><img src="./logo.png"></template>' }, component);
    expect(scriptOf(built)).toContain('"./logo.png"');
  });

  it('has its styles compiled by Tailwind, with the theme and utilities that @reference names', async () => {
    const js = `<template><b class="btn">x</b></template>
<style scoped>
@import 'pkg/a.css';
@reference "tailwindcss";
.btn { @apply px-4 bg-blue-600 }
i { @variant hover { color: red } }
</style>`;
    const config = { ...component, packages: { pkg: '1.2.3' }, cssFramework: 'tailwind' } as const;
    const built = await page({ js }, config);
    expect(built).toMatch(/<style [^>]*>@import '\/packages\/pkg@1\.2\.3\/a\.css'/);
    expect(built).toMatch(/\.btn\[data-v-component\] \{\s*background-color: [^;]*;\s*padding-inline: /);
    expect(built).toMatch(/i\[data-v-component\]:hover \{\s*color: red/);
    expect(built).not.toMatch(/<style [^>]*>[^<]*@(?:apply|variant|reference)/);
  });

  it.each([
    ['\n\n  .btn { @apply px-4 }', 4, 17],
    ['.btn { @apply px-4 }', 2, 22],
    ['\n@reference "./other.css";', 3, 13],
  ])('shows where Tailwind finds a mistake in its styles: %j', async (style, line, column) => {
    const js = `<template><b class="btn">x</b></template>\n<style>${style}</style>`;
    expect(await problems({ js }, { ...component, cssFramework: 'tailwind' })).toMatchObject([
      { language: 'js', severity: 'error', line, column },
    ]);
  });

  it.each([
    ['<style scoped>\n.a {\n  color: red;\n\n</style>', {}, 'Unclosed block', 4, 1],
    ['<style> a {} } </style>', {}, 'Unexpected }', 3, 14],
    ['<style>a { b: c }</style>\n<style>\n\n  a { color red }</style>', {}, 'Unknown word color', 6, 7],
    ['<style>\n@import "pkg/a.css"; i { b: c }\n/*</style>', tailwind, 'Unclosed comment', 5, 1],
    ['<style lang="scss">\n\na { b: #{"}"} }</style>', {}, 'Unexpected }', 3, 20],
  ])(
    'shows where its styles are no CSS, and names no file: %j',
    async (styles, config, message, line, column) => {
      const js = `<template><p/></template>\n\n${styles}`;
      const packages = { pkg: '1.2.3' };
      expect(await problems({ js }, { ...component, packages, ...config })).toEqual([
        { language: 'js', severity: 'error', message, line, column },
      ]);
    },
  );

  it('says where a type must be written that Vue reads', async () => {
    for (const from of ['pkg', './types']) {
      const js = `<script setup lang="ts">\nimport type { F } from '${from}';\ndefineProps<F>();\n</script>`;
      expect(await problems({ js }, component)).toMatchObject([
        { message: expect.stringContaining('write the type in this component'), line: 3, column: 13 },
      ]);
    }
  });

  it('has its decorators and accessors compiled', async () => {
    const js = '<script lang="ts">\n@d class A { accessor b = 1; @d c() {} }\n</script>';
    const built = await page({ js }, component);
    expect(built).toContain('set b(');
    expect(built).not.toMatch(/@d|accessor b/);
  });

  it('has no source maps that its styles name', async () => {
    const map = { version: 3, sources: ['/srv/a.css'], names: [], mappings: 'AAAA' };
    const comment = (url: string) => `/*# sourceMappingURL=${url} */`;
    const named = comment(`data:application/json,${encodeURIComponent(JSON.stringify(map))}`);
    for (const each of [named, comment('data:x'), comment('package.map')]) {
      const { styles } = await compiled({ js: `<template/><style>b { c: d } ${each}</style>` }, component);
      expect(styles.js?.join('')).not.toContain('sourceMappingURL');
      expect(await problems({ js: `<template/>\n<style>${each}\n}</style>` }, component)).toMatchObject([
        { message: 'Unexpected }', line: 3, column: 1 },
      ]);
    }
  });

  it('keeps its styles as they are where they use nothing of Tailwind', async () => {
    const js = '<template><b>x</b></template>\n<style>b { &:hover{ color:red } }</style>';
    const { styles } = await compiled({ js }, component);
    expect(await compiled({ js }, { ...component, cssFramework: 'tailwind' })).toMatchObject({
      styles: { js: styles.js },
      problems: [],
    });
  });

  it('gives the page the imports of all its styles before their rules, where browsers follow them', async () => {
    const js = `<template><b>x</b></template>
<style>@import url("https://a.example/1.css?a;b"); i{}</style>
<style scoped>/* x */ @layer base; @import 'pkg/2.css' layer(base); b{}</style>`;
    const css = '@charset "utf-8"; @import url(https://a.example/css2?family=A:wght@400;700); p{}';
    const built = await page({ js, css }, { ...component, packages: { pkg: '1.2.3' } });
    const [, styles = ''] = /<style data-studio-css>(.*)<\/style>/s.exec(built) ?? [];
    const order = [
      '@import url("https://a.example/1.css?a;b");',
      '@layer base;',
      "@import '/packages/pkg@1.2.3/2.css' layer(base);",
      '@import url(https://a.example/css2?family=A:wght@400;700);',
    ].concat(['i{}', 'b[data-v-component]{}', 'p{}']);
    const places = order.map((part) => styles.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  });

  it('names the place of a package that its styles import and the project does not have', async () => {
    const js = '<template><b>x</b></template>\n<style>\n  @import "pkg/a.css";\n</style>';
    const { problems: found, missingPackages } = await compiled({ js }, component);
    expect(found).toMatchObject([{ language: 'js', line: 3, column: 12 }]);
    expect(missingPackages).toEqual(['pkg/a.css']);
  });

  it.each([
    ['<script src="x.js"></script>', '<script src>'],
    ['<template lang="haml">p</template>', 'lang="haml"'],
    ['<template lang="pug" src="a.pug"></template>', '<template src>'],
    ['<script lang="tsx">x</script>', 'lang="tsx"'],
    ['<script setup>\nimport Other from "./Other.vue"\n</script>', './Other.vue'],
    ['const a = 1', 'single-file component. Put this code into <script>, or turn off Single-file components'],
  ])('says what it cannot have: %s', async (js, part) => {
    expect(await problems({ js }, component)).toMatchObject([
      { severity: 'error', message: expect.stringContaining(part) },
    ]);
  });
});

describe('modules', () => {
  it.each([
    ['import', 'import "react"'],
    ['export', 'const a = 1; export { a }'],
    ['await', 'await null'],
    ['for await', 'for await (const a of []) a'],
  ])('a top-level %s makes the script a module', async (_name, js) => {
    expect(await page({ js })).toContain('<script type="module">');
  });

  it.each([
    '"import x from y"; `export ${1}`; /await/; // import "x"',
    'async function f() { await 1 }',
    'import("react")',
    'var await = 1; with ({}) await',
  ])('nothing else does: %s', async (js) => {
    expect(await page({ js })).not.toContain('type="module"');
  });

  it('every script of a Vite project is one', async () => {
    expect(await page({ js: 'go()' }, { buildTool: 'vite' })).toContain('<script type="module">');
  });

  it('what the studio carries is handed on from one global script, in any project', async () => {
    const built = await page({
      js: 'import { h } from "vue";\nimport "bootstrap";',
      html: '<script type="module">import React from "react"</script>',
    });
    expect(Object.keys(importMapOf(built))).toEqual(['vue', 'bootstrap', 'react']);
    expect(librariesOf(built)).toHaveLength(4);
    expect(importMapOf(built).vue).toMatch(/^data:text\/javascript,/);
  });

  it('other imports come from where the operator says', async () => {
    const built = await page(
      { js: 'import "lodash/fp"; import "https://a.example/b.js"' },
      {},
      { moduleCdn: 'https://m.example/' },
    );
    expect(importMapOf(built)).toEqual({ 'lodash/fp': 'https://m.example/lodash/fp' });
  });

  it('or fail by name when the page runs, with a warning before', async () => {
    const js = 'ok();\nimport a, { b as c, "d-e" as f } from "lodash"; export * from "lodash"';
    const { document, problems } = await compiled({ js });
    expect(problems).toMatchObject([
      { severity: 'warning', line: 2, message: expect.stringContaining('"lodash"') },
    ]);
    const map = importMapOf(toHtml(document));
    await expect(import(map.lodash)).rejects.toThrow('Cannot import "lodash"');
    expect(decodeURIComponent(map.lodash)).toContain(
      'nothing as "default", nothing as "b", nothing as "d-e"',
    );
  });

  it.each<[string, Partial<FrameworkConfig>, string]>([
    ['JavaScript', {}, "import lodas from 'lodas'"],
    ['JSX', react, 'const a = <b c="d"/>; import lodas from "lodas"'],
    ['TypeScript', { typescript: true }, "let a: string = 'x'; import lodas from 'lodas'; a = lodas"],
    [
      'what TypeScript compiles',
      { typescript: true },
      "namespace A { let a = 1 }; import lodas from 'lodas'; lodas()",
    ],
    ['a component', component, "<script setup>\nimport lodas from 'lodas'\nlodas()</script>"],
  ])('are named by what they import, not by what that is called here: %s', async (_name, config, js) => {
    const [{ line, column } = { line: 0, column: 0 }] = await problems({ js }, config);
    expect(js.split('\n')[line - 1]?.slice(column - 2, column + 5)).toMatch(/^(['"])lodas\1$/);
  });

  it('may have any number of names', async () => {
    const names = Array.from({ length: 130_000 }, (_, at) => `a as _${at}`).join();
    const js = `import 'x'; export {${names}} from 'x'`;
    expect((await compiled({ js, html: `<script type="module">${js}</script>` })).isScriptBroken).toBe(false);
  });

  it('react-dom/client wants a newer React', async () => {
    const js = 'import { createRoot } from "react-dom/client"';
    const message = /React 18 or 19\. Choose it in Framework Configuration$/;
    expect(await problems({ js }, react)).toMatchObject([{ message: expect.stringMatching(message) }]);
    expect(await problems({ js }, { ...react, frameworkVersion: 18 })).toEqual([]);
  });

  it('styles are there already, other files are not', async () => {
    const js = 'import "./style.css";\nimport "tailwindcss"; go()';
    expect(scriptOf(await page({ js }, tailwind))).toBe(';\n; go()');
    expect(await problems({ js: '\nimport a from "./b.js"' })).toMatchObject([
      { severity: 'error', line: 2, message: expect.stringContaining('./b.js') },
    ]);
    expect(await problems({ js: 'import a from "./b.css"' })).toMatchObject([
      { message: expect.stringContaining('CSS pane') },
    ]);
  });

  it.each([
    ['bootstrap/dist/css/bootstrap.css', '/lib/bootstrap@5.3.0/dist/css/bootstrap.min.css'],
    ['bulma/css/bulma.css', '/lib/bulma@0.9.4/css/bulma.min.css'],
    ['bulma/css/bulma.min.css', '/lib/bulma@0.9.4/css/bulma.min.css'],
  ])('the style sheet %s is linked, whatever the CSS framework', async (specifier, address) => {
    for (const cssFramework of ['none', 'bulma', 'bootstrap'] as const) {
      const built = await compiled({ css: 'a{}', js: `import "${specifier}"` }, { cssFramework });
      const links = librariesOf(toHtml(built.document));
      expect(links.filter((each) => each === address)).toEqual([address]);
      expect(built).toMatchObject({ problems: [], packageImports: [] });
    }
    const imported = await page({ css: `@import "${specifier}"; a{}` });
    expect(imported).toContain(`@import "${address}"; a{}`);
  });

  it.each<[string, Partial<FrameworkConfig>, string]>([
    [
      'several in one statement',
      { cssFramework: 'scss' },
      '@import "a/x.css", url("b/y.css"),\n\'c/z.css\';',
    ],
    [
      'options',
      { cssLanguage: 'less' },
      '@import (css) "a/x.css"; @import (css, optional) url(b/y.css); @import "c/z.css";',
    ],
  ])('styles import those of packages, also with %s', async (_name, config, css) => {
    const { document, missingPackages } = await compiled({ css }, config, {
      moduleCdn: 'https://cdn.example',
    });
    expect(missingPackages).toEqual(['a/x.css', 'b/y.css', 'c/z.css']);
    for (const specifier of missingPackages)
      expect(document.css).toContain(`https://cdn.example/${specifier}`);
  });

  it.each(['scss', 'sass', 'less', 'styl', 'pcss', 'postcss'])(
    'the project’s own styles are there in any language: ./App.%s',
    async (ending) => {
      expect(scriptOf(await page({ js: `import "./App.${ending}"; go()` }))).toBe('; go()');
    },
  );

  it('the project’s own import map comes first', async () => {
    const html =
      '<p>\n<script type="importmap">\n{ "imports": { "vue": "/own.js", "a/": "/b/" } }\n</script>\n<p>';
    const built = await page({ html, js: 'import "vue"; import "a/c"; import "react"' });
    expect(importMapOf(built)).toMatchObject({
      vue: '/own.js',
      'a/': '/b/',
      react: expect.stringMatching(/^data:/),
    });
    expect(built.match(/importmap/g)).toHaveLength(1);
    expect(built.split('\n').length).toBeGreaterThanOrEqual(html.split('\n').length);
  });

  it('a relative import is one that the page’s import map names, or a mistake', async () => {
    const html = '<script type="importmap">{ "imports": { "./util.js": "data:text/javascript," } }</script>';
    const mapped = await compiled({ html, js: 'import "./util.js";\ngo()' });
    expect(mapped).toMatchObject({ problems: [], isScriptBroken: false });
    expect(toHtml(mapped.document)).toContain('<script type="module">import "./util.js";\ngo()');
    const missing = await compiled({ html, js: 'import "./util.js";\nimport a, { b } from "./other.js"' });
    expect(missing.isScriptBroken).toBe(true);
    expect(missing.problems).toEqual([
      expect.objectContaining({
        language: 'js',
        severity: 'error',
        line: 2,
        message: expect.stringContaining('Cannot import "./other.js"'),
      }),
    ]);
  });

  it('an import() of another file is a warning: the script runs, and may handle it', async () => {
    const js = "start();\nimport('./more.js').catch(again);\nconst later = () => import('./more.js');";
    const made = await compiled({ js });
    expect(made).toMatchObject({
      isScriptBroken: false,
      problems: [
        { severity: 'warning', line: 2, column: 9, message: expect.stringContaining('"./more.js"') },
      ],
    });
    expect(toHtml(made.document)).toContain(js);
    expect((await compiled({ js: `${js}\nimport './more.js'` })).isScriptBroken).toBe(true);
  });

  it.each([
    ['https://cdn.example/lib/x.html', 'https://cdn.example/lib/', 'https://cdn.example/'],
    ['/files/', '/files/', '/'],
    ['files/', './files/', '/'],
    ['data:,', './', '/'],
  ])('the addresses of its import map count from the base %s', async (base, folder, root) => {
    const map = {
      imports: { a: './a.js', './b.js': '/b.js', c: 'https://c.example/', d: null },
      scopes: { './s/': { a: './s.js' } },
      integrity: { './a.js': 'sha384-a' },
    };
    const bases = `<base target="_top"><base href="${base}"><base href="/second/">`;
    const html = `${bases}<script type="importmap">${JSON.stringify(map)}</script>`;
    expect(JSON.parse((await compiled({ html })).document.importMap)).toEqual({
      imports: { a: `${folder}a.js`, [`${folder}b.js`]: `${root}b.js`, c: 'https://c.example/', d: null },
      scopes: { [`${folder}s/`]: { a: `${folder}s.js` } },
      integrity: { [`${folder}a.js`]: 'sha384-a' },
    });
  });

  it('of two import maps the first decides on a name, within each scope, too; a base behind them changes nothing', async () => {
    const maps = [
      { imports: { a: '/1.js' }, scopes: { '/s/': { a: '/1s.js' } } },
      { imports: { a: '/2.js', b: './2.js' }, scopes: { '/s/': { a: '/2s.js', b: '/2s.js' } } },
    ];
    const html = maps.map((map) => `<script type="importmap">${JSON.stringify(map)}</script>`).join('');
    const { document } = await compiled({ html: `${html}<base href="/late/">` });
    expect(JSON.parse(document.importMap)).toEqual({
      imports: { a: '/1.js', b: './2.js' },
      scopes: { '/s/': { a: '/1s.js', b: '/2s.js' } },
    });
  });

  it.each(['{ "imports": ', '[]', '{ "imports": [] }'])(
    'an import map that is none is a mistake: %s',
    async (map) => {
      const html = `<p>\n<script type="importmap">${map}</script>`;
      const { document, problems } = await compiled({ html, js: 'go()' });
      expect(problems).toMatchObject([{ language: 'html', severity: 'error', line: 2 }]);
      expect(toHtml(document)).toMatch(/<p>.*go\(\)/s);
    },
  );
});

describe('Markdown', () => {
  const markdown = { htmlLanguage: 'markdown' } as const;

  it('has the tables, struck-out text, bare links and task lists of GitHub', async () => {
    const html = `| a |
| - |
| ~~b~~ https://a.example |

- [x] done **so**
- [ ] open

1. [X] first

   - [ ]
   - [a] [x] no
   - [x](b)

[ ] text`;
    const built = await page({ html }, markdown);
    expect(built).toContain('<td><s>b</s> <a href="https://a.example">https://a.example</a></td>');
    expect(built).toContain(
      '<li><input type="checkbox" disabled checked> done <strong>so</strong></li>\n<li><input type="checkbox" disabled> open</li>',
    );
    expect(built).toContain('<p><input type="checkbox" disabled checked> first</p>');
    expect(built).toContain('<li>[ ]</li>\n<li>[a] [x] no</li>\n<li><a href="b">x</a></li>');
    expect(built).toContain('<p>[ ] text</p>');
  });

  it('is the HTML of the page, with HTML as it stands', async () => {
    const html = '# Title\n\nSome *text*.\n\n<div id="app"></div>\n';
    expect(await page({ html, js: 'go()' }, markdown)).toContain(
      '<body><h1>Title</h1>\n<p>Some <em>text</em>.</p>\n<div id="app"></div>\n<script>go()',
    );
  });

  it('names the lines of the pane in its scripts', async () => {
    const html = '# Title\ntext\n\n<script>\nok();\na(;\n</script>';
    expect(await problems({ html }, markdown)).toMatchObject([{ language: 'html', line: 6, column: 3 }]);
    expect(await page({ html: html.replace('a(;', 'a();') }, markdown)).toContain('sourceURL=index.html#4-9');
  });

  it('gives Tailwind the classes of its HTML', async () => {
    const built = await page({ html: '<p class="p-4">x</p>' }, { ...markdown, cssFramework: 'tailwind' });
    expect(built).toContain('.p-4');
  });
});

describe('Pug', () => {
  const pug = { htmlLanguage: 'pug' } as const;

  it('is the HTML of the page', async () => {
    const html = 'h1 Title\neach n in [1, 2]\n  p.p-4= n';
    const built = await page({ html, js: 'go()' }, { ...pug, cssFramework: 'tailwind' });
    expect(built).toContain('<body><h1>Title</h1><p class="p-4">1</p><p class="p-4">2</p><script>go()');
    expect(built).toContain('.p-4');
  });

  it('names the lines of the pane in its scripts', async () => {
    const html = 'h1 Title\nscript.\n  ok();\n  a(;';
    expect(await problems({ html }, pug)).toMatchObject([{ language: 'html', line: 4 }]);
    expect(await page({ html: html.replace('a(;', 'a();') }, pug)).toContain('sourceURL=index.html#3-3');
  });

  it('leaves the HTML out where it has an error', async () => {
    const {
      document,
      isMarkupBroken,
      problems: found,
    } = await compiled({ html: 'p\np= a.b', js: 'go()' }, pug);
    expect(found).toMatchObject([{ language: 'html', severity: 'error', line: 2 }]);
    expect(isMarkupBroken).toBe(true);
    expect(toHtml(document)).toContain('<body><script>go()');
  });
});

describe('Less', () => {
  it('is what the CSS pane is written in, unless the CSS framework decides that', async () => {
    const css = '@a: red; b { c: @a }';
    for (const cssFramework of ['none', 'bulma'] as const)
      expect(await page({ css }, { cssFramework, cssLanguage: 'less' })).toMatch(/b \{\s*c: red;\s*\}/);
    const scss = { css: '$a: red; b { c: $a }' };
    expect(await page(scss, { cssFramework: 'scss', cssLanguage: 'less' })).toMatch(/c: red/);
    expect(await page({ css })).toContain(css);
  });
});

describe('external resources', () => {
  const resources = [
    { kind: 'script', url: 'https://b.example/b.js?x=1&y="' },
    { kind: 'style', url: 'https://b.example/b.css' },
    { kind: 'script', url: 'https://a.example/a.js' },
    { kind: 'style', url: 'https://a.example/a.css' },
  ] as const;
  const config: Partial<FrameworkConfig> = { resources: [...resources], cssFramework: 'bulma' };

  it('come in their order: styles between the CSS framework and the project’s, scripts before its script', async () => {
    const built = await page({ html: '<p>', css: 'a{}', js: 'go()' }, config);
    const order = ['bulma.min.css', 'b.example/b.css', 'a.example/a.css', '<style', '<p>'].concat([
      '<script src="https://b.example/b.js?x=1&amp;y=&quot;"></script>',
      '<script src="https://a.example/a.js"></script>',
      'go()',
    ]);
    const places = order.map((part) => built.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  });

  it('load in a page without a script of its own', async () => {
    expect(await page({ html: '<body><p></body>' }, config)).toMatch(/a\.js"><\/script><\/body>/);
  });
});

describe('import.meta.env', () => {
  const js = '// first\nprint(import.meta.env.MODE); for (;;) {}';
  const envOf = (html: string) =>
    JSON.parse(/import\.meta\.env=(\{.*?\});print/.exec(html)?.[1] ?? 'null') as unknown;

  it('is that of Vite’s development server in the editor', async () => {
    expect(envOf(await page({ js }))).toEqual({
      BASE_URL: '/',
      MODE: 'development',
      DEV: true,
      PROD: false,
      SSR: false,
    });
  });

  it('is that of a build elsewhere', async () => {
    const production = { BASE_URL: '/', MODE: 'production', DEV: false, PROD: true, SSR: false };
    expect(envOf(await page({ js }, {}, { mode: 'production' }))).toEqual(production);
    const file = await page({ js }, {}, { mode: 'production', isFile: true });
    expect(envOf(file)).toEqual({ ...production, BASE_URL: './' });
  });

  it('is there in modules of the page, TypeScript and components as well', async () => {
    const html = '<script type="module">print(import.meta.env)</script><script>print("import.meta")</script>';
    expect((await page({ html })).match(/import\.meta\.env=/g)).toHaveLength(1);
    expect(
      envOf(await page({ js: 'print(import.meta.env as object)' }, { typescript: true })),
    ).not.toBeNull();
    const sfc = '<template><p/></template><script setup>\nprint(import.meta.env)</script>';
    expect(await page({ js: sfc }, component)).toContain('import.meta.env={');
  });

  it('is nowhere else', async () => {
    expect(await page({ js: 'export default 1' })).not.toContain('import.meta');
  });
});

describe('the guard in loops', () => {
  const guarded = async (sources: Partial<Sources>, config: Partial<FrameworkConfig> = {}) =>
    [...(await page(sources, config, { checkLoops: true })).matchAll(/__studioLoop\?\.\((\d+)\)/g)].map(
      ([, line]) => Number(line),
    );

  it('names the editor’s lines in scripts, modules, components and in the scripts of the page', async () => {
    expect(await guarded({ js: '\nfor (;;) {}' })).toEqual([2]);
    expect(await guarded({ js: 'await 1\nfor (;;) {}' })).toEqual([2]);
    expect(
      await guarded(
        { js: 'type A = {\n}\nconst a = <b>{() => {\nfor (;;) {} }}</b>' },
        { ...react, typescript: true },
      ),
    ).toEqual([4]);
    const js =
      '<template><p/></template>\n<script setup>\nimport { ref } from "vue"\n\nconst a = ref(1)\nfor (;;) {}\n</script>';
    expect(await guarded({ js }, component)).toEqual([6]);
    const html =
      '<p>\n<script>\nwhile (1);</script>\n<script type="module">for (;;);</script><script type="text/plain">for (;;);</script>';
    expect(await guarded({ html })).toEqual([3, 4]);
  });

  it.each(['// noprotect', '/* noprotect: measures */', 'go() //noprotect'])(
    'leaves the loops of a script alone that says “%s”, and checks those of others',
    async (comment) => {
      const loop = 'for (;;) {}';
      const js = `${comment}\n${loop}`;
      const typed = `${comment}\ninterface A {}\n${loop}`;
      const html = `<script>${loop}</script>\n<script>\n${js}</script>`;
      expect(await guarded({ js, html }, {})).toEqual([1]);
      expect(await guarded({ js: typed }, { typescript: true })).toEqual([]);
      expect(await guarded({ js: loop, html: `<script>${js}</script>` }, {})).toEqual([1]);
    },
  );

  it.each([
    '<![CDATA[\nfor (let i = 0; i < 3 && on; i++) go("&lt;");\n]]>',
    ' <![CDATA[for (;;);]]>\n',
    'for (let i = 0; i &lt;= 3 &amp;&amp; on; i++) go("&amp;lt;");',
  ])('is in scripts of an SVG, whose text is markup: %s', async (script) => {
    const html = `<svg><script>${script}</script></svg>`;
    expect(await page({ html }, {}, { checkLoops: true })).toMatch(/<script>.*\{let \$turns=0;for/s);
  });

  it('leaves a script of an SVG as it is that names characters in other ways', async () => {
    const html = '<svg><script>for (;;) &#123; go(&quot;x&quot;); }</script></svg>';
    expect(await page({ html }, {}, { checkLoops: true })).not.toContain('$turns');
  });

  it('is in the shadow root that a template makes, with all else that a page gets, and in no other template', async () => {
    const content =
      '<img src="/assets/0123456789abcdef/a.png"><script type="module">import "react"; for (;;);</script>';
    const shown = await page(
      { html: `<div><template shadowrootmode="open">${content}</template></div>` },
      {},
      { checkLoops: true },
    );
    expect(shown).toMatch(/<img crossorigin src.*\{let \$turns=0;for/);
    expect(importMapOf(shown)).toHaveProperty('react');
    const inert = await page(
      { html: `<p></p><template><template></template>${content}</template>` },
      {},
      { checkLoops: true },
    );
    expect(inert).toContain(content);
    expect(importMapOf(inert)).toEqual({});
  });

  it('leaves a script of the page as it is that does not parse, with a warning', async () => {
    const html = '<p>\n<script>for (;;) {</script>';
    const { document, problems } = await compiled({ html }, {}, { checkLoops: true });
    expect(problems).toMatchObject([{ language: 'html', severity: 'warning', line: 2, column: 19 }]);
    expect(toHtml(document)).toContain('<script>for (;;) {</script>');
  });
});

describe('hard text', () => {
  it.each([
    ['a byte order mark', '\uFEFFgo()'],
    ['a hashbang', '#!/usr/bin/env node\ngo()'],
    ['U+2028', 'go("a\u2028b")'],
    ['an HTML comment', '<!-- x\ngo()\n--> y'],
    ['an end tag in strings', 'go("</script>", `</script>`, /<\\/script>/)'],
  ])('%s is no mistake', async (_name, js) => {
    expect(await page({ js }, {}, { checkLoops: true })).toContain('go(');
  });

  it.each([
    ['members of members', `a${'.b'.repeat(100_000)}`],
    ['calls of what calls return', `f${'()'.repeat(100_000)}`],
    ['a sum of 3,000 strings', Array.from({ length: 3_000 }, (_, i) => `"${i}"`).join('+')],
  ])('a long chain runs, with its imports and its loops guarded: %s', async (_name, chain) => {
    const js = `import 'react';for(;;){}await ${chain}`;
    const html = `<script type="module">${js}</script>`;
    for (const sources of [{ js }, { html }]) {
      const { document, problems: found } = await compiled(sources, {}, { checkLoops: true });
      expect(found).toEqual([]);
      expect(document.importMap).toContain('"react"');
      expect(toHtml(document).match(/\$turns&/g)).toHaveLength(1);
    }
  });

  it.each([
    ['code nested without end', { js: `${'('.repeat(300_000)}1${')'.repeat(300_000)}` }, {}],
    ['JSX nested without end', { js: '<a>'.repeat(200_000) }, react],
    ['tags that never close', { html: '<a '.repeat(300_000) }, {}],
    ['quotes that never close', { html: '<a b="'.repeat(150_000) }, {}],
    ['comments', { html: '<!-- -->'.repeat(130_000) }, {}],
    ['a component of nothing but open elements', { js: `<template>${'<b>'.repeat(2_000)}` }, component],
    [
      'a component of elements in elements',
      { js: `<template>${'<b>'.repeat(20_000)}x${'</b>'.repeat(20_000)}</template>` },
      component,
    ],
  ])(
    'a megabyte of %s is answered, not hung on',
    async (_name, sources, config) => {
      expect((await problems(sources, config)).length).toBeLessThan(25);
    },
    20_000,
  );
});

describe('a byte order mark, as some editors put it before a text', () => {
  it.each<[Partial<Sources>, Partial<FrameworkConfig>, string]>([
    [{ css: '\uFEFFp { top: 0 }' }, {}, '<style data-studio-css>p { top: 0 }</style>'],
    [{ css: '\uFEFF@import "/a.css";' }, {}, '<style data-studio-css>@import "/a.css";</style>'],
    [{ html: '\uFEFF# Title' }, { htmlLanguage: 'markdown' }, '<h1>Title</h1>'],
    [{ html: '\uFEFFh1 Title' }, { htmlLanguage: 'pug' }, '<h1>Title</h1>'],
  ])('changes nothing of %j', async (sources, config, made) => {
    expect(await page(sources, config)).toContain(made);
  });
});

describe('results are remembered', () => {
  it('and the same project makes the same page', async () => {
    const sources = { html: '<p>', css: 'a{}', js: 'go()' };
    const first = await compiled(sources, react);
    await compiled({ ...sources, css: 'b{}' }, react);
    expect(await compiled(sources, react)).toEqual(first);
  });
});
