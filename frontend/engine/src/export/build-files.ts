import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import type { Source } from '../source.js';
import type { PackageFile } from './exported-project.js';
import { isSingleFileComponent } from './exported-project.js';
import type { PageScript } from './index-page.js';
import { json } from './package-json.js';
import type { PageLibrary } from './page-libraries.js';
import type { ScriptFile } from './script-file.js';

/** The script of a project with the small files that it needs, and the tags by which the page loads them. */
export interface ScriptPackage {
  files: PackageFile[];
  tags: PageScript[];
}

export function scriptPackage(
  script: ScriptFile | null,
  stylePath: string,
  config: FrameworkConfig,
  onPage: readonly PageLibrary[],
): ScriptPackage {
  const hasBootstrap = onPage.includes('bootstrap') || script?.code.includes("from 'bootstrap'");
  const parts = [
    ...(config.cssFramework === 'bootstrap' && !hasBootstrap ? [bootstrap] : []),
    ...(script?.kind === 'component' ? [mount(script, stylePath, config)] : script ? [alone(script)] : []),
  ];
  return { files: parts.flatMap(({ files }) => files), tags: parts.map(({ tag }) => tag) };
}

interface Part {
  files: PackageFile[];
  tag: PageScript;
}

/** Bootstrap's components work through attributes in the page, even if the project has no script. */
const bootstrap: Part = {
  files: [
    {
      path: 'src/bootstrap.js',
      text: "import 'bootstrap';\n",
      note: 'Makes Bootstrap’s components work.',
    },
  ],
  tag: { src: '/src/bootstrap.js', isModule: true },
};

function alone({ kind, path, code }: ScriptFile): Part {
  const isModule = kind === 'module';
  const note = isModule
    ? 'The script.'
    : 'The script: an ordinary one, so that everything on the page can call its functions. Vite copies it as it is.';
  return {
    files: [{ path, text: code, note }],
    tag: { src: `/${path.replace(/^public\//, '')}`, isModule },
  };
}

/** The project's styles come after those of the component, as in the preview. */
function mount({ path, code }: ScriptFile, stylePath: string, { typescript }: FrameworkConfig): Part {
  const main = `src/main.${typescript ? 'ts' : 'js'}`;
  const text = `import { createApp } from 'vue';
import App from './App.vue';
import '${stylePath.replace('src/', './')}';

createApp(App).mount('#app');
`;
  return {
    files: [
      { path, text: code, note: 'The component.' },
      { path: main, text, note: 'Puts the component into the page.' },
    ],
    tag: { src: `/${main}`, isModule: true },
  };
}

/** The text of `vite.config.js`. `aliases`: the names that an import map in the page maps to other addresses. */
export function viteConfig(
  config: FrameworkConfig,
  aliases: Record<string, string>,
  imports: readonly string[],
  needsTypeScript: boolean,
): string {
  const { framework, cssFramework } = config;
  const plugins = [
    ...(framework === 'react' ? [{ from: '@vitejs/plugin-react', name: 'react' }] : []),
    ...(framework === 'vue' ? [{ from: '@vitejs/plugin-vue', name: 'vue', options: vueOptions }] : []),
    ...(cssFramework === 'tailwind' ? [{ from: '@tailwindcss/vite', name: 'tailwindcss' }] : []),
  ];
  const calls = [
    ...(needsTypeScript ? ['typescript'] : []),
    ...plugins.map(({ name, options = '' }) => `${name}(${options})`),
  ];
  const alias = Object.entries({ ...vueAlias(config), ...aliases }).map(
    ([name, to]) => `{ find: ${exactly(name)}, replacement: ${quote(to)} }`,
  );
  return `${[
    ...plugins.map(({ from, name }) => `import ${name} from '${from}';`),
    ...(needsTypeScript ? ["import ts from 'typescript';"] : []),
    "import { defineConfig } from 'vite';",
    '',
    ...(needsTypeScript ? typescriptPlugin : []),
    'export default defineConfig({',
    '  // The built page works in any folder of any server.',
    "  base: './',",
    ...(calls.length > 0 ? [`  plugins: [${calls.join(', ')}],`] : []),
    ...(alias.length > 0
      ? ['  resolve: {', '    alias: [', ...alias.map((one) => `      ${one},`), '    ],', '  },']
      : []),
    ...([...imports, ...Object.values(aliases)].some((name) => name.startsWith('data:')) ? dataModules : []),
    '  // What is wrong in a style sheet is skipped, as by browsers.',
    "  css: { transformer: 'lightningcss', lightningcss: { errorRecovery: true } },",
    '  server: { port: 3000 },',
    '});',
  ].join('\n')}\n`;
}

/**
 * Whether TypeScript itself compiles the script in the package, as it does in the preview: Vite keeps decorators, which no
 * browser supports yet, stops at variables that namespaces export, and loses names that two of the same name share. A Vue
 * component stays as it is.
 */
export async function isForTypeScript({ js, frameworkConfig: config }: Source): Promise<boolean> {
  const isJsx = config.framework === 'react';
  const isCompiled = (config.typescript || isJsx) && !isSingleFileComponent(config);
  if (!isCompiled || !/@|\b(?:accessor|namespace|module)\b/.test(js)) return false;
  const { needsTypeScript } = await import('../script/transpile.js');
  return needsTypeScript(js, isJsx);
}

const typescriptPlugin = [
  '// TypeScript itself compiles decorators and namespaces.',
  'const typescript = {',
  "  name: 'typescript',",
  "  enforce: 'pre',",
  '  transform(code, id) {',
  '    if (!/\\/src\\/[^/]*\\.[jt]sx?$/.test(id)) return null;',
  "    const compilerOptions = { allowJs: true, target: 'ES2022', module: 'ESNext', jsx: 'preserve', sourceMap: true };",
  '    const { outputText, sourceMapText } = ts.transpileModule(code, { fileName: id, compilerOptions });',
  '    return { code: outputText, map: sourceMapText };',
  '  },',
  '};',
  '',
];

/** Not bundled: they may have any type, and their own imports are resolved by the page's import map and its scopes. */
const dataModules = [
  '  // Modules that stand in their addresses stay there, for the browser.',
  '  build: { rolldownOptions: { external: /^data:/ } },',
];

/** Addresses in a template remain text that browsers resolve, as in the preview; `base` leaves those of `srcset`. */
const vueOptions = "{ template: { transformAssetUrls: { tags: {}, base: './', includeAbsolute: false } } }";

/** Templates in the page or in strings are compiled in the browser, which needs Vue's full build. */
function vueAlias(config: FrameworkConfig): Record<string, string> {
  const compilesInBrowser = config.framework === 'vue' && !isSingleFileComponent(config);
  return compilesInBrowser ? { vue: 'vue/dist/vue.esm-bundler.js' } : {};
}

/** A pattern for exactly this name, or for all names under it if it ends with a slash. */
function exactly(name: string): string {
  const pattern = name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  return inOneLine(name.endsWith('/') ? `/^${pattern}/` : `/^${pattern}$/`);
}

function quote(text: string): string {
  return inOneLine(`'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`);
}

/** A string or pattern with escapes for its line ends, which it must not contain. */
function inOneLine(literal: string): string {
  return literal.replace(
    /[\n\r\u2028\u2029]/g,
    (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * The text of `tsconfig.json`. Types may be omitted; users can enable `strict` themselves.
 */
export function tsConfig({ typescript, framework }: FrameworkConfig): string {
  return json({
    compilerOptions: {
      target: 'ES2022',
      lib: ['ES2023', 'DOM', 'DOM.Iterable'],
      module: 'ESNext',
      moduleResolution: 'bundler',
      moduleDetection: 'force',
      ...(framework === 'react' ? { jsx: 'react-jsx' } : {}),
      ...(typescript ? { types: ['vite/client'] } : { allowJs: true, checkJs: false, types: [] }),
      strict: false,
      allowSyntheticDefaultImports: true,
      skipLibCheck: true,
      noEmit: true,
    },
    include: ['src'],
  });
}
