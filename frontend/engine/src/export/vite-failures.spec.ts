import { describe, expect, it } from '@jest/globals';
import { defaultFrameworkConfig, type FrameworkConfig } from '@studio/contract/http/frameworks';
import { withoutViteFailures } from './vite-failures.js';

const forVite = (html: string, config: Partial<FrameworkConfig> = {}) =>
  withoutViteFailures(
    { html, css: '', js: '', frameworkConfig: { ...defaultFrameworkConfig, ...config } },
    'https://cdn.example',
  );

describe('a page for Vite', () => {
  it.each([
    '<img src="/">',
    '<img src=".">',
    '<link rel="icon" href="?">',
    '<video poster="../"></video>',
    '<source srcset="a.png 1x, ./ 2x">',
    `<img src="${'é'.repeat(128)}">`,
  ])('leaves an address that is no file name to the browser: %s', async (html) => {
    expect(await forVite(html)).toBe(html.replace(/^<\w+/, '$& vite-ignore'));
  });

  it.each([
    '<img src="photo.png">',
    '<img src="">',
    '<img src="data:image/gif;base64,//8=">',
    '<a href="/">',
    '<use href="#a"/>',
    '<img srcset="https://example.org/ 1x">',
  ])('keeps what Vite leaves alone or can build: %s', async (html) => {
    expect(await forVite(html)).toBe(html);
  });

  it.each(["import('./gone.js')", 'import(`/gone.js`)'])(
    'leaves an ordinary script to the browser that asks for a file: %s',
    async (code) => {
      expect(await forVite(`<script>${code}</script>`)).toBe(`<script vite-ignore>${code}</script>`);
    },
  );

  it('gives packages of ordinary scripts an address, in their versions, except for those of an import map', async () => {
    const packages = { three: '0.187.0' };
    expect(
      await forVite("<script>import('three'); import( `three/addons/a.js` )</script>", { packages }),
    ).toBe(
      "<script>import('https://cdn.example/three@0.187.0'); import( `https://cdn.example/three@0.187.0/addons/a.js` )</script>",
    );
    const map = '<script type="importmap">{ "imports": { "lib/": "https://example.org/" } }</script>';
    expect(await forVite(`${map}<script>import('lib/a.js')</script>`)).toBe(
      `${map}<script vite-ignore>import('lib/a.js')</script>`,
    );
  });

  it('removes imports of files from its styles', async () => {
    expect(await forVite('<style>@import url(fonts.css); @import "https://e.org/a.css"; p{}</style>')).toBe(
      '<style> @import "https://e.org/a.css"; p{}</style>',
    );
    expect(await forVite('<style>@import "last.css"</style>')).toBe('<style></style>');
  });

  it('hides the names that Vite replaces, but not in scripts and styles, which have no references', async () => {
    expect(await forVite('<p title="%PROD%">%MODE% 100%</p><script>"%DEV%"</script>')).toBe(
      '<p title="&#37;PROD%">&#37;MODE% 100%</p><script>"%DEV%"</script>',
    );
  });
});
