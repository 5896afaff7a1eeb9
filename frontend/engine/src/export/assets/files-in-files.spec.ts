import { describe, expect, it } from '@jest/globals';
import { FrameworkConfig } from '@studio/contract/http/frameworks';
import { projectFiles } from '../project-files.js';

const assetsUrl = 'https://files.example';
const path = (name: string) => `/assets/${'k'.repeat(16)}/${name}`;
const at = (name: string) => assetsUrl + path(name);
const types: Record<string, string> = { css: 'text/css', js: 'text/javascript', json: 'application/json' };
const typeOf = (name: string) => types[name.split('.').at(-1) ?? ''] ?? 'image/png';
const data = (name: string, content: string) => `data:${typeOf(name)};base64,${btoa(content)}`;

interface Project {
  html?: string;
  css?: string;
  js?: string;
}

/** Packs a project with files of these contents. */
async function pack(project: Project, files: Record<string, string>) {
  const got = Object.entries(files).map(
    ([name, content]) =>
      [at(name), { bytes: new TextEncoder().encode(content), type: typeOf(name) }] as const,
  );
  const packed = await projectFiles(
    { title: 'Files', html: '', css: '', js: '', ...project, frameworkConfig: FrameworkConfig.parse({}) },
    {
      moduleCdn: null,
      readLibrary: async () => '',
      assets: { assetsUrl, got: new Map(got), missing: new Map() },
    },
  );
  return (file: string) => {
    const content = packed[file];
    return content instanceof Uint8Array ? new TextDecoder().decode(content) : content;
  };
}

/** The import map of the page, and the page without it. */
function mapOf(page = '') {
  const [element = '', text = '{}'] = /<script type="importmap">(.*?)<\/script>/.exec(page) ?? [];
  return { imports: JSON.parse(text).imports, rest: page.replace(element, '') };
}

describe('files that name files, in a package', () => {
  it('find each other in both folders', async () => {
    const css = `@import "${path('more.css')}"; b { background: url(${at('a.png')}?x) }`;
    const js = `import { x } from "${path('x.js')}"; img.src = '${path('a.png')}';
export const url = new URL('${path('a.png')}', import.meta.url);`;
    const text = await pack(
      { css: `@import url("${at('t.css')}");`, js: `import '${at('m.js')}';` },
      { 't.css': css, 'more.css': '', 'm.js': js, 'x.js': '', 'a.png': 'picture' },
    );
    expect(text('public/assets/t.css')).toBe('@import "./more.css"; b { background: url(./a.png) }');
    expect(text('src/assets/t.css')).toBe('@import "./more.css"; b { background: url(/assets/a.png) }');
    const linked = `import { x } from "./x.js"; img.src = './assets/a.png';
export const url = new URL('./a.png', import.meta.url);`;
    expect(text('public/assets/m.js')).toBe(linked);
    expect(text('src/assets/m.js')).toBe(linked);
    for (const name of ['more.css', 'x.js', 'a.png']) expect(text(`src/assets/${name}`)).toBeDefined();
  });

  it('have addresses as the page sees them in data, and as the file does in SVG', async () => {
    const text = await pack(
      { html: `${at('d.json')} <iframe src="${at('s.svg')}">` },
      { 'd.json': `{"a":"${path('a.png')}"}`, 's.svg': `<image href="${path('a.png')}"/>`, 'a.png': '' },
    );
    expect(text('public/assets/d.json')).toBe('{"a":"./assets/a.png"}');
    expect(text('public/assets/s.svg')).toBe('<image href="./a.png"/>');
  });

  it('stay as they are to the byte where they name none, and lead to the studio where one is missing', async () => {
    const plain = '\ufeffa { color: red }';
    const text = await pack(
      { css: `${at('a.css')} ${at('b.css')}` },
      {
        'a.css': plain,
        'b.css': `\ufeff@import "${path('gone.css')}"`,
      },
    );
    const bytes = new TextEncoder().encode(plain).length;
    expect(new TextEncoder().encode(`\ufeff${text('public/assets/a.css')}`)).toHaveLength(bytes);
    expect(text('public/assets/b.css')).toBe(`@import "${at('gone.css')}"`);
  });
});

describe('files that name files, in standalone.html', () => {
  it('contain each other, each module once by an import map', async () => {
    const [m, one, both] = [
      `import '${path('one.js')}'; import "${path('both.js')}";`,
      `import '${path('both.js')}';`,
      `img.src = '${path('a.png')}';`,
    ];
    const css = `b { background: url("${path('a.png')}") }`;
    const page = (
      await pack(
        { html: `<link rel="stylesheet" href="${at('t.css')}">`, js: `import '${at('m.js')}';` },
        { 't.css': css, 'm.js': m, 'one.js': one, 'both.js': both, 'a.png': 'picture' },
      )
    )('standalone.html');
    const full = (code: string) => code.replaceAll('/assets/', `${assetsUrl}/assets/`);
    const picture = data('a.png', 'picture');
    const { imports, rest } = mapOf(page);
    expect(rest).not.toContain(assetsUrl);
    expect(rest).toContain(`href="${data('t.css', `b { background: url("${picture}") }`)}"`);
    expect(rest).toContain(`import '${data('m.js', full(m))}'`);
    expect(imports).toEqual({
      [at('one.js')]: data('one.js', full(one)),
      [at('both.js')]: data('both.js', `img.src = '${picture}';`),
    });
    expect(rest.indexOf('<script type="importmap">')).toBe(-1);
  });

  it('may be in a circle: modules have the map, and one style sheet or text is beside the page', async () => {
    const page = (
      await pack(
        {
          html: `<link rel="stylesheet" href="${at('x.css')}">`,
          js: `import '${at('a.js')}'; fetch('${at('a.json')}')`,
        },
        {
          'a.js': `import '${path('b.js')}'`,
          'b.js': `import '${path('a.js')}'`,
          'x.css': `@import '${path('y.css')}'`,
          'y.css': `@import '${path('x.css')}'`,
          'a.json': `["${path('b.json')}"]`,
          'b.json': `["${path('a.json')}"]`,
        },
      )
    )('standalone.html');
    const { imports, rest } = mapOf(page);
    expect(Object.keys(imports)).toEqual([at('b.js'), at('a.js')]);
    expect(rest).toContain(`import '${imports[at('a.js')]}'`);
    expect(rest).toContain('href="./public/assets/x.css"');
    expect(rest).toContain(
      `fetch('${data('a.json', `["${data('b.json', '["./public/assets/a.json"]')}"]`)}')`,
    );
  });

  it('are beside the page where they are too large, with what contains them', async () => {
    const page = (
      await pack(
        { html: `<link rel="stylesheet" href="${at('t.css')}">`, js: `import '${at('m.js')}'` },
        {
          't.css': `b { background: url(${path('film.png')}) }`,
          'm.js': `import '${path('large.js')}'; show('${path('film.png')}')`,
          'large.js': '/'.repeat(7_000_000),
          'film.png': 'x'.repeat(7_000_000),
        },
      )
    )('standalone.html');
    const { imports, rest } = mapOf(page);
    expect(imports).toEqual({ [at('large.js')]: './public/assets/large.js' });
    expect(rest).toContain('href="./public/assets/t.css"');
    const code = `import '${at('large.js')}'; show('./public/assets/film.png')`;
    expect(rest).toContain(data('m.js', code));
  });

  it('share the import map of the page', async () => {
    const own = '<script type="importmap">{"imports":{"mine":"./mine.js"}}</script>';
    const page = (
      await pack(
        { html: own, js: `import '${at('m.js')}'` },
        { 'm.js': `import '${path('x.js')}'`, 'x.js': '' },
      )
    )('standalone.html');
    expect(mapOf(page).imports).toEqual({ mine: './mine.js', [at('x.js')]: data('x.js', '') });
    expect(page?.split('type="importmap"')).toHaveLength(2);
  });

  it('H73 takes no longer for style sheets that all contain the one before twice', async () => {
    const names = Array.from({ length: 500 }, (_, n) => `${n}.css`);
    const files = names.map((name, n) => [
      name,
      n === 0 ? 'b {}' : `@import '${path(`${n - 1}.css`)}'; @import '${path(`${n - 1}.css`)}';`,
    ]);
    const before = performance.now();
    const text = await pack({ css: at('499.css') }, Object.fromEntries(files));
    expect(text('standalone.html')).toContain('./public/assets/499.css');
    expect(performance.now() - before).toBeLessThan(2_000);
  });
});
