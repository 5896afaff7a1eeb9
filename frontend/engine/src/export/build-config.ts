import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import { isSingleFileComponent } from './exported-project.js';
import { json } from './package-json.js';

/** What `vite.config.js` says. `aliases` are the names that an import map in the page leads elsewhere. */
export function viteConfig(config: FrameworkConfig, aliases: Record<string, string>): string {
  const { framework, cssFramework } = config;
  const plugins = [
    ...(framework === 'react' ? [{ from: '@vitejs/plugin-react', name: 'react' }] : []),
    ...(framework === 'vue' ? [{ from: '@vitejs/plugin-vue', name: 'vue', options: vueOptions }] : []),
    ...(cssFramework === 'tailwind' ? [{ from: '@tailwindcss/vite', name: 'tailwindcss' }] : []),
  ];
  const alias = Object.entries({ ...vueAlias(config), ...aliases }).map(
    ([name, to]) => `{ find: ${exactly(name)}, replacement: ${quote(to)} }`,
  );
  return `${[
    ...plugins.map(({ from, name }) => `import ${name} from '${from}';`),
    "import { defineConfig } from 'vite';",
    '',
    'export default defineConfig({',
    '  // The built page works in any folder of any server.',
    "  base: './',",
    ...(plugins.length > 0
      ? [`  plugins: [${plugins.map(({ name, options = '' }) => `${name}(${options})`).join(', ')}],`]
      : []),
    ...(alias.length > 0
      ? ['  resolve: {', '    alias: [', ...alias.map((one) => `      ${one},`), '    ],', '  },']
      : []),
    '  server: { port: 3000 },',
    '});',
  ].join('\n')}\n`;
}

/** Addresses in a template stay what they are in the preview, unless they begin with a dot: texts, from which browsers find a file. */
const vueOptions = '{ template: { transformAssetUrls: { includeAbsolute: false } } }';

/** Templates that stand in the page or in strings are compiled in the browser, which takes Vue's full build. */
function vueAlias(config: FrameworkConfig): Record<string, string> {
  const compilesInBrowser = config.framework === 'vue' && !isSingleFileComponent(config);
  return compilesInBrowser ? { vue: 'vue/dist/vue.esm-bundler.js' } : {};
}

/** A name that ends with a slash leads everything under it. */
function exactly(name: string): string {
  const pattern = name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  return name.endsWith('/') ? `/^${pattern}/` : `/^${pattern}$/`;
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** What `tsconfig.json` says. As in the studio's editor, types may be left out; `strict` is a person's own choice. */
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
