import { describe, expect, it } from '@jest/globals';
import { FrameworkConfig } from '@studio/contract/http/frameworks';
import { projectFiles } from '../project-files.js';
import { entryNames } from './pack-assets.js';

const assetsUrl = 'https://files.example';
const at = (name: string) => `${assetsUrl}/assets/${'k'.repeat(16)}/${name}`;
const types: Record<string, string> = { css: 'text/css; charset=utf-8', js: 'text/javascript' };

interface Project {
  html?: string;
  css?: string;
  js?: string;
  config?: Partial<FrameworkConfig>;
}

/** Packs a project with these files; each contains its name, or that many bytes. */
async function pack(
  { html = '', css = '', js = '', config = {} }: Project,
  names: (string | [name: string, size: number])[],
  missing: Record<string, string> = {},
) {
  const got = names.map((one) => {
    const [name, bytes] =
      typeof one === 'string' ? [one, new TextEncoder().encode(one)] : [one[0], new Uint8Array(one[1])];
    return [at(name), { bytes, type: types[name.split('.').at(-1) ?? ''] ?? 'image/png' }] as const;
  });
  const packed = await projectFiles(
    { title: 'Files', html, css, js, frameworkConfig: FrameworkConfig.parse(config) },
    {
      moduleCdn: null,
      readLibrary: async () => '',
      assets: { assetsUrl, got: new Map(got), missing: new Map(Object.entries(missing)) },
    },
  );
  const text = (path: string) => {
    const content = packed[path];
    if (typeof content !== 'string') throw new Error(`${path} is no text of the package`);
    return content;
  };
  return { packed, text };
}

const data = (name: string, type: string) => `data:${type};base64,${btoa(name)}`;

describe('a package with users’ files', () => {
  it('has each of them once in public/assets, to the byte', async () => {
    const { packed } = await pack({ html: `<img src="${at('a.png')}"><img src="${at('b.png')}">` }, [
      'a.png',
      'b.png',
    ]);
    expect(Object.keys(packed).filter((path) => path.includes('assets'))).toEqual([
      'public/assets/a.png',
      'public/assets/b.png',
    ]);
    expect(packed['public/assets/a.png']).toEqual(new TextEncoder().encode('a.png'));
  });

  it('names them where Vite rewrites addresses from the root, and everywhere else from the page', async () => {
    const html = `<!doctype html><html><head><link rel="stylesheet" href="${at('t.css')}"></head><body>
<img src="${at('a.png')}" data-big='${at('a.png')}'><script src="${at('s.js')}"></script>
<div class="bg-[url(${at('a.png')})]"></div><script>show('${at('a.png')}')</script></body></html>`;
    const css = `@font-face { src: url("${at('a.png')}?x=1") } p { background: url(${at('a.png')}) }`;
    const { text } = await pack({ html, css, js: `img.src = '${at('a.png')}';` }, ['t.css', 'a.png', 's.js']);
    const page = text('index.html');
    expect(page).toContain('<link rel="stylesheet" href="/assets/t.css">');
    expect(page).toContain(`<img src="./assets/a.png" data-big='./assets/a.png'>`);
    expect(page).toContain('<script src="/assets/s.js"></script>');
    expect(page).toContain('class="bg-[url(/assets/a.png)]"');
    expect(page).toContain("show('./assets/a.png')");
    expect(text('src/style.css')).toBe(
      '@font-face { src: url("/assets/a.png") } p { background: url(/assets/a.png) }',
    );
    expect(text('public/script.js')).toBe("img.src = './assets/a.png';");
  });

  it.each([
    ['Less', 'style.less', { cssLanguage: 'less' }],
    ['SCSS', 'style.scss', { cssFramework: 'scss' }],
  ] as const)('names them in %s as in CSS', async (_name, file, config) => {
    const css = `p { background: url(${at('a.png')}) }`;
    const { text } = await pack({ css, config }, ['a.png']);
    expect(text(`src/${file}`)).toBe('p { background: url(/assets/a.png) }');
  });

  it('has what code imports in src too, since Vite imports nothing from public', async () => {
    const { packed, text } = await pack(
      {
        html: `<script type="importmap">{"imports":{"mine":"${at('mine.js')}"}}</script>
<script type="module">import '${at('page.js')}';</script>`,
        css: `@import url("${at('t.css')}");`,
        js: `import { a } from "${at('s.js')}";\nexport * from '${at('r.js')}';\nimg.src = "${at('a.png')}";`,
      },
      ['mine.js', 'page.js', 't.css', 's.js', 'r.js', 'a.png'],
    );
    const inSource = Object.keys(packed).filter((path) => path.startsWith('src/assets/'));
    expect(inSource).toEqual(['mine.js', 'page.js', 't.css', 's.js', 'r.js'].map((n) => `src/assets/${n}`));
    expect(text('src/script.js')).toContain(`from "./assets/s.js"`);
    expect(text('src/script.js')).toContain(`from './assets/r.js'`);
    expect(text('src/style.css')).toContain('@import url("./assets/t.css");');
    expect(text('index.html')).toContain("import '/src/assets/page.js'");
    expect(text('vite.config.js')).toContain("replacement: '/src/assets/mine.js'");
  });

  it('leaves templates of a component to the browser, and its styles to Vite', async () => {
    const js = `<script setup>const a = '${at('a.png')}'</script>
<template><img src="${at('a.png')}"></template><style>b { background: url(${at('a.png')}) }</style>`;
    const { text } = await pack({ js, config: { framework: 'vue', vueSfc: true } }, ['a.png']);
    expect(text('src/App.vue')).toContain(`const a = 'assets/a.png'`);
    expect(text('src/App.vue')).toContain('<img src="assets/a.png">');
    expect(text('src/App.vue')).toContain('url(/assets/a.png)');
  });

  it('says what could not be had and why, and leaves its address', async () => {
    const { packed, text } = await pack({ html: `<img src="${at('gone.png')}">` }, [], {
      [at('gone.png')]: 'the studio has it no longer.',
    });
    expect(text('index.html')).toContain(`<img src="${at('gone.png')}">`);
    expect(text('standalone.html')).toContain(`<img src="${at('gone.png')}">`);
    expect(text('README.md')).toContain(`- <${at('gone.png')}>: the studio has it no longer.`);
    expect(Object.keys(packed).some((path) => path.includes('assets'))).toBe(false);
  });

  it('speaks of files in its README only where there are some', async () => {
    expect((await pack({ html: 'x' }, [])).text('README.md')).not.toMatch(/assets|missing/i);
    expect((await pack({ html: at('a.png') }, ['a.png'])).text('README.md')).toContain('`public/assets/`');
  });
});

describe('standalone.html', () => {
  it('has small files in it, whatever names them', async () => {
    const { text } = await pack(
      {
        html: `<img src="${at('a.png')}"><link rel="stylesheet" href="${at('t.css')}">`,
        css: `p { background: url("${at('a.png')}") }`,
        js: `import { x } from '${at('s.js')}'; fetch('${at('a.png')}');`,
      },
      ['a.png', 't.css', 's.js'],
    );
    const page = text('standalone.html');
    expect(page).not.toContain(assetsUrl);
    expect(page.split(data('a.png', 'image/png'))).toHaveLength(4);
    expect(page).toContain(`href="${data('t.css', 'text/css;charset=utf-8')}"`);
    expect(page).toContain(`from '${data('s.js', 'text/javascript')}'`);
  });

  it('takes from the folder beside it what is large, and what it leads to', async () => {
    const film = ['film.png', 7_000_000] as [string, number];
    const { text } = await pack(
      {
        html: `<img src="${at('film.png')}"><img src="${at('a.png')}"><a href="${at('a.png')}?download=true">`,
        js: `link.href = "${at('a.png')}";`,
      },
      [film, 'a.png'],
    );
    const page = text('standalone.html');
    expect(page).toContain('<img src="./public/assets/film.png">');
    expect(page).toContain(`<img src="${data('a.png', 'image/png')}">`);
    expect(page).toContain('<a href="./public/assets/a.png">');
    expect(page).toContain('link.href = "./public/assets/a.png"');
  });

  it('keeps the class of a Tailwind style, and packs what the style names', async () => {
    const config = { cssFramework: 'tailwind' } as const;
    const { text } = await pack({ html: `<b class="bg-[url(${at('a.png')})]">b</b>`, config }, ['a.png']);
    expect(text('standalone.html')).toContain(`<b class="bg-[url(${at('a.png')})]">`);
    expect(text('standalone.html')).toContain(`url(${data('a.png', 'image/png')})`);
  });
});

const addressOf = (name: string, key = 0) =>
  `https://files.example/assets/${String(key).padStart(16, '0')}/${encodeURIComponent(name)}`;
const nameOf = (name: string) => [...entryNames([addressOf(name)]).values()][0];

describe('H61: names of users’ files in a package', () => {
  it.each([
    ['cat.png', 'cat.png'],
    ['My Cat (2).PNG', 'My_Cat__2_.png'],
    ['übermäßig.png', 'uberma_ig.png'],
    ['猫.png', '_.png'],
    ['../../etc/passwd.txt', 'passwd.txt'],
    ['..\\..\\boot.txt', 'boot.txt'],
    ['a\r\nb"\'`$.css', 'a__b____.css'],
    ['...hidden.png', 'hidden.png'],
    ['-rf.png', 'rf.png'],
    ['a..b.png', 'a.b.png'],
    ['.png', 'file.png'],
    ['CON.txt', '_CON.txt'],
    ['com1.min.js', '_com1.min.js'],
    ['console.js', 'console.js'],
    ['\u202Egnp.exe.png', '_gnp.exe.png'],
    [`${'x'.repeat(190)}.woff2`, `${'x'.repeat(80)}.woff2`],
  ])('are safe: %j is %s', (name, expected) => {
    expect(nameOf(name)).toBe(expected);
  });

  it('are unique, also on a case-insensitive file system', () => {
    const names = ['cat.png', 'Cat.PNG', 'cat.png', 'cat_2.png', 'c?t.png', 'c*t.png'];
    expect([...entryNames(names.map(addressOf)).values()]).toEqual([
      'cat.png',
      'Cat_2.png',
      'cat_3.png',
      'cat_2_2.png',
      'c_t.png',
      'c_t_2.png',
    ]);
  });

  it('take a name as it is where it is not well encoded', () => {
    expect([...entryNames(['https://files.example/assets/0000000000000000/100%.png']).values()]).toEqual([
      '100_.png',
    ]);
  });
});
