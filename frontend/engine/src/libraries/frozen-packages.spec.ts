import { describe, expect, it } from '@jest/globals';
import { defaultFrameworkConfig, type FrameworkConfig } from '@studio/contract/http/frameworks';
import type { PackageProblem } from '@studio/contract/packages/package-routes';
import { toHtml } from '../build-document.js';
import { type CompileTarget, compile, packageImports } from '../compile.js';
import { projectFiles } from '../export/project-files.js';
import type { Sources } from '../source.js';

const local: CompileTarget = { mode: 'development', libraries: 'local', moduleCdn: null, checkLoops: false };
const packages = { three: '0.180.0', '@scope/kit': '2.0.0-rc.1', 'normalize.css': '8.0.1' };
const surroundings = {
  moduleCdn: null,
  readLibrary: async () => '',
  assets: { assetsUrl: 'http://127.0.0.1:3001', got: new Map(), missing: new Map() },
};
const source = (sources: Partial<Sources>, config: Partial<FrameworkConfig> = {}) => ({
  html: '',
  css: '',
  js: '',
  ...sources,
  frameworkConfig: { ...defaultFrameworkConfig, packages, ...config },
});

const exported = async (sources: Partial<Sources>, config: Partial<FrameworkConfig> = {}) =>
  (await projectFiles({ title: 'Box', ...source(sources, config) }, surroundings)) as Record<string, string>;

/** The import map of the page, and the problems. */
async function compiled(
  sources: Partial<Sources>,
  config: Partial<FrameworkConfig> = {},
  target: Partial<CompileTarget> = {},
) {
  const { document, problems } = await compile(source(sources, config), { ...local, ...target });
  const html = toHtml(document);
  const map = /<script type="importmap">(.*?)<\/script>/.exec(html)?.[1] ?? '{}';
  return { html, problems, imports: (JSON.parse(map).imports ?? {}) as Record<string, string> };
}

describe('a frozen package', () => {
  it.each<[string, Partial<Sources>, Partial<FrameworkConfig>]>([
    ['JavaScript', { js: 'import * as THREE from "three"' }, {}],
    ['TypeScript', { js: 'import { type Scene, Mesh } from "three"; new Mesh()' }, { typescript: true }],
    ['JSX', { js: 'import { Mesh } from "three"; const a = <b>{Mesh}</b>' }, { framework: 'react' }],
    ['a function', { js: 'async function load() { return import("three") }' }, {}],
    [
      'a Vue component',
      { js: '<script setup>\nimport { Mesh } from "three"\n</script>\n<template>{{ Mesh }}</template>' },
      { framework: 'vue', vueSfc: true },
    ],
    ['a module in the page', { html: '<script type="module">import "three"</script>' }, {}],
  ])('comes from the studio in its version, imported in %s', async (_name, sources, config) => {
    const { imports, problems } = await compiled(sources, config);
    expect(problems).toEqual([]);
    expect(imports).toMatchObject({
      three: '/packages/three@0.180.0/',
      'three/': '/packages/three@0.180.0/',
      '@scope/kit': '/packages/@scope/kit@2.0.0-rc.1/',
      '@scope/kit/': '/packages/@scope/kit@2.0.0-rc.1/',
    });
  });

  it('can be asked for with a range, a path, as styles and as data', async () => {
    const js = `import 'three@^0.180';
      import '@scope/kit@2/parts/one.js';
      import '@scope/kit/style.css';
      import 'normalize.css';
      import data from 'three/data.json';
      import marker from 'three/images/marker.PNG';
      import typed from '@scope/kit/data.json' with { type: 'json' };
      import named from '@scope/kit/data' with { type: 'json' };`;
    const { imports, problems, html } = await compiled({ js });
    expect(problems).toEqual([]);
    expect(imports).toMatchObject({
      'three@^0.180': '/packages/three@0.180.0/',
      '@scope/kit@2/parts/one.js': '/packages/@scope/kit@2.0.0-rc.1/parts/one.js',
      '@scope/kit/style.css': '/packages/@scope/kit@2.0.0-rc.1/style.css?module',
      'normalize.css': '/packages/normalize.css@8.0.1/?module',
      'three/data.json': '/packages/three@0.180.0/data.json?module',
      'three/images/marker.PNG': '/packages/three@0.180.0/images/marker.PNG?module',
      '@scope/kit/data.json': '/packages/@scope/kit@2.0.0-rc.1/data.json',
      '@scope/kit/data': '/packages/@scope/kit@2.0.0-rc.1/data?file',
    });
    expect(html).toContain("import '@scope/kit/style.css';");
  });

  it('gives way to the import map of the project', async () => {
    const html = '<script type="importmap">{"imports":{"three":"/own.js"}}</script>';
    const { imports } = await compiled({ html, js: 'import "three"' });
    expect(imports).toMatchObject({ three: '/own.js', 'three/': '/packages/three@0.180.0/' });
  });

  it('makes the same page in whatever order the versions are listed', async () => {
    const js = 'import "three"';
    const reversed = Object.fromEntries(Object.entries(packages).toReversed());
    expect((await compiled({ js }, { packages: reversed })).html).toBe((await compiled({ js })).html);
  });

  it('comes from MODULE_CDN where the studio has no packages, which then is not asked about it', async () => {
    const target = { hasPackages: false, moduleCdn: 'https://m.example' };
    const js = `import 'three';
      import 'three/addons/a.js';
      import '@scope/kit/style.css';
      import data from 'three/data.json' with { type: 'json' };
      import 'other';`;
    const sources = { js, css: '@import "normalize.css/normalize.css";' };
    const { imports, problems, html } = await compiled(sources, {}, target);
    expect(imports).toMatchObject({
      three: 'https://m.example/three@0.180.0',
      'three/': 'https://m.example/three@0.180.0/',
      'three/addons/a.js': 'https://m.example/three@0.180.0/addons/a.js',
      'three/data.json': 'https://m.example/three@0.180.0/data.json',
      'normalize.css/': 'https://m.example/normalize.css@8.0.1/',
      other: 'https://m.example/other',
    });
    expect(decodeURIComponent(imports['@scope/kit/style.css'] ?? '')).toContain(
      'https://m.example/@scope/kit@2.0.0-rc.1/style.css',
    );
    expect(html).toContain('@import "https://m.example/normalize.css@8.0.1/normalize.css"');
    expect(problems).toEqual([]);
    const asked = await compile(source(sources), { ...local, ...target });
    expect([asked.packageImports, asked.missingPackages]).toEqual([['other'], ['other']]);
  });

  it('is asked for in the studio where nothing else has it', async () => {
    const { imports } = await compiled({ js: 'import "three"' }, {}, { hasPackages: false });
    expect(imports['three']).toBe('/packages/three@0.180.0/');
  });

  it('never takes the place of what the studio carries', async () => {
    const { imports } = await compiled(
      { js: 'import React from "react"' },
      { framework: 'react', packages: { react: '15.0.0' } },
    );
    expect(imports['react']).toMatch(/^data:/);
    expect(imports).not.toHaveProperty('react/');
  });
});

describe('a style sheet of a package', () => {
  const own = 'a { color: red }';
  const imported = "@import '@scope/kit/style.css';";

  it.each<[string, Partial<FrameworkConfig>]>([
    ['CSS', {}],
    ['SCSS', { cssFramework: 'scss' }],
    ['Less', { cssLanguage: 'less' }],
    ['Tailwind', { cssFramework: 'tailwind' }],
  ])('is imported by styles in %s', async (_name, config) => {
    const css = `/* @import 'three/no.css'; */\n${imported}\n@import url("normalize.css") screen;\n${own}`;
    const { document, problems, packageImports: asked } = await compile(source({ css }, config), local);
    expect(problems).toEqual([]);
    expect(asked).toEqual(['@scope/kit/style.css', 'normalize.css']);
    const styles = document.css.replace(/\/\*.*\*\//, '');
    const [first, second] = styles.match(/@import [^;]+;/g) ?? [];
    expect(first).toMatch(/^@import (['"])\/packages\/@scope\/kit@2\.0\.0-rc\.1\/style\.css\1;$/);
    expect(second).toMatch(/^@import url\((['"])\/packages\/normalize\.css@8\.0\.1\/\1\) screen;$/);
    expect(styles.lastIndexOf('@import')).toBeLessThan(styles.search(/a\s*\{/));
  });

  it('is asked for where the project has no version of it, and is an error once it is known to be wrong', async () => {
    const css = `@import 'leaflet/dist/leaflet.css';\n${own}`;
    const before = await compile(source({ css }), local);
    expect(before.packageImports).toEqual(['leaflet/dist/leaflet.css']);
    expect(before.missingPackages).toEqual(['leaflet/dist/leaflet.css']);
    const message = 'This studio does not know the package "leaflet"';
    const wrong: PackageProblem = {
      specifier: 'leaflet/dist/leaflet.css',
      code: 'unknown_package',
      message,
      suggestions: [],
    };
    const { problems, document } = await compile(source({ css }), { ...local, packageProblems: [wrong] });
    expect(problems).toEqual([{ language: 'css', severity: 'error', line: 1, column: 10, message }]);
    expect(document.css).toContain(own);
  });

  it('that may be a file beside the page is called that, too, where no package has the name', async () => {
    const message = 'This studio does not know the package "theme.css"';
    const wrong: PackageProblem = {
      specifier: 'theme.css',
      code: 'unknown_package',
      message,
      suggestions: [],
    };
    const css = '@import "theme.css";';
    const { problems } = await compile(source({ css }), { ...local, packageProblems: [wrong] });
    expect(problems).toMatchObject([{ message: `${message}, and a project has no other style sheet` }]);
  });

  it('without the name of its file is looked up as one, in CSS and in a Vue component', async () => {
    const written = "@import 'three';\n@import url(leaflet@1/dist/all);\n@import 'bootstrap';\n";
    const asked = ['three/*.css', 'leaflet@1/dist/all/*.css'];
    const {
      document,
      packageImports: ofCss,
      missingPackages,
    } = await compile(source({ css: written }), local);
    expect(ofCss).toEqual(asked);
    expect(missingPackages).toEqual(['leaflet@1/dist/all/*.css']);
    expect(document.css).toContain("@import '/packages/three@0.180.0/?file';");
    expect(document.css).toMatch(/@import '\/lib\/bootstrap@.*\.css';/);
    const component = source(
      { js: `<template><p /></template>\n<style>\n${written}</style>` },
      { framework: 'vue', vueSfc: true },
    );
    expect(await packageImports(component, local)).toEqual(asked);
  });

  it('without the name of its file is an error at its place where it is none, with those that were meant', async () => {
    const css = "/* Map */\n@import 'three';\n@import 'kit' layer(kit);";
    const wrong: PackageProblem = {
      specifier: 'three/*.css',
      code: 'unknown_path',
      message: 'three 0.180.0 has no style sheet as its main file',
      suggestions: ['three/look.css'],
    };
    const target = { ...local, moduleCdn: 'https://m.example', packageProblems: [wrong] };
    const { problems, document } = await compile(source({ css, js: "import 'three';" }), target);
    const message = `${wrong.message}. Did you mean "three/look.css"?`;
    const fix = { text: 'three', by: ['three/look.css'] };
    expect(problems).toEqual([
      { language: 'css', severity: 'error', line: 2, column: 10, message, fix },
      expect.objectContaining({ language: 'css', severity: 'warning', line: 3, column: 10 }),
    ]);
    // The browser says nothing more about it.
    expect(document.css).toBe("/* Map */\n@import 'data:text/css,';\n@import 'kit' layer(kit);");
  });

  it('without the name of its file is a file beside the base of a page that has one', async () => {
    const css = "@import 'three';";
    const { document, packageImports: asked } = await compile(
      source({ html: '<base href="/x/">', css }),
      local,
    );
    expect(asked).toEqual([]);
    expect(document.css).toBe(css);
  });

  it.each<[string, Partial<FrameworkConfig>]>([
    ['SCSS', { cssFramework: 'scss' }],
    ['Less', { cssLanguage: 'less' }],
    ['Tailwind', { cssFramework: 'tailwind' }],
  ])('without the name of its file is an error in %s that says how to name it', async (_name, config) => {
    const { problems } = await compile(source({ css: "\n@import 'three';" }, config), local);
    expect(problems).toMatchObject([
      { severity: 'error', line: 2, message: expect.stringContaining('"leaflet/dist/leaflet.css"') },
    ]);
  });

  it.each(['https://elsewhere.example/', '//elsewhere.example/x'])(
    'comes from the studio in a page with the base %s',
    async (base) => {
      const html = `<!doctype html><html><head><base href="${base}"></head><body></body></html>`;
      const css = `@layer low, high;\n${imported.slice(0, -1)}\nlayer(low);\n@import './mine.css';\n${own}`;
      const { document, styles } = await compile(source({ html, css }), local);
      const [head = ''] = document.beforeCss.split('<base');
      const sheet = "@import '/packages/@scope/kit@2.0.0-rc.1/style.css' layer(low);";
      expect(head).toContain(`<style>@layer low, high;${sheet}</style>`);
      expect(document.css).toBe(`@layer low, high;\n\n@import './mine.css';\n${own}`);
      expect(styles.css?.join('')).toBe(document.css);
    },
  );

  it.each(['/files/', 'files/'])(
    'stays with the other styles where the page has the base %s',
    async (base) => {
      const css = `${imported}\n${own}`;
      const { document } = await compile(source({ html: `<base href="${base}">`, css }), local);
      expect(document.beforeCss).not.toContain('/packages/@scope/kit@2.0.0-rc.1/style.css');
      expect(document.css).toContain("@import '/packages/@scope/kit@2.0.0-rc.1/style.css';");
    },
  );

  it('comes along in an export; other files do not', async () => {
    const css = `${imported}\n@import 'other.css';\n${own}`;
    const files = await exported({ css });
    expect(files['src/style.css']).toBe(`${imported}\n\n${own}`);
    expect(files['standalone.html']).toContain(
      "@import 'https://cdn.jsdelivr.net/npm/@scope/kit@2.0.0-rc.1/style.css';",
    );
  });
});

const vue: Partial<FrameworkConfig> = { framework: 'vue', vueSfc: true };

describe('an import of a package that the project has no version of', () => {
  const problem: PackageProblem = {
    specifier: 'canvas-confeti',
    code: 'unknown_package',
    message: 'This studio does not know the package "canvas-confeti"',
    suggestions: ['canvas-confetti'],
  };
  const js = 'ok();\nimport confetti from "canvas-confeti"';

  it('is listed, with every import of a package in script and page', async () => {
    const html = `<script type="importmap">{"imports":{"own":"/own.js"}}</script>
      <script type="module">import "own"; import "d3@7"; import "./a.js"; import "https://a.example/b.js"</script>`;
    const script =
      'import "react"; import "lodash-es/add"; import "leaflet/dist/leaflet.css"; import "three"';
    const asked = { html, js: `${script}; import("d3@7"); import "bootstrap/dist/css/bootstrap.css"` };
    const found = ['lodash-es/add', 'leaflet/dist/leaflet.css', 'three', 'd3@7'];
    expect(await packageImports(source(asked), local)).toEqual(found);
    expect((await compile(source(asked), local)).packageImports).toEqual(found);
  });

  it('is an error at its place once it is known to be wrong, with what may have been meant', async () => {
    const { problems, imports } = await compiled({ js }, {}, { packageProblems: [problem] });
    const message = `${problem.message}. Did you mean "canvas-confetti"?`;
    const fix = { text: 'canvas-confeti', by: ['canvas-confetti'] };
    expect(problems).toEqual([{ language: 'js', severity: 'error', line: 2, column: 23, message, fix }]);
    await expect(import(imports['canvas-confeti'] ?? '')).rejects.toThrow(message);
  });

  it('is an error where the version or the path of a frozen one is wrong', async () => {
    const wrong = { ...problem, specifier: 'three@1', message: 'The project has three 0.180.0.' };
    const { problems } = await compiled(
      { js: 'import "three@1"' },
      {},
      { packageProblems: [wrong], moduleCdn: 'https://m.example' },
    );
    expect(problems).toMatchObject([{ severity: 'error' }]);
  });

  it('is an error as well where a frozen one cannot be looked up right now, which stays in its place', async () => {
    const code = 'registry_unavailable' as const;
    const away = ['three', 'normalize.css'].map((specifier) => ({ ...problem, specifier, code }));
    const sources = { js: 'import "three"', css: '@import "normalize.css";' };
    const { problems, imports, html } = await compiled(sources, {}, { packageProblems: away });
    expect(problems).toMatchObject([{ severity: 'error' }, { severity: 'error' }]);
    expect(imports['three']).toBe('/packages/three@0.180.0/');
    expect(html).toContain('/packages/normalize.css@8.0.1/');
  });

  it('comes from MODULE_CDN where there is one', async () => {
    const target = { packageProblems: [problem], moduleCdn: 'https://m.example' };
    const { problems, imports } = await compiled({ js }, {}, target);
    expect(problems).toEqual([]);
    expect(imports['canvas-confeti']).toBe('https://m.example/canvas-confeti');
  });

  it('says what to do where it is no name of a package, but one that every object has', async () => {
    const { problems } = await compiled({ js: 'import "constructor"; import "toString"' });
    const message = 'this studio does not include it. Import it by its full address';
    expect(problems).toMatchObject([
      { message: expect.stringContaining(`"constructor": ${message}`) },
      { message: expect.stringContaining(`"toString": ${message}`) },
    ]);
  });

  it.each(['React', 'node:fs', 'npm:three', 'THREE'])(
    'is asked about where it is no name of a package: %s',
    async (specifier) => {
      const js = `import "${specifier}"`;
      const { packageImports, missingPackages } = await compile(source({ js }), local);
      expect([packageImports, missingPackages]).toEqual([[specifier], [specifier]]);
      const why = { ...problem, specifier };
      const { problems, imports } = await compiled({ js }, {}, { packageProblems: [why] });
      expect(problems).toMatchObject([{ severity: 'error', line: 1, column: 9 }]);
      await expect(import(imports[specifier] ?? '')).rejects.toThrow(problem.message);
    },
  );

  it.each([
    ['only a type is used', "import type { Box } from 'boxes'; let box: Box"],
    ['a type is exported again', "export type { Box } from 'boxes';"],
    ['one of its names is a type', "import { type Box } from 'boxes'; let box: Box"],
    ['nothing is used yet', "import * as boxes from 'boxes';"],
  ])('is a package of types in TypeScript where %s, and no part of the page', async (_when, js) => {
    const config: Partial<FrameworkConfig> = { typescript: true, framework: 'react' };
    const made = await compile(source({ js }, config), local);
    expect(made).toMatchObject({ packageImports: [], typePackages: ['boxes'], problems: [] });
    expect((await compile(source({ js }), local)).typePackages).toEqual([]);
    const known = await compile(source({ js }, { ...config, packages: { boxes: '1.0.0' } }), local);
    expect(known.typePackages).toEqual([]);
  });

  it.each<[string, string, Partial<FrameworkConfig>]>([
    ['JSX', 'export const a = <p>A letter from "Bob" and from \'users\'</p>;', { framework: 'react' }],
    [
      'a template',
      'export const a = `select * from "users"\nimport x from "y"\nimport type z from "z"`;',
      {},
    ],
    ['a comment', "// import type { Box } from 'boxes'\nexport {}", {}],
    ['an ordinary import', "import { Box } from 'boxes'; new Box()", {}],
    ['a Vue component', '<script setup>const q = `from "users"`; import type from "./a.js"</script>', vue],
  ])('is none where TypeScript has the words in %s', async (_where, js, config) => {
    const typed = source({ js }, { typescript: true, ...config });
    expect((await compile(typed, local)).typePackages).toEqual([]);
    expect((await exported({ js }, { typescript: true, ...config }))['src/packages.d.ts']).toBeUndefined();
  });

  it('is a package of types in a Vue component', async () => {
    const js =
      '<script setup lang="ts">\nimport type { Box } from "boxes"\ndefineProps<{ a: number }>()\n</script>';
    expect((await compile(source({ js }, vue), local)).typePackages).toEqual(['boxes']);
  });

  it('is not asked about where it cannot be a name', async () => {
    const js = `import ""; import "two words"; import "é"; import "${'x'.repeat(2_000)}"; import "three/\\ud800"; import "\\udfff"`;
    expect((await compile(source({ js }), local)).packageImports).toEqual([]);
  });

  it('is an error where it is imported with attributes and without', async () => {
    const js =
      'import one from "three/a.json" with { type: "json" };\nimport two from "three/a.json"; go(one, two)';
    const html = '<script type="module">import other from "three/a.json"; go(other)</script>';
    const message = '"three/a.json" is imported both with and without attributes';
    const { problems } = await compiled({ html, js });
    expect(problems).toMatchObject([
      { language: 'js', line: 2, column: 18, message: expect.stringContaining(message) },
      { language: 'html', line: 1, message: expect.stringContaining(message) },
    ]);
    expect((await compiled({ js: js.replace('"three/a.json";', '"three/b.json";') })).problems).toEqual([]);
  });

  it('keeps nothing from running where it is styles', async () => {
    const { problems, imports } = await compiled({ js: 'import "leaflet/dist/leaflet.css"; go()' });
    expect(problems).toMatchObject([{ severity: 'warning' }]);
    await import(imports['leaflet/dist/leaflet.css'] ?? '');
  });
});

describe('an exported package', () => {
  it('asks for the frozen versions, also of what only other packages need', async () => {
    const { 'package.json': manifest } = await exported({ js: 'import "three"' });
    expect(JSON.parse(manifest ?? '').dependencies).toEqual(packages);
  });

  it('has the types of what only types use, and of imports that name a version', async () => {
    const js =
      "import { Mesh } from 'three@^0.180/addons/a.js';\nimport type { Kit } from '@scope/kit';\nexport const kit: Kit = Mesh;";
    const files = await exported({ js }, { typescript: true });
    expect(JSON.parse(files['package.json'] ?? '').dependencies).toEqual(packages);
    expect(files['src/packages.d.ts']).toBe(
      "declare module 'three@^0.180/addons/a.js' {\n  export * from 'three/addons/a.js';\n  export { default } from 'three/addons/a.js';\n}\n",
    );
    expect((await exported({ js }))['src/packages.d.ts']).toBeUndefined();
  });

  it('imports what is asked for with a version, and the styles of packages', async () => {
    const js =
      'import "three@^0.180/addons/a.js";\nimport "@scope/kit/style.css";\nimport "./style.css";\ngo()';
    const { 'vite.config.js': config, 'src/script.js': script } = await exported({ js });
    expect(config).toContain(
      "{ find: /^three@\\^0\\.180\\/addons\\/a\\.js$/, replacement: 'three/addons/a.js' }",
    );
    expect(script).toContain('import "@scope/kit/style.css"');
    expect(script?.match(/\.\/style\.css/g)).toHaveLength(1);
  });

  it.each([
    ['@scope/kit/style.css', {}, 'css'],
    ['@scope/kit/styles', { cssFramework: 'scss', typescript: true } as const, 'scss'],
  ])('imports its own styles behind those of packages: %s', async (specifier, config, ending) => {
    const js = `import 'three';\nimport '${specifier}';\ngo();`;
    const made = await exported({ js, css: 'a{}' }, config);
    const script = made['src/script.js'] ?? made['src/script.ts'];
    expect(script).toBe(`${js}\n\nimport './style.${ending}';\n`);
    expect(made['index.html']).not.toContain('stylesheet');
    const { 'index.html': page } = await exported({ js: 'export const a = 1;' }, config);
    expect(page).toContain(`<link rel="stylesheet" href="/src/style.${ending}">`);
  });

  describe('as one page', () => {
    const importsOf = async (js: string, moduleCdn: string | null = null) => {
      const title = 'Box';
      const files = await projectFiles({ title, ...source({ js }) }, { ...surroundings, moduleCdn });
      const page = String(files['standalone.html']);
      return JSON.parse(/<script type="importmap">(.*?)<\/script>/.exec(page)?.[1] ?? '{}').imports;
    };

    it('has the same versions from a public network, which is to leave to the page what there is one of', async () => {
      const imports = await importsOf(
        'import "three"; import "three/addons/a.js"; import "@scope/kit/style.css"',
      );
      const others = '@scope/kit,bootstrap,normalize.css,react,react-dom,vue';
      const prefix =
        '&external=%2540scope%252Fkit%252Cbootstrap%252Cnormalize.css%252Creact%252Creact-dom%252Cvue';
      expect(imports).toMatchObject({
        three: `https://esm.sh/three@0.180.0?external=${others}`,
        'three/': `https://esm.sh/three@0.180.0${prefix}/`,
        'three/addons/a.js': `https://esm.sh/three@0.180.0/addons/a.js?external=${others}`,
      });
      expect(decodeURIComponent(imports['@scope/kit/style.css'])).toContain(
        'https://cdn.jsdelivr.net/npm/@scope/kit@2.0.0-rc.1/style.css',
      );
      expect(decodeURIComponent(imports['@scope/kit/style.css'])).toContain('own.before(link)');
    });

    it('reads JSON that is imported as it was published', async () => {
      const { '@scope/kit/data.json': module } = await importsOf('import "@scope/kit/data.json"');
      const asked: string[] = [];
      const { fetch } = globalThis;
      globalThis.fetch = async (address) => {
        asked.push(String(address));
        return Response.json({ one: 1 });
      };
      try {
        expect((await import(module)).default).toEqual({ one: 1 });
      } finally {
        globalThis.fetch = fetch;
      }
      expect(asked).toEqual(['https://cdn.jsdelivr.net/npm/@scope/kit@2.0.0-rc.1/data.json']);
    });

    it('names the address of a picture that is imported', async () => {
      const { '@scope/kit/a.svg': module } = await importsOf('import a from "@scope/kit/a.svg"; go(a)');
      expect((await import(module)).default).toBe('https://cdn.jsdelivr.net/npm/@scope/kit@2.0.0-rc.1/a.svg');
    });

    it('asks a network of the operator’s as that is asked elsewhere', async () => {
      expect(await importsOf('import "three"', 'https://modules.example/')).toMatchObject({
        three: 'https://modules.example/three@0.180.0',
        'three/': 'https://modules.example/three@0.180.0/',
      });
    });
  });
});
