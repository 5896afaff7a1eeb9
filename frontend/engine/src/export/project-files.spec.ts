import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { FrameworkConfig } from '@studio/contract/http/frameworks';
import { fileEnding, fileStem, npmNameOf } from './exported-project.js';
import { packageVersions, reactVersions } from './package-json.js';
import { projectFiles } from './project-files.js';

interface Project {
  title?: string;
  html?: string;
  css?: string;
  js?: string;
  config?: Partial<FrameworkConfig>;
}

const surroundings = {
  moduleCdn: null,
  readLibrary: async (path: string) => `/* ${path} */`,
  assets: { assetsUrl: 'http://127.0.0.1:3001', got: new Map(), missing: new Map() },
};

/** The texts of a package. */
async function files({ title = 'My page', html = '', css = '', js = '', config = {} }: Project) {
  const project = { title, html, css, js, frameworkConfig: FrameworkConfig.parse(config) };
  return (await projectFiles(project, surroundings)) as Record<string, string>;
}

const manifest = async (project: Project) => JSON.parse((await files(project))['package.json'] ?? '');

describe('H61: names of exported files', () => {
  it.each([
    ['My Title', 'my_title'],
    ['../../etc/passwd', '______etc_passwd'],
    ['a\r\nb"c', 'a__b_c'],
    ['Hello, world!!! (2)', 'hello__world_____2_'],
    ['Ünïcode', 'ünïcode'],
    ['Часы — १२ 時計', 'часы___१२_時計'],
    ['สวัสดี', 'สวัสดี'],
    ['x\u202egnp.exe', 'x_gnp_exe'],
    ['…!?', 'untitled'],
    ['\u0301', 'untitled'],
    ['', 'untitled'],
    ['時'.repeat(120), '時'.repeat(80)],
    [`a${'𝒳'.repeat(59)}`, `a${'𝒳'.repeat(39)}`],
  ])('makes %j safe', (title, stem) => {
    expect(fileStem(title)).toBe(stem);
  });

  it.each([
    ['My Title', 'my_title'],
    ['Ünïcode — 2', 'unicode_2'],
    ['時計', 'project'],
  ])('calls the package of %j by what npm takes', (title, name) => {
    expect(npmNameOf(title)).toBe(name);
  });

  it.each([
    [{}, 'js', 'css'],
    [{ typescript: true, cssFramework: 'scss' }, 'ts', 'scss'],
    [{ framework: 'react', cssFramework: 'tailwind' }, 'jsx', 'css'],
    [{ framework: 'react', typescript: true, cssFramework: 'sass' }, 'tsx', 'scss'],
    [{ framework: 'vue', vueSfc: true, typescript: true }, 'vue', 'css'],
  ] as const)('ends %j in .%s and .%s', (config, js, css) => {
    const parsed = FrameworkConfig.parse(config);
    expect([fileEnding('js', parsed), fileEnding('css', parsed)]).toEqual([js, css]);
  });
});

describe('a project as a package', () => {
  it('has every documented file, with index.html at its root', async () => {
    const names = Object.keys(await files({ html: '<p>', css: 'p{}', js: 'go()' }));
    expect(names).toEqual([
      'index.html',
      'src/style.css',
      'public/script.js',
      'package.json',
      'vite.config.js',
      'tsconfig.json',
      'standalone.html',
      'README.md',
    ]);
  });

  it('has Markdown as HTML and as it was written, and Less with its compiler', async () => {
    const config = { htmlLanguage: 'markdown', cssLanguage: 'less' } as const;
    const project = { html: '# Hi', css: '@a: red; b { c: @a }', config };
    const made = await files(project);
    expect(made['index.html']).toContain('<h1>Hi</h1>');
    expect(made['index.md']).toBe('# Hi');
    expect(made['src/style.less']).toBe(project.css);
    expect(made['standalone.html']).toMatch(/c: red;[^]*<h1>Hi<\/h1>/);
    expect((await manifest(project)).devDependencies).toHaveProperty('less');
  });

  it('has Pug as the HTML that it makes and as it was written', async () => {
    const html = 'each n in [1, 2]\n  p= n';
    const made = await files({ html, css: '', config: { htmlLanguage: 'pug' } });
    for (const page of ['index.html', 'standalone.html']) expect(made[page]).toContain('<p>1</p><p>2</p>');
    expect(made['index.pug']).toBe(html);
  });

  it('says in the README that the page is empty where its Pug has a mistake', async () => {
    const made = await files({ html: 'p\np= a.b', css: '', config: { htmlLanguage: 'pug' } });
    expect(made['README.md']).toMatch(
      /`index\.html` \| The page, which is empty: `index\.pug` has a mistake in line 2 \(/,
    );
  });

  it('loads external resources in their order, in the package and in the page on its own', async () => {
    const resources = ['b.js', 'a.js', 'z.css', 'y.css'].map((name) => ({
      kind: name.endsWith('.js') ? ('script' as const) : ('style' as const),
      url: `https://cdn.example/${name}`,
    }));
    const made = await files({ html: '<p>', css: 'p{}', js: 'go()', config: { resources } });
    for (const [name, own, script] of [
      ['index.html', '/src/style.css', '/script.js'],
      ['standalone.html', 'p{}', 'go()'],
    ] as const) {
      const order = ['z.css', 'y.css', own, '<p>', 'b.js', 'a.js', script];
      const places = order.map((part) => made[name]?.indexOf(part));
      expect(places).toEqual(places.toSorted((one = -1, other = -1) => one - other));
      expect(places).not.toContain(-1);
    }
  });

  it.each([{}, { framework: 'react', typescript: true }, { framework: 'vue', vueSfc: true }] as const)(
    'has its development server on port 3000: %j',
    async (config) => {
      const made = await files({ js: 'go()', config });
      expect(made['vite.config.js']).toMatch(/server: \{ port: 3000 \}/);
      expect(made['README.md']).toContain('http://localhost:3000');
    },
  );

  it('has its styles read as by browsers, which skip what is wrong', async () => {
    const made = await files({ css: 'p { color red }' });
    expect(made['vite.config.js']).toContain(
      "css: { transformer: 'lightningcss', lightningcss: { errorRecovery: true } }",
    );
  });

  it.each([
    ['@sealed\nclass A {}', true, true],
    ['class A {\n  accessor b = 1;\n}', true, true],
    ['class A { @log greet() {} }', true, true],
    ['export default @sealed class {}', true, true],
    ['const a = `\n@sealed`, accessor = 1;\n/*\n@sealed */\naccessor \n', true, false],
    ['/**\n * @param a\n */\nlet b = "me@home";', true, false],
    ['@sealed\nclass A {}', false, false],
    ['namespace A {\n  export let b = 1;\n}', true, true],
    ['namespace A.B { export var c = 1 }', true, true],
    ['namespace A { export class B {} }\nnamespace A { new B(); }', true, true],
    ["declare global { var a: number }\ndeclare module 'b' { let c: string }", true, false],
    ['const namespace = 1, module = {};', true, false],
  ])(
    'has TypeScript compile decorators and namespaces, which Vite does not compile alike: %j',
    async (js, typescript, isCompiled) => {
      const made = await files({ js, config: { typescript } });
      expect(/plugins: \[typescript\]/.test(made['vite.config.js'] ?? '')).toBe(isCompiled);
    },
  );

  it.each(['class A {\n  accessor b = 1;\n}', '@sealed\nclass A {}\nshow(<A />)'])(
    'has decorators beside JSX compiled, too, with the compiler for it: %j',
    async (js) => {
      const made = await files({ js, config: { framework: 'react' } });
      expect(made['vite.config.js']).toContain('plugins: [typescript, react()]');
      expect(JSON.parse(made['package.json'] ?? '').devDependencies).toHaveProperty('typescript');
    },
  );

  it('leaves plain JavaScript the ordinary script that it is in the preview, to the byte', async () => {
    const js = 'function add() {}\r\nlet x = "</script>"';
    const made = await files({ html: '<button onclick="add()">+</button>', js });
    expect(made['public/script.js']).toBe(js);
    expect(made['index.html']).toContain('<script src="/script.js"></script>');
  });

  it('takes a script with long chains, as the preview does', async () => {
    const js = `const last = list${'.next'.repeat(20_000)};`;
    expect((await files({ js, config: { buildTool: 'vite' } }))['src/script.js']?.trim()).toBe(js);
  });

  it('bundles plain JavaScript that imports packages, and goes on to let the page call its functions', async () => {
    const html =
      '<script type="importmap">{"imports":{"mine":"https://example.org/mine.js"}}</script><button onclick="add()">';
    const js = "function add() { import('mitt'); import('./gone.js'); }";
    const made = await files({ html, js });
    expect(made['src/script.js']).toBe(
      "Object.assign(window, { add });\n\nfunction add() { import('mitt'); import(/* @vite-ignore */ './gone.js'); }\n",
    );
    expect((await manifest({ html, js })).dependencies).toEqual({ mitt: 'latest' });
    const mapped = await files({ html, js: "import('mine'); import('./gone.js');" });
    expect(mapped['public/script.js']).toBe("import('mine'); import('./gone.js');");
  });

  it.each([
    "new Worker(new URL('./worker.js', import.meta.url), { type: 'module' })",
    `'new Worker(new URL("worker.js", import.meta.url))'`,
    'new SharedWorker( new URL("shared.js", import.meta.url))',
  ])(
    'leaves the file of a worker to the browser, since Vite would stop where there is none: %s',
    async (start) => {
      const made = await files({ js: `export const worker = ${start};` });
      const left = start.replace('import.meta.url', '0 || import.meta.url');
      expect(made['src/script.js']).toBe(`export const worker = ${left};\n`);
    },
  );

  it('leaves plain JavaScript with a NODE_ENV of its own as it is', async () => {
    const js = "const NODE_ENV = 'test';\nprint(NODE_ENV);";
    expect((await files({ js }))['public/script.js']).toBe(js);
  });

  it('bundles plain JavaScript that reads process.env.NODE_ENV, which Vite replaces', async () => {
    const made = await files({ js: 'print(process.env.NODE_ENV)' });
    expect(made['src/script.js']).toBe('print(process.env.NODE_ENV)\n');
    expect(made['standalone.html']).toContain('print("production"');
  });

  it('puts on window what handlers call, where the script has to become a module', async () => {
    const html = '<button onclick="add(count)">+</button>';
    const js = 'let count: number = 1;\nfunction add(by: number) {}\nconst unheard = 1;';
    const made = await files({ html, js, config: { typescript: true } });
    // Before the code, which may click the button itself.
    expect(made['src/script.ts']).toBe(`Object.assign(window, { add });
Object.defineProperty(window, 'count', { get: () => count, set: (value) => { count = value; } });

${js}
`);
  });

  it.each([
    ['for (i = 0; i < 3; i++) go(i);', ['i']],
    ['let a; function f(b) { a = b = c = 1; var d; { let e; e++; d = 2; } e++; }', ['c', 'e']],
    [
      'for (key in box) {} [x, ...y] = z; ({ p: q = 1 } = z); try {} catch (error) { error = 1; }',
      ['key', 'x', 'y', 'q'],
    ],
    ['const g = (h = (k = 1)) => { h = k; }; class L { m() { L.n = 1; } }', ['k']],
    ['function once() { for (let i = 0; i < 1; i++) {} } { function late() {} } late = once;', []],
    ['"use strict"; export const a = 1; b = 2;', []],
  ])(
    'lets a script that has to become a module assign to names that it never declared: %s',
    async (js, names) => {
      const made = await files({ js, config: { typescript: true } });
      const list = names.map((name) => `'${name}'`).join(', ');
      const line = `for (const name of [${list}]) if (!(name in window)) window[name] = undefined;\n\n`;
      expect(made['src/script.ts']).toBe(`${names.length > 0 ? line : ''}${js}\n`);
    },
  );

  it('imports the libraries that are globals in the preview, unless the script does so itself', async () => {
    const config = { framework: 'react', frameworkVersion: 18 } as const;
    const js = 'ReactDOM.createRoot(root).render(<b>{React.version}</b>);';
    const made = await files({ js, config });
    expect(made['src/script.jsx']).toMatch(
      /^import React from 'react';\nimport ReactDOM from 'react-dom\/client';\n\n/,
    );
    const own = await files({ js: "import React from 'react';\nexport default React.version;", config });
    expect(own['src/script.jsx']?.match(/import React/g)).toHaveLength(1);
    const vue = await files({
      js: 'const { createApp } = Vue; createApp({}).mount("#app")',
      config: { framework: 'vue' },
    });
    expect(vue['src/script.js']).toMatch(/^import \* as Vue from 'vue';/);
    expect(vue['vite.config.js']).toContain('vue/dist/vue.esm-bundler.js');
  });

  const vue = { framework: 'vue' } as const;
  const bootstrap = { cssFramework: 'bootstrap' } as const;
  it.each([
    ['<script>Vue.createApp({}).mount("#app")</script>', '', vue, 'vue@'],
    ['<button onclick="bootstrap.Modal.getOrCreateInstance(m).show()">', 'go()', bootstrap, 'bootstrap@'],
    [
      '<script>React.version</script>',
      'ReactDOM.render(<b />, root)',
      { framework: 'react' } as const,
      'react@',
    ],
  ])(
    'loads a library in the page itself that the page uses as a global, and only there: %s',
    async (html, js, config, name) => {
      const made = await files({ html, js, config });
      const page = made['index.html'] ?? '';
      const tag = page.indexOf(`<script src="https://cdn.jsdelivr.net/npm/${name}`);
      expect(tag).toBeGreaterThan(0);
      expect(tag).toBeLessThan(page.indexOf(html));
      const paths = Object.keys(made).filter((path) => /\.jsx?$/.test(path) && path !== 'vite.config.js');
      for (const path of paths) expect(made[path]).not.toMatch(/\b(?:import|from) /);
    },
  );

  it.each([
    ['', 'Vue.createApp({})', vue],
    ['<script>Vue.createApp({})</script>', "import { ref } from 'vue';", vue],
    ['<p>bootstrap.Modal</p>', '', bootstrap],
  ])('imports it where only the script uses it, or imports it itself: %s, %s', async (html, js, config) => {
    expect((await files({ html, js, config }))['index.html']).not.toContain('cdn.jsdelivr.net');
  });

  it.each([
    ['/** @jsx h */ /** @jsxFrag F */\ngo(<b />);', '/** @jsx h */ /** @jsxFrag F */\n\ngo(<b />);', true],
    ['// @jsx h\nReact.go(<b />);', "// @jsx h\n\nimport React from 'react';\n\nReact.go(<b />);", true],
    ['/* @jsx h @jsxRuntime classic */\ngo();', '/* @jsx h @jsxRuntime classic */\n\ngo();', false],
    ['/** @jsxImportSource preact */\ngo(<b />);', '/** @jsxImportSource preact */\ngo(<b />);', false],
    ['go(<b />); /** @jsx h */', 'go(<b />); /** @jsx h */', false],
    ['/** @jsx h */\ngo(<></>);', "/** @jsx h */\n\nimport React from 'react';\n\ngo(<></>);", true],
    ['/** @jsxFrag F */\ngo(<></>);', "/** @jsxFrag F */\n\nimport React from 'react';\n\ngo(<></>);", true],
  ])('has elements made by what a pragma at the top names: %j', async (js, code, isAdded) => {
    const made = await files({ js, config: { framework: 'react' } });
    expect(made['src/script.jsx']).toBe(`${isAdded ? '/** @jsxRuntime classic */\n' : ''}${code}\n`);
  });

  it('mounts a Vue component on an element that it adds where the page has none', async () => {
    const config = { framework: 'vue', vueSfc: true, typescript: true } as const;
    const made = await files({ js: '<template><p>Hi</p></template>', config });
    expect(made['src/App.vue']).toBe('<template><p>Hi</p></template>');
    expect(made['src/main.ts']).toContain("createApp(App).mount('#app')");
    expect(made['index.html']).toContain('<div id="app"></div>');
    const { scripts, devDependencies } = await manifest({ js: '<template/>', config });
    expect(scripts.check).toBe('vue-tsc --noEmit');
    expect(devDependencies).toHaveProperty('vue-tsc');
  });

  it.each([
    ['<header id="app-bar"></header>', true],
    ['<p data-id="app">id="app"</p><!-- <div id="app"></div> -->', true],
    ["<main id='app'></main>", false],
    ['<MAIN ID=app></MAIN>', false],
  ])('adds the element of a Vue component only where the page has none: %s', async (html, isAdded) => {
    const config = { framework: 'vue', vueSfc: true } as const;
    const made = await files({ html, js: '<template><p>Hi</p></template>', config });
    expect(made['index.html']?.includes('<div id="app"></div>\n<script')).toBe(isAdded);
  });

  it('asks for what the styles and the template of a Vue component need: Sass, Less, Pug, imported packages', async () => {
    const config = { framework: 'vue', vueSfc: true } as const;
    const plain = '<template><p>Hi</p></template>\n<style scoped>p { top: 0 }</style>';
    expect((await manifest({ js: plain, config })).devDependencies).not.toHaveProperty('sass');
    const js = `${plain}\n<style lang="scss">@import 'bulma/css/bulma.css';\np { b { top: 0 } }</style>`;
    const { dependencies, devDependencies } = await manifest({ js, config });
    expect(devDependencies).toMatchObject({ sass: packageVersions.sass });
    expect(dependencies).toEqual({ bulma: packageVersions.bulma, vue: packageVersions.vue });
    const less = await manifest({ js: `${plain}\n<style lang="less">p { b { top: 0 } }</style>`, config });
    expect(less.devDependencies).toMatchObject({ less: packageVersions.less });
    expect(less.devDependencies).not.toHaveProperty('sass');
    const pug = await manifest({ js: '<template lang="pug">\np Hi\n</template>', config });
    expect(pug.devDependencies).toMatchObject({ pug: packageVersions.pug });
  });

  it.each([
    [{ js: 'let n: number;' }, true],
    [{ js: '' }, false],
    [{ js: '', config: { cssFramework: 'bootstrap' } }, false],
    [{ js: '<template/>', config: { framework: 'vue', vueSfc: true } }, true],
  ] as const)(
    'has types checked where there is a file of them, which the checker asks for: %j',
    async ({ js = '', config = {} }: Project, isChecked) => {
      const made = await files({ js, config: { typescript: true, ...config } });
      const { scripts } = JSON.parse(made['package.json'] ?? '');
      expect([Boolean(scripts.check), made['README.md']?.includes('npm run check')]).toEqual([
        isChecked,
        isChecked,
      ]);
    },
  );

  it('asks for the packages that the code imports, in the page too, and follows its import map', async () => {
    const html = `<script type="importmap">{"imports":{"mine":"https://example.org/mine.js","blocked":null}}</script>
<script type="module">import 'canvas-confetti/dist/x.js';</script>`;
    const js =
      "import _ from 'lodash/fp';\nimport mine from 'mine';\nimport '@scope/thing';\nimport 'https://example.org/a.js';";
    const { dependencies } = await manifest({ html, js });
    expect(dependencies).toEqual({ '@scope/thing': 'latest', 'canvas-confetti': 'latest', lodash: 'latest' });
    expect((await files({ html, js }))['vite.config.js']).toContain(
      "{ find: /^mine$/, replacement: 'https://example.org/mine.js' },\n    ],",
    );
  });

  it('follows an import map whose names and addresses have line ends', async () => {
    const name = "it's\n\r\u2028\u2029\\";
    const map = JSON.stringify({ imports: { [name]: `https://example.org/${name}` } });
    const { 'vite.config.js': config = '' } = await files({
      html: `<script type="importmap">${map}</script>`,
      js: 'export {}',
    });
    const alias = new Function(`return ${/alias: (\[[^]*?\n {4}\])/.exec(config)?.[1]}`)();
    expect(alias).toEqual([{ find: expect.any(RegExp), replacement: `https://example.org/${name}` }]);
    expect(alias[0].find.test(name)).toBe(true);
  });

  it('asks for the versions that the project has, also of what the studio uses itself', async () => {
    const config = {
      cssFramework: 'scss' as const,
      framework: 'react' as const,
      packages: { sass: '1.80.0' },
    };
    const { dependencies, devDependencies } = await manifest({ js: "import 'sass';", config });
    expect(dependencies).toEqual({ ...dependencies, sass: '1.80.0', react: reactVersions[17].react });
    expect(devDependencies).toMatchObject({ sass: '1.80.0' });
  });

  it('says of which packages the lock file lacks the dependencies', async () => {
    const frameworkConfig = FrameworkConfig.parse({ packages: { gone: '1.0.0', kit: '1.0.0' } });
    const project = { title: '', html: '', css: '', js: '', frameworkConfig };
    const dependencies = { 'kit@1.0.0': { below: '1.0.0' } };
    const readmeWith = async (unlocked: string[]) =>
      (await projectFiles({ ...project, dependencies, unlocked }, surroundings))['README.md'];
    expect(await readmeWith(['gone'])).toContain('could not look up what `gone` needs');
    expect(await readmeWith([])).not.toContain('could not look up');
  });

  it('leaves modules in `data:` addresses to the browser, which finds their imports by scope', async () => {
    const html = `<script type="importmap">{"imports":{"mine":"data:text/javascript,export default 1;"}}</script>`;
    const configOf = async (source: Project) => (await files(source))['vite.config.js'];
    expect(await configOf({ html, js: "import mine from 'mine';" })).toContain('external: /^data:/');
    expect(await configOf({ js: "import 'data:text/javascript,1';" })).toContain('external: /^data:/');
    expect(await configOf({ js: 'export {};' })).not.toContain('external');
  });

  it('keeps the type of what is imported from an address, which Vite would drop', async () => {
    const js = `import days from 'https://example.org/days.json' with { type: 'json' };
import own from './own.json' with { type: 'json' };`;
    expect((await files({ js }))['src/script.js']).toBe(
      `const { default: days } = await import('https://example.org/days.json', { with: { type: 'json' } });
import own from './own.json' with { type: 'json' };
`,
    );
  });

  it('leaves out imports of styles, which are the page’s own, and of files that it does not have', async () => {
    const js = "import './style.css';\nimport './App.less';\nexport const a = 1;";
    const made = await files({
      html: '<script type="module" src="app.js"></script>',
      css: '@import "reset.css"; p{}',
      js,
    });
    expect(made['src/script.js']).toBe('export const a = 1;\n');
    expect(made['src/style.css']?.trim()).toBe('p{}');
    expect(made['index.html']).toContain('<script vite-ignore type="module" src="app.js">');
  });

  const react = { framework: 'react' } as const;
  it.each([
    [
      "import React from 'react'; import './App.css';\ngo();",
      "import React from 'react'; \ngo();",
      { ...react, typescript: true },
    ],
    ["import './a.css'; import './b.css'; go();", 'go();', {}],
    ['import"./a.css";import x from"./x.js";', 'import x from"./x.js";', {}],
    ["/* styles */ import './a.css';\ngo();", '/* styles */ \ngo();', react],
    [
      "/** @jsx h */\n  import './a.css';\n  go();",
      '/** @jsxRuntime classic */\n/** @jsx h */\n\ngo();',
      react,
    ],
    [
      "export enum A {\n  b,\n}\nimport './a.css'; go();",
      'export enum A {\n  b,\n}\n go();',
      { typescript: true },
    ],
    ["export const a = `\nimport './a.css';\n`;", "export const a = `\nimport './a.css';\n`;", {}],
    // A comment within an import, which is not found, is no reason to take it from a text further on.
    [
      "import/**/'./a.css';\nexport const a = \"import './a.css'\";",
      "import/**/'./a.css';\nexport const a = \"import './a.css'\";",
      {},
    ],
    [
      "const a = `\nimport './a.css';\n`;\nimport './a.css';\ngo(<b />);",
      "const a = `\nimport './a.css';\n`;\ngo(<b />);",
      react,
    ],
  ])('leaves out imports of styles wherever the preview passes over them: %j', async (js, code, config) => {
    const made = await files({ js, config: { buildTool: 'vite', ...config } });
    const [, own] = Object.entries(made).find(([path]) => path.startsWith('src/script.')) ?? [];
    expect(own).toBe(`${code}\n`);
  });

  it('leaves out imports of styles from a Vue component', async () => {
    const js = "<script setup>import './a.css'</script>\n<script>\nimport './b.css';\n</script>";
    const made = await files({ js, config: { framework: 'vue', vueSfc: true } });
    expect(made['src/App.vue']).toBe('<script setup></script>\n<script>\n</script>');
  });

  it('has the styles of packages before its own, however their import is written', async () => {
    const made = await files({ css: 'p{}', js: 'import"swiper/css";import"bulma/css/bulma.css";go()' });
    expect(made['src/script.js']).toBe('import"swiper/css";go()\n\nimport \'./style.css\';\n');
    expect(made['src/style.css']).toBe("@import 'bulma/css/bulma.min.css';\n\np{}");
  });

  it.each([
    ['/* @import "tailwindcss" is added */ p{}', 1],
    ['@import url("tailwindcss"); p{}', 0],
    ['@import "tailwindcss/theme.css"; p{}', 0],
  ])('imports Tailwind where its styles do not do so themselves: %s', async (css, added) => {
    const made = await files({ css, config: { cssFramework: 'tailwind' } });
    expect(made['src/style.css']?.match(/@import 'tailwindcss'/g) ?? []).toHaveLength(added);
  });

  it.each([
    ['<script src="script.js"></script>', 'script-2.js'],
    ['<script type="module" src="./script.js?v=1"></script>', 'script-2.js'],
    ['<script src="/script.js"></script><script src="script-2.js"></script>', 'script-3.js'],
    ['<script src="https://cdn.example/script.js"></script><p>script.js</p>', 'script.js'],
  ])(
    'gives the script a name that the page does not ask for, so that it runs once: %s',
    async (html, name) => {
      const made = await files({ html, js: 'go()' });
      expect(made[`public/${name}`]).toBe('go()');
      expect(made['index.html']).toContain(`<script src="/${name}"></script>\n</body>`);
    },
  );

  it.each([
    ["import { a } from './app.js';", true],
    ["import '/app.js';", true],
    ["new Worker(new URL('./worker.js', import.meta.url));", true],
    ["import 'canvas-confetti'; import 'https://example.org/a.js';", false],
  ])(
    'leaves an inline module to the browser if it imports a file, which Vite would not find: %s',
    async (code, isLeft) => {
      const { 'index.html': page } = await files({ html: `<script type="module">${code}</script>` });
      expect(page?.includes('<script vite-ignore type="module">')).toBe(isLeft);
    },
  );

  it.each([
    ['@import "reset.css"', ''],
    ['@import "fonts";p{}', 'p{}'],
    ['@import "bulma/css/bulma.css";@import "a.css";p{}', '@import "bulma/css/bulma.css";p{}'],
    ['@import "a.css"\np{}', '@import "a.css"\np{}'],
  ])('leaves out what styles import of files, also in a Vue component: %j', async (css, expected) => {
    expect((await files({ css }))['src/style.css']).toBe(expected);
    const config = { framework: 'vue', vueSfc: true } as const;
    const component = (text: string) => `<template><p/></template><style scoped>${text}</style>`;
    expect((await files({ js: component(css), config }))['src/App.vue']).toBe(component(expected));
  });

  it('leaves comments and strings of styles alone, whatever they say of imports', async () => {
    const css =
      '/* @import "theme.css" */ p { --a: \'@import "b.css";\' } // @import "c.css"; no more\ni { top: 0 }';
    const made = await files({ css: `@import "reset.css";${css}` });
    expect(made['src/style.css']).toBe(css);
  });

  it('has style sheets that the script imports behind the `@use` of SCSS, which comes first', async () => {
    const rules = '// maths\n$a: 1px;\n@use "sass:math" as m;\n@use "sass:color";\n';
    const made = await files({
      css: `${rules}b { top: math.round(1.2) }`,
      js: "import 'bulma/css/bulma.css';\nexport const a = 1;",
      config: { cssFramework: 'scss' },
    });
    expect(made['src/style.scss']).toBe(
      `${rules}@import 'bulma/css/bulma.min.css';\n\nb { top: math.round(1.2) }`,
    );
  });

  it('has the style sheets that its script imports behind those of the CSS framework', async () => {
    const js = "import 'bulma/css/bulma.css';\nexport const a = 1;";
    for (const [cssFramework, first] of [
      ['none', ''],
      ['bulma', ''],
      ['tailwind', "@import 'tailwindcss';\n"],
      ['bootstrap', "@import 'bootstrap/dist/css/bootstrap.min.css';\n"],
    ] as const) {
      const made = await files({ css: 'p{}', js, config: { cssFramework } });
      expect(made['src/style.css']).toBe(`${first}@import 'bulma/css/bulma.min.css';\n\np{}`);
      expect(made['src/script.js']).not.toContain('bulma');
      expect(JSON.parse(made['package.json'] ?? '').dependencies).toMatchObject({ bulma: '0.9.4' });
    }
  });

  it.each([
    [
      'the script',
      { js: "import 'bootstrap/dist/css/bootstrap.css';\nexport const a = 1;", css: 'p{}' },
      'min.',
    ],
    [
      'the CSS pane',
      { js: 'export const a = 1;', css: '@import "bootstrap/dist/css/bootstrap.css"; p{}' },
      '',
    ],
  ])('has Bootstrap’s style sheet before its own where %s asks for it', async (_who, sources, min) => {
    const made = await files({ html: '<script type="module" src="app.js"></script>', ...sources });
    expect(made['src/style.css']).toMatch(
      new RegExp(`^@import .bootstrap/dist/css/bootstrap\\.${min}css.;\\s+p{}`),
    );
    expect(made['src/script.js']).toBe('export const a = 1;\n');
    expect(JSON.parse(made['package.json'] ?? '').dependencies).toEqual({ bootstrap: '5.3.0' });
    expect(made['standalone.html']).toContain('/bootstrap@5.3.0/dist/css/bootstrap.min.css');
  });

  it('H61, H65: keeps titles from being markup, paths or package names', async () => {
    const made = await files({ title: '<b>../x\n# y</b>' });
    expect(made['index.html']).toContain('<title>&lt;b>../x\n# y&lt;/b></title>');
    expect(JSON.parse(made['package.json'] ?? '').name).toBe('b_x_y_b');
    expect(made['README.md']).toMatch(/^# <b>..\/x # y<\/b>\n/);
  });
});

describe('standalone.html', () => {
  it('loads libraries from public addresses, and carries along what has none', async () => {
    const js = 'ReactDOM.render(<b/>, root)';
    const seventeen = await files({ js, config: { framework: 'react' } });
    expect(seventeen['standalone.html']).toContain('src="https://cdn.jsdelivr.net/npm/react@17.0.2/umd/');
    const nineteen = await files({ js, config: { framework: 'react', frameworkVersion: 19 } });
    expect(nineteen['standalone.html']).toContain('<script>/* /lib/react@19');
    expect(nineteen['standalone.html']).not.toContain('src="/lib/');
  });

  it.each([
    '<script src="/lib/jquery/dist/jquery.min.js"></script>',
    '<!-- <script src="/lib/old.js"></script> -->',
  ])('leaves scripts alone whose paths only look like those of libraries: %s', async (html) => {
    const readLibrary = async (path: string) => Promise.reject(new Error(`There is no ${path}`));
    const project = { title: 'A', html, css: '', js: '', frameworkConfig: FrameworkConfig.parse({}) };
    const made = await projectFiles(project, { ...surroundings, readLibrary });
    for (const name of ['index.html', 'standalone.html']) expect(made[name]).toContain(html);
  });

  it('says in the console what an error keeps out of it; everything else is there all the same', async () => {
    const made = await files({ html: '<p>here</p>', js: 'let = <;' });
    expect(made['standalone.html']).toMatch(
      /^<!doctype html><script>console\.error\("JavaScript, line 1: [^<]*<\/script>.*<p>here<\/p>/s,
    );
    expect(made['public/script.js']).toBe('let = <;');
  });
});

describe('versions in package.json', () => {
  it('are those that the studio itself carries', () => {
    const read = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
    const { dependencies, devDependencies } = read('../../package.json');
    const carried: Record<string, string> = { ...dependencies, ...devDependencies };
    for (const [name, version] of Object.entries(packageVersions)) {
      if (carried[name] !== undefined)
        expect(`${name} ${version.replace('^', '')}`).toBe(`${name} ${carried[name]}`);
    }
    expect(reactVersions[19].react).toBe(`^${carried['react']}`);
    expect(`npm:react@${reactVersions[17].react.slice(1)}`).toBe(carried['react-17']);
    expect(`npm:react@${reactVersions[18].react.slice(1)}`).toBe(carried['react-18']);
  });
});
