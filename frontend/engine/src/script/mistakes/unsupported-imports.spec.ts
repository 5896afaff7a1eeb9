import { describe, expect, it } from '@jest/globals';
import { defaultFrameworkConfig, type FrameworkConfig } from '@studio/contract/http/frameworks';
import { toHtml } from '../../build-document.js';
import { compile } from '../../compile.js';

const compiled = (js: string, config: Partial<FrameworkConfig> = {}, html = '') =>
  compile(
    { html, css: '', js, frameworkConfig: { ...defaultFrameworkConfig, ...config } },
    { mode: 'development', libraries: 'local', moduleCdn: null, checkLoops: false },
  );
const problems = async (...args: Parameters<typeof compiled>) => (await compiled(...args)).problems;

describe('an import of styles that the page does not get', () => {
  it.each([
    ['https://unpkg.com/leaflet/dist/leaflet.css', /write @import url\("https:\/\/unpkg\.com[^"]*"\)/],
    ['bootstrap/scss/bootstrap.scss', /only CSS of packages can be imported/],
    ['tailwindcss', /choose it in Framework Configuration/],
  ])('is a warning at its place, and the rest runs: %s', async (specifier, message) => {
    const made = await compiled(`go();\nimport '${specifier}';`);
    expect(made).toMatchObject({
      isScriptBroken: false,
      packageImports: [],
      problems: [{ severity: 'warning', line: 2, column: 9, message: expect.stringMatching(message) }],
    });
    expect(toHtml(made.document)).toContain('>go();\n;\n');
  });

  it('is none of the project’s own, wherever a bundler would have them, nor Tailwind’s where that is chosen', async () => {
    for (const specifier of ['./App.css', '../a/b.scss', '/src/index.css', '@/styles/globals.css'])
      expect(await problems(`import '${specifier}';`)).toEqual([]);
    expect(await problems("import 'tailwindcss';", { cssFramework: 'tailwind' })).toEqual([]);
  });
});

describe('an import of another file says what to do instead', () => {
  it.each([
    ['./utils.js', 'put that code into this pane'],
    ['@/components/ui/button', 'put that code into this pane'],
    ['~/lib/store', 'put that code into this pane'],
    ['./assets/react.svg', 'upload the file in Assets'],
    ['../data/cities.json', 'upload the file in Assets'],
    ['./assets/react.svg?url', 'upload the file in Assets'],
    ['./shader.glsl?raw', 'put that code into this pane'],
    ['./App.module.css', 'styles are written in the CSS pane'],
    ['./App.css?inline', 'styles are written in the CSS pane'],
  ])('%s', async (specifier, advice) => {
    expect(await problems(`import a from '${specifier}';`)).toMatchObject([
      { severity: 'error', column: 16, message: expect.stringContaining(advice) },
    ]);
  });

  it('unless the page’s own import map has it', async () => {
    const html = '<script type="importmap">{ "imports": { "@/": "https://files.example/" } }</script>';
    const made = await compiled("import a from '@/a.js';", {}, html);
    expect(made).toMatchObject({ isScriptBroken: false, packageImports: [], problems: [] });
    expect(toHtml(made.document)).toContain('"@/":"https://files.example/"');
  });
});

describe('an import of a package in a way that only a build knows', () => {
  it.each([
    ['kit/icon.svg?url', 'Without it, "kit/icon.svg" is the address of the file'],
    ['kit/style.css?inline', 'import.meta.resolve("kit/style.css") is the address of the file'],
    ['kit/worker.js?worker&inline', 'what "?worker&inline" does is a part of Vite. import.meta.resolve('],
    ['bootstrap/scss/bootstrap', 'only CSS of packages can be imported'],
  ])('says what to do instead, and is not looked up: %s', async (specifier, advice) => {
    expect(await compiled(`import a from '${specifier}';`)).toMatchObject({
      packageImports: [],
      problems: [{ severity: 'warning', column: 16, message: expect.stringContaining(advice) }],
    });
  });
});
