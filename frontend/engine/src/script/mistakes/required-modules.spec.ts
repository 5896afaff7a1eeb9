import { expect, it } from '@jest/globals';
import { defaultFrameworkConfig, type FrameworkConfig } from '@studio/contract/http/frameworks';
import { compile } from '../../compile.js';

const problems = async (js: string, more: Partial<FrameworkConfig> = {}, html = '') => {
  const target = { mode: 'development', libraries: 'local', moduleCdn: null, checkLoops: false } as const;
  const frameworkConfig = { ...defaultFrameworkConfig, ...more };
  return (await compile({ html, css: '', js, frameworkConfig }, target)).problems;
};

it.each([
  ["const confetti = require('canvas-confetti')", "import confetti from 'canvas-confetti'"],
  ['var { a, b: c } = require("kit/x")', "import { a, b as c } from 'kit/x'"],
  ["require('./side')", "import './side'"],
])(
  'a statement with require() is a warning with the import that does the same: %s',
  async (text, instead) => {
    expect(await problems(`// Start\n  ${text};\ngo();`)).toEqual([
      {
        language: 'js',
        severity: 'warning',
        message: `require() is Node's, and no page has it. Write ${instead}`,
        line: 2,
        column: 3,
        fix: { text, by: [instead] },
      },
    ]);
  },
);

it('is found in TypeScript as well', async () => {
  expect(await problems("let a: string;\nconst kit = require('kit');", { typescript: true })).toMatchObject([
    { line: 2, column: 1, fix: { by: ["import kit from 'kit'"] } },
  ]);
});

it.each([
  ["const fs = require('fs')", 'fs'],
  ["const { readFile } = require('node:fs/promises')", 'node:fs/promises'],
])('no import can be written for a part of Node: %s', async (text, name) => {
  const message = `"${name}" is a part of Node, which a page does not have, and so is require()`;
  expect(await problems(text)).toEqual([
    { language: 'js', severity: 'warning', message, line: 1, column: 1 },
  ]);
});

it.each([
  "require(['jquery'], ($) => $('p').hide());",
  "require.config({});\nconst a = require('a');",
  "function require(name) { return window[name]; }\nconst a = require('a');",
  "if (typeof require === 'function') require('a');",
  "loader.require('a');",
  "(function (require, module) { const a = require('./a'); })(load, {});",
])('nothing is said where the code has another require: %s', async (js) => {
  expect(await problems(js)).toEqual([]);
});

it('nothing is said where the page may have another require', async () => {
  const js = "const a = require('a');";
  expect(await problems(js, {}, '<input required>')).toHaveLength(1);
  expect(await problems(js, {}, '<script>function require(name) { return window[name]; }</script>')).toEqual(
    [],
  );
  expect(await problems(js, {}, '<script src="https://cdn.example/require.js"></script>')).toEqual([]);
  const url = 'https://cdn.example/requirejs@2/bin/r.js';
  expect(await problems(js, { resources: [{ kind: 'script', url }] })).toEqual([]);
});
