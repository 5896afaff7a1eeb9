import { importsPackage, isImported, withImport } from './project-packages.ts';

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
