import { describe, expect, it } from '@jest/globals';
import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import { projectFiles } from './project-files.js';

/** The texts of the package of a page. */
async function files({ html, css = '' }: { html: string; css?: string }): Promise<Record<string, string>> {
  const project = { title: 'My page', html, css, js: '', frameworkConfig: defaultFrameworkConfig };
  const made = await projectFiles(project, {
    moduleCdn: null,
    readLibrary: async () => '',
    assets: { assetsUrl: 'http://127.0.0.1:3001', got: new Map(), missing: new Map() },
  });
  return made as Record<string, string>;
}

describe('a whole page that does not say that it is UTF-8', () => {
  it('says so, in the package and alone: any server may send it', async () => {
    const made = await files({
      html: '<!doctype html><html><head><title>Ü</title></head><body>é</body></html>',
    });
    for (const name of ['index.html', 'standalone.html'])
      expect(made[name]).toContain('<head><meta charset="utf-8"><title>Ü</title>');
    const named = await files({ html: '<!doctype html><html><head><meta charset="utf-8"></head></html>' });
    expect(named['index.html']?.match(/charset/g)).toHaveLength(1);
  });

  it.each([
    '<meta charset="iso-8859-1">',
    '<meta http-equiv="Content-Type" content="text/html; charset=windows-1252">',
    '<!-- <meta charset="utf-8"> -->',
  ])('says so before it says anything else: %s', async (meta) => {
    const made = await files({ html: `<!doctype html><html><head>${meta}</head><body>é</body></html>` });
    for (const name of ['index.html', 'standalone.html'])
      expect(made[name]).toContain(`<head><meta charset="utf-8">${meta}`);
  });

  it('leaves it at what it says in the old way', async () => {
    const meta = '<meta http-equiv="Content-Type" content="text/html; charset=UTF-8">';
    const made = await files({ html: `<html><head>${meta}</head></html>` });
    expect(made['standalone.html']).toContain(`<head>${meta}`);
  });
});

describe('the end of the head, before which Vite puts what it builds', () => {
  const firstEnd = async (html: string) => {
    const made = await files({ html, css: 'p{}' });
    const page = String(made['index.html']);
    return page.slice(page.indexOf('<link'), page.indexOf('</head>'));
  };

  it.each([
    ['in a comment', '<html><head><!-- before </head> --></head><body><p>x</p></body></html>'],
    ['in a script', '<html><head><script>"</head>"</script></head><body><p>x</p></body></html>'],
    ['in the body alone', '<html><body><textarea></head></textarea></body></html>'],
    ['nowhere', '<!doctype html><title>t</title><p>x'],
  ])('is the page’s own where it is written %s', async (_where, html) => {
    expect(await firstEnd(html)).toBe('<link rel="stylesheet" href="/src/style.css">\n');
  });
});

describe('the title', () => {
  it.each([
    ['in a fragment', '<title>Own</title><p>x', 1],
    ['behind other markup', '<p>x</p><title>Own</title>', 1],
    ['of a drawing alone', '<svg><title>Sun</title></svg>', 2],
    ['in a comment alone', '<!-- <title>Old</title> --><p>x', 2],
  ])('is the project’s where the page has no own one: %s', async (_where, html, titles) => {
    const made = await files({ html });
    for (const page of [String(made['index.html']), String(made['standalone.html'])]) {
      expect(page.match(/<title>/g)).toHaveLength(titles);
      expect(page.includes('<title>My page</title>')).toBe(titles === 2);
    }
  });
});

describe('what Vite would look for in vain stays as the browser takes it', () => {
  const pageOf = async (html: string) => String((await files({ html }))['index.html']);

  it.each([
    '<img src="/">',
    '<img alt="." src=".">',
    '<img src="src/">',
    '<img src="index.html/x">',
    '<img src="a%00b">',
    '<img srcset="https://example.org/a.png 1x, ./ 2x">',
    '<video poster="?">',
    '<link rel="canonical" href="..">',
    `<svg><use xlink:href="${'a'.repeat(300)}"/></svg>`,
    '<meta property="og:image" content="/">',
    '<noscript><img src="/"></noscript>',
    '<template><script type="module" src="app.js"></script></template>',
    "<script>import('./gone.js').catch(() => {})</script>",
    '<script type="text/babel">import(\'three\')</script>',
  ])('is marked: %s', async (html) => {
    const ignored = (await pageOf(html)).match(/<[^>]* vite-ignore[^]*/)?.[0] ?? '';
    expect(ignored.replace(' vite-ignore', '')).toContain(html.replace(/^<(?:noscript|template|svg)>/, ''));
  });

  it.each([
    '<img src="https://example.org/a.png"><img src="data:image/png;base64,AA"><img src>',
    '<img src="photo.png"><img srcset="a.png 1x, b/c.png 2x">',
    '<a href="/">home</a><svg><use href="#icon"/></svg>',
    '<meta name="viewport" content="width=device-width">',
    '<script>go("imports")</script><script src="app.js"></script>',
    '<!-- <img src="/"> --><textarea><img src="/"></textarea>',
  ])('is not marked where Vite stops at nothing: %s', async (html) => {
    expect(await pageOf(html)).toContain(html);
  });

  it.each([
    ['<style>@import "fonts.css";p{}</style>', '<style>p{}</style>'],
    ['<style>@import url("a.css") layer(x)\nscreen;p{}</style>', '<style>p{}</style>'],
    ['<template><style>@import "";@import "b"</style></template>', '<template><style></style></template>'],
    [
      `<style>p{background:url("")url( '?' )url()}</style>`,
      'p{background:url(data:,)url(data:,)url(data:,)}',
    ],
    ['<style>/* url() */p{content:"url()"}</style>', '/* url() */p{content:"url()"}'],
    [`<p style="background: url('')">`, '<p style="background: url(data:,)">'],
    ['<p style="background: url(&quot;&quot;)">', '<p style="background: url(data:,)">'],
    ['<style>@import "https://example.org/a.css";</style>', '@import "https://example.org/a.css";'],
  ])('is left out of styles, which browsers read without: %s', async (html, expected) => {
    expect(await pageOf(html)).toContain(expected);
  });

  it('has no text that Vite would replace by its settings', async () => {
    const texts = '<p title="%PROD%">%MODE% of 50%, %constructor%, %20a%</p>';
    const codes = '<style>p::after { content: "%DEV%" }</style><script>"%BASE_URL%"</script>';
    const page = await pageOf(texts + codes);
    expect(page).toContain('<p title="&#37;PROD%">&#37;MODE% of 50%, &#37;constructor%, %20a%</p>');
    expect(page).toContain('{ content: "\\25 DEV%" }</style><script>"\\u0025BASE_URL%"</script>');
  });
});

describe('packages that the page itself imports in scripts that Vite does not bundle', () => {
  const mapOf = (page: string) =>
    JSON.parse(/<script type="importmap">(.*?)<\/script>/s.exec(page)?.[1] ?? '{}');

  it('come from public addresses, by one import map with the page’s own names', async () => {
    const own = '<script type="importmap">{"imports":{"mine":"https://example.org/mine.js"}}</script>';
    const { 'index.html': page = '' } = await files({
      html: `${own}<script>import('mitt'); import('vue')</script>`,
    });
    expect(mapOf(page).imports).toMatchObject({
      mine: 'https://example.org/mine.js',
      mitt: 'https://esm.sh/mitt',
      vue: expect.stringMatching(/^data:text\/javascript,/),
    });
    expect(page.match(/importmap/g)).toHaveLength(1);
    expect(page).toMatch(/<head>.*<script src="https:\/\/cdn\.jsdelivr\.net\/npm\/vue@/);
  });

  it.each([
    '<script type="importmap">{"imports":{"mine":"https://example.org/mine.js"}}</script><script>import("mine")</script>',
    '<script type="module">import "mitt";</script>',
  ])('need no map beside the page’s own and what Vite bundles: %s', async (html) => {
    const { 'index.html': page } = await files({ html });
    expect(page?.replace(' vite-ignore', '')).toContain(html);
    expect(page).not.toContain('esm.sh');
  });
});
