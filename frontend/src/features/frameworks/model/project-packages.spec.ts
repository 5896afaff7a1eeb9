import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import { limits } from '@studio/contract/limits';
import type { ResolvePackages } from '@studio/contract/packages/package-routes';
import type { Source } from '@studio/engine/source';
import type { Call } from '@/lib/http-client.ts';
import { importsPackage, isImported, isNeeded, withImport } from './project-packages.ts';

test.each([
  ['canvas-confetti', 'go();', false, "import canvasConfetti from 'canvas-confetti';\ngo();"],
  ['@react-three/fiber', '', false, "import * as fiber from '@react-three/fiber';\n"],
  ['3d-view', '', false, "import * as _3dView from '3d-view';\n"],
  ['normalize.css', '', false, "import 'normalize.css';\n"],
  [
    'three',
    '<template><p/></template>\n<script>\n</script>\n<script setup>\ngo()\n</script>',
    true,
    "<template><p/></template>\n<script>\n</script>\n<script setup>\nimport * as three from 'three';\ngo()\n</script>",
  ],
  [
    'three',
    '<template><p/></template>',
    true,
    "<script setup>\nimport * as three from 'three';\n</script>\n\n<template><p/></template>",
  ],
])('an import of %s stands where the script begins', (name, js, isComponent, expected) => {
  expect(withImport(js, { specifier: name, hasDefault: name === 'canvas-confetti' }, isComponent)).toBe(
    expected,
  );
});

test.each([
  ['/** @jsxImportSource preact */', '\ngo(<p/>);'],
  ['\n// Mine\n/* @jsx h */\r\n// @ts-nocheck', '\r\n\r\n/** Goes. */\r\nfunction go() {}'],
])('an import stands behind the settings that TypeScript reads above all code: %j', (above, below) => {
  const three = { specifier: 'three', hasDefault: false };
  expect(withImport(above + below, three, false)).toBe(`${above}\nimport * as three from 'three';${below}`);
});

test('an import has a line of its own, also where code follows such a comment', () => {
  const three = { specifier: 'three', hasDefault: false };
  expect(withImport('/** @jsx h */ go()', three, false)).toBe(
    "/** @jsx h */\nimport * as three from 'three';\ngo()",
  );
});

test.each([
  ["const marked = 'x';", 'marked2'],
  ['let { a, marked } = b;\nlet marked2;\nfunction marked3() {}', 'marked4'],
  ['import { marked } from "./m.js"', 'marked2'],
  ['import * as marked from "m"; var [marked2] = c', 'marked3'],
  ['class marked {}', 'marked2'],
  ["import a from 'b'\nmarked.parse('x')", 'marked'],
  ["import 'x.css'\nmarked('a')", 'marked'],
  ['let x\nmarked.parse(x)', 'marked'],
  ['class A extends marked {}', 'marked'],
  ['let t: marked.Token = 1', 'marked'],
  ["import type { a, marked } from 'b'", 'marked2'],
  ['let a, marked', 'marked2'],
  ['const {\n  a,\n  marked,\n} = b', 'marked2'],
  ['go(marked.parse("const marked"));', 'marked'],
  ['const a = marked("b");\n// let marked', 'marked'],
  ["const a = 'https://a.example'; let marked", 'marked2'],
  ['import "marked/x"; const markedUp = 1', 'marked'],
])('an import has a name that the script does not declare: %j', (js, name) => {
  expect(withImport(js, { specifier: 'marked', hasDefault: true }, false)).toBe(
    `import ${name} from 'marked';\n${js}`,
  );
});

const source = (parts: Partial<Source>): Source => ({
  html: '',
  css: '',
  js: '',
  frameworkConfig: defaultFrameworkConfig,
  ...parts,
});

test.each([
  ['three', "import 'three'", true],
  ['three', 'import("three/addons/a.js")', true],
  ['three', 'import "three@^0.180"', true],
  ['three', 'import "three-mesh"', false],
  ['three', 'import "other/three"', false],
  ['chart.js', 'import "chartxjs"', false],
  ['three', 'export * from "three"', true],
  ['three', 'document.getElementById("three")', false],
  ['three', 'import(`three`)', true],
  ['three', "import(/* loaded late */ 'three')", true],
  ['three', "import { a } // all of it\n  from 'three'", true],
  ['three', "const page = 'https://a.example'; import 'three'", true],
  ['three', "const files = '/*'; import 'three'", true],
  ['three', "const sign = /[/*]/;\nimport 'three'", true],
  ['three', "words.split(/['\"]/); import('three')", true],
  ['three', "const isPath = (text) => /[//]/.test(text); import('three')", true],
  ['three', "const start = /[/*]/, end = /[*/]/; import('three')", true],
  ['three', "const half = (a + b) / 2; import('three'); const other = a / 2", true],
  ['three', "const files = `${folder}/*`;\nimport 'three';\n/* the end */", true],
  ['three', "const files = `${folder}/*`;\nimport 'three'", true],
  ['three', "const list = <p>{done}/{all} {show(import('three'))}</p>", true],
  ['three', "const line = <hr title={title} />;\nimport 'three'", true],
  ['three', "/* files: src/*.js */ import 'three'", true],
  ['three', "const sign = /[/*]/; /* import 'three' */ go()", false],
  ['three', "match(/ import 'three'/)", false],
  ['three', "// import 'three'\ngo()", false],
  ['three', "/* import 'three' */ go()", false],
  ['three', `go("import 'three'")`, false],
  ['three', "Array.from('three')", false],
])('whether %s is imported by %s: %s', (name, js, expected) => {
  expect(importsPackage(source({ js }), name)).toBe(expected);
  expect(importsPackage(source({ html: `<p>It’s</p><script type="module">${js}</script>` }), name)).toBe(
    expected,
  );
  const pug = { ...defaultFrameworkConfig, htmlLanguage: 'pug' as const };
  const html = `script(type="module").\n  ${js}`;
  expect(importsPackage(source({ html, frameworkConfig: pug }), name)).toBe(expected);
  const component = { ...defaultFrameworkConfig, framework: 'vue' as const, vueSfc: true };
  const written = `<template><p>It's</p></template>\n<script setup>${js}\n</script>`;
  expect(importsPackage(source({ js: written, frameworkConfig: component }), name)).toBe(expected);
});

test.each([
  ['three', { js: "import 'three@0.187'" }, true],
  ['three', { js: "import 'three/addons/a.js'" }, false],
  ['leaflet/dist/leaflet.css', { css: "@import url('leaflet@1/dist/leaflet.css')" }, true],
  ['leaflet/dist/leaflet.css', { css: '@import url(leaflet/dist/leaflet.css)' }, true],
  ['leaflet/dist/leaflet.css', { css: "/* @import 'leaflet/dist/leaflet.css' */" }, false],
  ['leaflet', { css: "@import 'leaflet/dist/leaflet.css'" }, false],
])('whether exactly %s is imported by %j: %s', (specifier, parts, expected) => {
  expect(isImported(source(parts), specifier)).toBe(expected);
});

test('whether a package is needed is asked of as many imports as one lookup takes', async () => {
  const js = Array.from({ length: limits.specifiersPerLookup + 1 }, (_, at) => `import 'kit/${at}';`).join(
    '\n',
  );
  const asked: number[] = [];
  const call = (async (_route: unknown, { body }: { body: ResolvePackages }) => {
    asked.push(body.specifiers.length);
    return { ok: true, data: { packages: {}, problems: [] } };
  }) as Call;
  const frameworkConfig = { ...defaultFrameworkConfig, packages: { kit: '1.0.0', peer: '1.0.0' } };
  expect(await isNeeded(call, { html: '', css: '', js, frameworkConfig }, 'peer')).toEqual({
    isNeeded: false,
  });
  expect(asked).toEqual([limits.specifiersPerLookup]);
});
