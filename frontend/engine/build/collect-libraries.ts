import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { allLibraryFiles, type LibraryFile, madeReactFiles } from '../dist/libraries/library-manifest.js';

/** Copies every file that pages load to `dist/lib/<name>@<version>/<file>`, which the studio serves. */
const dist = fileURLToPath(new URL('../dist', import.meta.url));
const { resolve } = createRequire(import.meta.url);

rmSync(join(dist, 'lib'), { recursive: true, force: true });
for (const { path, source } of allLibraryFiles()) {
  if (!source) continue;
  const packageFolder = dirname(resolve(`${source.package}/package.json`));
  const target = join(dist, path);
  mkdirSync(dirname(target), { recursive: true });
  copyFileSync(join(packageFolder, source.file), target);
}
const ofPage = { react: 'React', 'react-dom': 'ReactDOM' };
for (const mode of ['development', 'production'] as const) {
  await bundleReact(madeReactFiles['react-19'][mode], mode, 'react-19.ts', {}, {});
  await bundleReact(madeReactFiles['react-server-19'][mode], mode, 'react-server.ts', ofPage, {});
  await bundleReact(madeReactFiles['react-server-18'][mode], mode, 'react-server.ts', ofPage, {
    'react-dom/server.browser': 'react-dom-18/server.browser',
  });
}

/**
 * A part of React as one classic script.
 * @param globals modules that the page already has: name to global variable
 * @param alias modules that replace others
 */
async function bundleReact(
  { path }: LibraryFile,
  mode: 'development' | 'production',
  entry: string,
  globals: Record<string, string>,
  alias: Record<string, string>,
): Promise<void> {
  const target = join(dist, path);
  const moduleOfPage = new Map(Object.entries(globals).map(([name, global]) => [`\0${name}`, global]));
  await build({
    configFile: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
    resolve: { alias },
    plugins: [
      {
        name: 'modules-of-page',
        enforce: 'pre',
        resolveId: (id) => (id in globals ? `\0${id}` : null),
        load: (id) => {
          const global = moduleOfPage.get(id);
          return global === undefined ? null : `module.exports = globalThis.${global};`;
        },
      },
    ],
    build: {
      outDir: dirname(target),
      emptyOutDir: false,
      minify: mode === 'production',
      lib: {
        entry: fileURLToPath(new URL(entry, import.meta.url)),
        formats: ['iife'],
        name: 'react',
        fileName: () => basename(target),
      },
    },
  });
}
