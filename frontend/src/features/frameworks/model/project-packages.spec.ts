import { importsPackage, withImport } from './project-packages.ts';

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
])('whether %s is imported by %s: %s', (name, js, expected) => {
  expect(importsPackage({ html: '', js }, name)).toBe(expected);
  expect(importsPackage({ html: `<script type="module">${js}</script>`, js: '' }, name)).toBe(expected);
});
