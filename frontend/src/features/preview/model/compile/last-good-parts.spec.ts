import { expect, it } from '@jest/globals';
import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import { toHtml } from '@studio/engine/build-document';
import { compile } from '@studio/engine/compile';
import { rememberGoodParts } from './last-good-parts.ts';

const frameworkConfig = { ...defaultFrameworkConfig, cssFramework: 'scss' as const };
const target = { mode: 'development', libraries: 'local', moduleCdn: null, checkLoops: false } as const;

/** A project that is edited, one state of its panes after the other. */
function editor() {
  const complete = rememberGoodParts();
  return async (html: string, css: string, js: string, onShow = { isRunning: true, rerun: false }) => {
    const source = { html, css, js, frameworkConfig };
    const document = complete(source, await compile(source, target), onShow);
    return document ? toHtml(document) : null;
  };
}

const broken = { css: 'a { color: $nope }', js: 'const a = ;' };

it('broken styles: new markup and scripts run with the last good ones, or with none', async () => {
  const edit = editor();
  const first = await edit('<p>one</p>', broken.css, 'one()');
  expect(first).toContain('<p>one</p>');
  expect(first).toContain('one()');
  await edit('<p>one</p>', 'b { color: red }', 'one()');
  const page = await edit('<p>two</p>', broken.css, 'two()');
  for (const part of ['<p>two</p>', 'two()', 'color: red']) expect(page).toContain(part);
  expect(await edit('<p>two</p>', '', 'two()')).not.toContain('red');
});

it.each([
  ['SCSS', { cssFramework: 'scss' }, "@import 'kit/a.css', 'kit/b.css';"],
  ['Less', { cssLanguage: 'less' }, "@import (css) 'kit/a.css';"],
  ['Tailwind', { cssFramework: 'tailwind' }, "@import 'kit/a.css';"],
] as const)(
  'broken styles: a page with a foreign base keeps those of packages and goes on (%s)',
  async (_name, config, imports) => {
    const complete = rememberGoodParts();
    const edit = async (css: string) => {
      const packages = { kit: '1.0.0' };
      const source = {
        html: '<base href="https://elsewhere.example/">',
        css: `${imports}\n${css}`,
        js: '',
        frameworkConfig: { ...defaultFrameworkConfig, ...config, packages },
      };
      const document = complete(source, await compile(source, target), { isRunning: true, rerun: false });
      return document && toHtml(document);
    };
    const shown = await edit('b { color: red }');
    expect(shown?.split('<base')[0]).toContain('/packages/kit@1.0.0/a.css');
    expect(await edit('b { color: ')).toBe(shown);
  },
);

it('a broken script: the page on show goes on and takes new styles; new markup comes without a script', async () => {
  const edit = editor();
  await edit('<p>one</p>', 'b { color: red }', 'one()');
  const restyled = await edit('<p>one</p>', 'b { color: lime }', broken.js);
  for (const part of ['<p>one</p>', 'one()', 'color: lime']) expect(restyled).toContain(part);
  const page = await edit('<p>two</p>', 'b { color: blue }', broken.js);
  for (const part of ['<p>two</p>', 'color: blue']) expect(page).toContain(part);
  expect(page).not.toMatch(/one\(\)|const a/);
});

it.each([
  ['it was stopped or hangs', { isRunning: false, rerun: false }],
  ['somebody presses Run', { isRunning: true, rerun: true }],
])('a broken script: the last one is not run again where %s', async (_case, onShow) => {
  const edit = editor();
  await edit('<p>one</p>', '', 'one()');
  const page = await edit('<p>one</p>', '', broken.js, onShow);
  expect(page).toContain('<p>one</p>');
  expect(page).not.toContain('one()');
});

it('broken markup: the page on show goes on; what begins anew comes without it', async () => {
  const complete = rememberGoodParts();
  const edit = async (html: string, js: string, onShow = { isRunning: true, rerun: false }) => {
    const source = {
      html,
      css: '',
      js,
      frameworkConfig: { ...frameworkConfig, htmlLanguage: 'pug' as const },
    };
    const document = complete(source, await compile(source, target), onShow);
    return document ? toHtml(document) : null;
  };
  await edit('p one', 'one()');
  const shown = await edit('p= (', 'two()');
  for (const part of ['<p>one</p>', 'one()']) expect(shown).toContain(part);
  expect(await edit('p= (', 'two()', { isRunning: true, rerun: true })).not.toContain('<p>');
  const mended = await edit('p two', 'two()');
  for (const part of ['<p>two</p>', 'two()']) expect(mended).toContain(part);
});
