import { describe, expect, it } from '@jest/globals';
import { defaultFrameworkConfig, type FrameworkConfig } from '@studio/contract/http/frameworks';
import type { Sources } from '../source.js';
import type { PackageContent } from './contain-packages.js';
import { standalonePage } from './standalone-page.js';

const packages = { kit: '1.0.0', peer: '2.0.0' };
const served: Record<string, [type: string, text: string]> = {
  '/packages/kit@1.0.0/': [
    'text/javascript',
    'import { base } from "/packages/kit@1.0.0/~/shared.js";\nimport "/packages/dependency@3.0.0/";\nimport { peer } from "peer";\nimport { part } from "peer/part.js";\nexport const kit = base + peer + part;\nexport const more = () => [import("./later.js"), import(`./later.js`)];\nexport const markup = "</script>";',
  ],
  '/packages/kit@1.0.0/~/shared.js': [
    'text/javascript',
    'globalThis.instances = (globalThis.instances ?? 0) + 1;\nexport const base = "base ";\nexport const files = [new URL("/packages/kit@1.0.0/a.wasm", import.meta.url), new URL(`/packages/kit@1.0.0/a.wasm`,import.meta.url)];',
  ],
  '/packages/kit@1.0.0/later.js': [
    'text/javascript',
    'export { base } from "/packages/kit@1.0.0/~/shared.js";',
  ],
  '/packages/kit@1.0.0/styled.js': ['text/javascript', 'import "peer/style.css?module";'],
  '/packages/peer@2.0.0/style.css?module': ['text/javascript', 'export default "style";'],
  '/packages/kit@1.0.0/hook.js': ['text/javascript', 'export { useState as hook } from "react";'],
  '/packages/kit@1.0.0/a.wasm': ['application/wasm', 'wasm'],
  '/packages/dependency@3.0.0/': ['text/javascript', 'export const dependency = 1;'],
  '/packages/peer@2.0.0/': ['text/javascript', 'export const peer = "peer ";'],
  '/packages/peer@2.0.0/part.js': ['text/javascript', 'export const part = "part";'],
  '/packages/kit@1.0.0/style.css': [
    'text/css; charset=utf-8',
    '@import "./base.css"; a { background: url(images/a.png#x) } b { background: url("data:,") }',
  ],
  '/packages/kit@1.0.0/partial.css': [
    'text/css',
    '/* url(images/a.png) */ a { background: url(gone.png), url(/gone.png) } b { content: "url(images/a.png)" } i { background: url(images/a.png) }',
  ],
  '/packages/kit@1.0.0/base.css': ['text/css', '@import "style.css"; i { color: red }'],
  '/packages/kit@1.0.0/images/a.png': ['image/png', 'png'],
  '/packages/kit@1.0.0/images/a.png?module': [
    'text/javascript',
    'export default new URL("/packages/kit@1.0.0/images/a.png", import.meta.url).href;',
  ],
  '/packages/kit@1.0.0/data.json': ['application/json', '{"a":1}'],
  ...Object.fromEntries(
    Array.from({ length: 6 }, (_, level) => [
      `/packages/kit@1.0.0/level${level}.css`,
      ['text/css', `@import "level${level + 1}.css";`.repeat(12)],
    ]),
  ),
  '/packages/kit@1.0.0/sprites.css': ['text/css', 'a { background: url(sprites.png) }'.repeat(100)],
  '/packages/kit@1.0.0/sprites.png': ['image/png', 'p'.repeat(1_048_576)],
};

async function page(sources: Partial<Sources>, config: Partial<FrameworkConfig> = {}) {
  const read: string[] = [];
  let [atOnce, maxConcurrent] = [0, 0];
  const readPackage = async (path: string): Promise<PackageContent | null> => {
    const [type, text] = served[path] ?? [];
    if (type === undefined) return null;
    read.push(path);
    atOnce += 1;
    maxConcurrent = Math.max(maxConcurrent, atOnce);
    await Promise.resolve();
    atOnce -= 1;
    return { type, bytes: new TextEncoder().encode(text) };
  };
  const source = { html: '', css: '', js: '', ...sources };
  const frameworkConfig = { ...defaultFrameworkConfig, packages, ...config };
  const html = await standalonePage(
    { title: 'Box', ...source, frameworkConfig },
    { moduleCdn: null, readLibrary: async (path) => `/* ${path} */`, readPackage },
  );
  return { html, read, maxConcurrent };
}

/** The import map that the page's script creates. */
function importMapOf(html: string): Record<string, string> {
  const script = /<script>(\(\(\{ map.*?)<\/script>/s.exec(html)?.[1] ?? '';
  let text = '';
  const document = {
    createElement: () => ({}),
    currentScript: { replaceWith: (element: { textContent: string }) => (text = element.textContent) },
  };
  new Function('document', script)(document);
  return JSON.parse(text).imports;
}

const decoded = (address = '') => decodeURIComponent(address.slice('data:text/javascript,'.length));

describe('a page that contains its packages', () => {
  const js = 'import { kit } from "kit"; console.log(kit)';

  it('has each module that is imported once, by every name that leads to it', async () => {
    const { html, read } = await page({ js });
    expect(html).not.toMatch(/https?:|type="importmap"/);
    expect(read.toSorted()).toEqual(
      Object.keys(served)
        .filter((path) => !/css|png|hook|json|styled/.test(path))
        .toSorted(),
    );
    const imports = importMapOf(html);
    expect(imports['kit']).toBe(imports['kit@1.0.0']);
    expect(imports['peer']).toBe(imports['peer@2.0.0']);
    expect(imports['peer/part.js']).toBe(imports['peer@2.0.0/part.js']);
    expect(decoded(imports['kit'])).toContain('from "kit@1.0.0/~/shared.js"');
    expect(decoded(imports['kit'])).toContain('[import("kit@1.0.0/later.js"), import(`kit@1.0.0/later.js`)]');
    expect(decoded(imports['kit'])).toContain('import "dependency@3.0.0"');
    // A name that ends with a slash means a folder, and browsers refuse it for a module.
    expect(Object.keys(imports).filter((name) => name.endsWith('/'))).toEqual([]);
  });

  it('asks at once for all modules that another one imports', async () => {
    expect((await page({ js })).maxConcurrent).toBe(5);
  });

  it('has other files of packages as data', async () => {
    const imports = importMapOf((await page({ js })).html);
    const wasm = `data:application/wasm;base64,${btoa('wasm')}`;
    expect(decoded(imports['kit@1.0.0/~/shared.js'])).toContain(
      `[new URL("${wasm}", import.meta.url), new URL(\`${wasm}\`,import.meta.url)]`,
    );
  });

  it('has the pictures whose addresses its code imports', async () => {
    const { html } = await page({ js: "import a from 'kit/images/a.png'; console.log(a)" });
    expect(decoded(importMapOf(html)['kit/images/a.png'])).toContain(
      `new URL("data:image/png;base64,${btoa('png')}", import.meta.url)`,
    );
  });

  it('has style sheets with all that they name', async () => {
    const { html } = await page({ css: "@import 'kit/style.css';\np { color: red }" });
    const [, style = ''] = /@import 'data:text\/css;charset=utf-8;base64,([^']*)'/.exec(html) ?? [];
    expect(atob(style)).toContain(`url(data:image/png;base64,${btoa('png')}#x)`);
    expect(atob(style)).toContain('url("data:,")');
    const [, base = ''] = /@import "data:text\/css;base64,([^"]*)"/.exec(atob(style)) ?? [];
    expect(atob(base)).toBe('@import "style.css"; i { color: red }');
  });

  it('has JSON and style sheets that are imported with their type', async () => {
    const typed = `import data from 'kit/data.json' with { type: 'json' };
      import sheet from 'kit/partial.css' with { type: 'css' }; console.log(data, sheet)`;
    const imports = importMapOf((await page({ js: typed })).html);
    expect(imports['kit/data.json']).toBe(`data:application/json;base64,${btoa('{"a":1}')}`);
    expect(imports['kit/partial.css']).toMatch(/^data:text\/css;base64,/);
  });

  it('has the style sheets that modules import by name', async () => {
    const imports = importMapOf((await page({ js: 'import "kit/styled.js"' })).html);
    expect(decoded(imports['peer/style.css?module'])).toContain('export default "style";');
  });

  it('has a style sheet that only styles import once', async () => {
    const imports = importMapOf((await page({ js, css: "@import 'kit/partial.css';" })).html);
    expect(Object.keys(imports).filter((name) => name.endsWith('.css'))).toEqual([]);
  });

  it('leaves addresses in style sheets that lead to no file of a package, and comments and strings', async () => {
    const { html } = await page({ css: "@import 'kit/partial.css';" });
    const [, style = ''] = /@import 'data:text\/css;base64,([^']*)'/.exec(html) ?? [];
    const [, text = ''] = served['/packages/kit@1.0.0/partial.css'] ?? [];
    const image = `data:image/png;base64,${btoa('png')}`;
    expect(atob(style)).toBe(text.replace(/images\/a\.png(?=\) }$)/, image));
  });

  it('keeps what the project’s own import map says, and names that it blocks', async () => {
    const html = '<script type="importmap">{"imports":{"own":"data:,","peer":null,"odd":1}}</script>';
    const imports = importMapOf((await page({ html, js })).html);
    expect(imports).toMatchObject({ own: 'data:,', peer: null, odd: 1 });
    expect(imports['kit']).toBe(imports['kit@1.0.0']);
  });

  it('has its framework', async () => {
    const { html } = await page({ js }, { framework: 'vue' });
    expect(html).toMatch(/<script>\/\* \/lib\/vue@/);
    expect(html).not.toContain('https:');
  });

  it('has the style sheets of its CSS framework, and of those that its code imports', async () => {
    const css = (path: string) => `data:text/css;charset=utf-8;base64,${btoa(`/* ${path} */`)}`;
    const bootstrap = '/lib/bootstrap@5.3.0/dist/css/bootstrap.min.css';
    const bulma = css('/lib/bulma@0.9.4/css/bulma.min.css');
    const styles = "@import 'bulma/css/bulma.css'; @import url(bulma/css/bulma.min.css);";
    const chosen = await page({ js, css: styles }, { cssFramework: 'bootstrap' });
    expect(chosen.html).toContain(`<link rel="stylesheet" href="${css(bootstrap)}">`);
    expect(chosen.html).toContain(`@import '${bulma}'; @import url(${bulma});`);
    expect(chosen.html).not.toContain('https:');
    const imported = await page({ js: `${js}; import 'bootstrap/dist/css/bootstrap.css'` });
    expect(imported.html).toContain(`<link rel="stylesheet" href="${css(bootstrap)}">`);
    expect(imported.html).not.toContain('https:');
  });

  it('has the React that a package asks for, where the project itself has none', async () => {
    const { html } = await page({ js: 'import { hook } from "kit/hook.js"; console.log(hook)' });
    const library = html.indexOf('<script>/* /lib/react@');
    expect(library).toBeGreaterThan(0);
    expect(html.indexOf('<script>((')).toBeGreaterThan(library);
    expect((await page({ js })).html).not.toContain('<script>/* /lib/');
  });

  it.each([
    ['import "kit/missing.js"', '', 'kit@1.0.0/missing.js'],
    ['import "kit/missing.css"', '', 'kit@1.0.0/missing.css'],
    ['', '@import "kit/missing.css";', 'kit@1.0.0/missing.css'],
    ['import "gone"', '', 'gone@3.0.0'],
  ])('is not made without what the code imports, and says what that is: %s%s', async (script, css, name) => {
    const made = page({ js: script, css }, { packages: { ...packages, gone: '3.0.0' } });
    await expect(made).rejects.toThrow(`This studio has no "${name}"`);
  });

  it.each(['level0.css', 'sprites.css'])(
    'is not made where it would grow without bounds: %s',
    async (name) => {
      await expect(page({ css: `@import "kit/${name}";` })).rejects.toThrow(
        'The packages are larger than 64 MB',
      );
    },
  );
});
