import { expect, it } from '@jest/globals';
import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import { compileStyles } from './compile-styles.js';

const problems = async (css: string) =>
  (await compileStyles({ html: '', css, js: '', classes: [], frameworkConfig: defaultFrameworkConfig }))
    .problems;

it.each(['<style>\np { color: red }\n</style>', '<LINK rel="stylesheet" href="a.css">', '<!doctype html>'])(
  'a CSS pane that begins with a tag says that it is HTML: %s',
  async (text) => {
    expect(await problems(`\n  ${text}`)).toEqual([
      {
        language: 'css',
        severity: 'warning',
        message: 'This is HTML: the CSS pane has styles without tags, such as p { color: red }',
        line: 2,
        column: 3,
      },
    ]);
  },
);

it.each(['<!-- p { color: red } -->', 'p { color: red }', 'p::before { content: "<style>" }', '\n'])(
  'other CSS says nothing: %j',
  async (css) => {
    expect(await problems(css)).toEqual([]);
  },
);
