import { expect, it } from '@jest/globals';
import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import { isBlank } from './is-blank.js';

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
