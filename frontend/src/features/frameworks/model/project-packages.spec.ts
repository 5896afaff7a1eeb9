import type { ExternalResource } from '@studio/contract/external-resources';
import { importsPackage, isImported, packageNamedBy, withImport } from './project-packages.ts';

const names = new Set(['three', '@scope/kit', 'canvas-confetti', 'chart.js', 'leaflet']);
const resource = (url: string): ExternalResource => ({
  kind: url.endsWith('.css') ? 'style' : 'script',
  url,
});

test.each([
  ['canvas-confetti', 'go();', false, "import * as canvasConfetti from 'canvas-confetti';\ngo();"],
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
  expect(withImport(js, name, isComponent)).toBe(expected);
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
])('whether %s is imported by %s: %s', (name, js, expected) => {
  expect(importsPackage({ html: '', css: '', js }, name)).toBe(expected);
  expect(importsPackage({ html: `<script type="module">${js}</script>`, css: '', js: '' }, name)).toBe(
    expected,
  );
});

test.each([
  ['three', "import 'three@0.187'", true],
  ['three', "import 'three/addons/a.js'", false],
  ['leaflet/dist/leaflet.css', "@import url('leaflet@1/dist/leaflet.css')", true],
  ['leaflet', "@import 'leaflet/dist/leaflet.css'", false],
])('whether exactly %s is imported by %s: %s', (specifier, text, expected) => {
  expect(isImported({ html: '', css: text, js: '' }, specifier)).toBe(expected);
});

test.each([
  ['https://cdn.jsdelivr.net/npm/three@0.160.0/build/three.min.js', 'three', '0.160.0'],
  ['https://cdn.jsdelivr.net/npm/@scope/kit/dist/kit.js', '@scope/kit', null],
  ['https://cdn.jsdelivr.net/npm/@scope/kit@%5E2.1/dist/kit.js', '@scope/kit', '^2.1'],
  ['https://cdn.jsdelivr.net/npm/@scope/kit/+esm', '@scope/kit', null],
  ['https://unpkg.com/canvas-confetti/dist/confetti.browser.min.js', 'canvas-confetti', null],
  ['https://unpkg.com/chart.js@%3C4/dist/index.umd.js', 'chart.js', '<4'],
  ['https://unpkg.com/chart.js@%zz', 'chart.js', '%zz'],
  ['https://cdnjs.cloudflare.com/ajax/libs/three.js/r128/three.min.js', 'three', 'r128'],
  ['https://unpkg.com/chart.js', 'chart.js', null],
  ['https://unpkg.com/chart.js@latest', 'chart.js', null],
  ['https://esm.sh/three@0.160?bundle', 'three', '0.160'],
  ['https://cdnjs.cloudflare.com/ajax/libs/three.js/0.160.0/three.min.js', 'three', '0.160.0'],
  ['https://cdnjs.cloudflare.com/ajax/libs/Chart.js/4.4.0/chart.umd.js', 'chart.js', '4.4.0'],
  ['https://unpkg.com/leaflet@1.9.4/dist/leaflet.css', 'leaflet/dist/leaflet.css', '1.9.4'],
])('the package instead of %s is %s in version %s', (url, specifier, range) => {
  expect(packageNamedBy(resource(url), names)).toEqual({ specifier, range });
});

test.each([
  'https://cdnjs.cloudflare.com/ajax/libs/leaflet/1.9.4/leaflet.css',
  'https://unpkg.com/other/three.js',
  'https://unpkg.com/chart.js/plugin/chart.js',
  'https://unpkg.com/chart.js/dist/chart.sound.js',
  'https://esm.sh/chart.js/helpers',
  'https://cdnjs.cloudflare.com/ajax/libs/Chart.js/4.4.0/helpers.min.js',
  'https://cdn.jsdelivr.net/gh/three/three.js',
  'https://three.example/three.js',
])('there is no package instead of %s', (url) => {
  expect(packageNamedBy(resource(url), names)).toBeNull();
});
