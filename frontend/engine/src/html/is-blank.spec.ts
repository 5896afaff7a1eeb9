import { expect, it } from '@jest/globals';
import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import { hasScript, isBlank, isDrawnByScript } from './is-blank.js';

const blank = (html: string, framework: 'vanilla' | 'react' = 'vanilla') =>
  isBlank({ html, css: '', js: '', frameworkConfig: { ...defaultFrameworkConfig, framework } });

it.each([
  '',
  ' \n',
  '<!-- nothing --><!doctype html><html><body> </body></html>',
  '<html><head><meta charset="utf-8"><title>T</title>text</head><body></body></html>',
  '<style>p{}</style><script>"<p>"</script><template><p>x</p></template>',
  '<head><title>T</title><body>',
  '<p hidden',
  '<!-- never closed <p>x</p>',
])('%j shows nothing by itself', (html) => {
  expect(blank(html)).toBe(true);
});

it.each([
  'x',
  '<p>',
  '<!-- c -->x',
  '<img>',
  '<head></head>x',
  '<body>x',
  '<textarea>',
  '<script></script>x',
])('%j shows something', (html) => {
  expect(blank(html)).toBe(false);
});

it('leaves a framework one place to draw in', () => {
  expect(blank('<div id="root"></div>', 'react')).toBe(true);
  expect(blank('<div id="root"></div>')).toBe(false);
  expect(blank('<div id="root"><p></p></div>', 'react')).toBe(false);
});

it.each([
  ['', 'draw()', true],
  ['<div id="app"></div>', 'draw()', true],
  ['<h1>Snow</h1><canvas></canvas>', 'draw()', true],
  ['<main><canvas>None here</canvas></main><script>draw()</script>', '', true],
  ['<head><title>T</title><body><ul></ul>', 'draw()', true],
  ['', '', false],
  ['<canvas></canvas>', ' ', false],
  ['<h1>Snow</h1><div></div>', 'draw()', false],
  ['<div><img src="a.png"></div>', 'draw()', false],
  ['<div></div>text', 'draw()', false],
])('%j with the script %j is drawn by it: %s', (html, js, drawn) => {
  expect(isDrawnByScript({ html, css: '', js, frameworkConfig: defaultFrameworkConfig })).toBe(drawn);
});

it.each([
  ['<p>One on=1</p>', ' ', false],
  ['<p>', 'draw()', true],
  ['<SCRIPT>draw()</SCRIPT>', '', true],
  ['<body onload = "draw()">', '', true],
])('%j with the script %j may be changed by it: %s', (html, js, runs) => {
  expect(hasScript({ html, js, frameworkConfig: defaultFrameworkConfig })).toBe(runs);
});
