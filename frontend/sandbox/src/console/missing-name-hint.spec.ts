import { afterEach, expect, it } from '@jest/globals';
import { missingNameHint } from './missing-name-hint';

const inPane = '    at show (script.js:1:2)\n    at index.html:3:4';

afterEach(() => {
  Reflect.deleteProperty(window, 'React');
  Reflect.deleteProperty(window, 'Vue');
});

it.each([
  ['Uncaught ReferenceError: $ is not defined', "import $ from 'jquery'"],
  ["ReferenceError: Can't find variable: THREE", "import * as THREE from 'three'"],
  ['ReferenceError: d3 is not defined', "import * as d3 from 'd3'"],
])('a library that no script defines: %s', (message, written) => {
  expect(missingNameHint(message, inPane)).toBe(` (Write ${written})`);
});

it('a framework that the project has not chosen, also for scripts of the HTML', () => {
  const message = 'Uncaught ReferenceError: ReactDOM is not defined';
  expect(missingNameHint(message, '    at index.html:3:4')).toBe(
    ' (Choose React in Framework Configuration)',
  );
});

it("functions of the page's framework that are not imported", () => {
  Object.assign(window, { React: { useState: () => {}, version: '19.3.1' } });
  expect(missingNameHint('Uncaught ReferenceError: useState is not defined', inPane)).toBe(
    " (Write import { useState } from 'react')",
  );
  expect(missingNameHint('Uncaught ReferenceError: version is not defined', inPane)).toBe('');
  expect(missingNameHint('Uncaught ReferenceError: ref is not defined', inPane)).toBe('');
  Object.assign(window, { Vue: { ref: () => {} } });
  expect(missingNameHint('Uncaught ReferenceError: ref is not defined', inPane)).toContain(
    "{ ref } from 'vue'",
  );
});

it.each([
  'Uncaught ReferenceError: total is not defined',
  'Uncaught ReferenceError: constructor is not defined',
  'Uncaught TypeError: $ is not defined',
  "Uncaught ReferenceError: Cannot access '$' before initialization",
  'Uncaught ReferenceError: $ is not defined in this place',
])('nothing of other names and errors: %s', (message) => {
  expect(missingNameHint(message, inPane)).toBe('');
});

it('nothing where a script of the HTML lacks the name, for which the pane cannot import it', () => {
  const message = 'Uncaught ReferenceError: $ is not defined';
  expect(missingNameHint(message, '    at index.html:3:4\n    at script.js:1:2')).toBe('');
  expect(missingNameHint(message, '')).toBe('');
});
