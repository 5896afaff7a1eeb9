import { describe, expect, it } from '@jest/globals';
import { defaultFrameworkConfig, type FrameworkConfig } from '@studio/contract/http/frameworks';
import { type CompileTarget, compile } from './compile.js';
import { plainPage } from './plain-page.js';
import type { Sources } from './source.js';

const target: CompileTarget = { mode: 'development', libraries: 'local', moduleCdn: null, checkLoops: true };
const project = (sources: Partial<Sources>, config: Partial<FrameworkConfig> = {}) => ({
  html: '',
  css: '',
  js: '',
  ...sources,
  frameworkConfig: { ...defaultFrameworkConfig, ...config },
});

describe('a project that needs no compilers', () => {
  it.each<[string, Partial<Sources>]>([
    ['nothing', {}],
    ['a fragment', { html: '<p id="a">\n</p>', css: 'p { color: red }', js: 'a.textContent = "ran";\n' }],
    [
      'a whole page',
      {
        html: '<!DOCTYPE html>\n<html lang="en"><head><title>a</title></head><body onload="go()">b</body></html>',
        css: 'b{}',
        js: 'function go() {}',
      },
    ],
    ['what is never closed', { html: '<p>a<!-- b', js: 'go()' }],
    [
      'ends of elements in strings',
      { css: 'a { content: "</style>" }', js: 'go("</script>", "<!--<script>");' },
    ],
    [
      'pictures of users’ files',
      {
        html: '<img src="/assets/0123456789abcdef/a.png">',
        js: 'new Image().src = "/assets/0123456789abcdef/b.png";',
      },
    ],
    ['a guard of CodePen', { js: 'CP.PenTimer.MAX_TIME_IN_LOOP_WO_EXIT = 1;' }],
    [
      'async functions and names like loops',
      { js: 'async function format() { return document; } const $for_ = 1;' },
    ],
  ])('has the page that compiling it would make: %s', async (_name, sources) => {
    const source = project(sources);
    const { document, styles } = await compile(source, target);
    expect(plainPage(source, target)).toMatchObject({ document, styles });
  });
});

it.each<[string, Partial<Sources>, Partial<FrameworkConfig>?]>([
  ['a loop', { js: 'while (true);' }],
  ['a loop behind a comment', { js: 'do/**/{ } while (a)' }],
  ['an import', { js: 'import "three"' }],
  ['an import on demand', { js: 'import("three")' }],
  ['await', { js: 'await fetch("/")' }],
  ['what Vite replaces', { js: 'print(process.env.NODE_ENV)' }],
  ['a script in the markup', { html: '<SCRIPT>go()</SCRIPT>' }],
  ['styles of a package', { css: '@IMPORT "pkg/a.css";' }],
  ['TypeScript', { js: 'let a: b' }, { typescript: true }],
  ['React', { js: 'a()' }, { framework: 'react' }],
  ['SCSS', { css: 'a{}' }, { cssFramework: 'scss' }],
  ['Less', { css: 'a{}' }, { cssLanguage: 'less' }],
  ['Markdown', { html: 'a' }, { htmlLanguage: 'markdown' }],
  ['modules', { js: 'a()' }, { buildTool: 'vite' }],
  ['packages', { js: 'a()' }, { packages: { three: '1.0.0' } }],
  ['resources', { js: 'a()' }, { resources: [{ kind: 'script', url: 'https://a.example/a.js' }] }],
])('%s needs compilers', (_name, sources, config) => {
  expect(plainPage(project(sources, config), target)).toBeNull();
});
