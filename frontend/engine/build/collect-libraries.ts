import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { allLibraryFiles, react19Files } from '../dist/libraries/library-manifest.js';

/** Puts every file that pages load at `dist/lib/<name>@<version>/<file>`, from where the studio serves them. */
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
for (const mode of ['development', 'production'] as const) await bundleReact19(mode);

/** React 19 as one classic script. */
async function bundleReact19(mode: 'development' | 'production'): Promise<void> {
  const target = join(dist, react19Files[mode].path);
  await build({
    configFile: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
    build: {
      outDir: dirname(target),
      emptyOutDir: false,
      minify: mode === 'production',
      lib: {
        entry: fileURLToPath(new URL('react-19.ts', import.meta.url)),
        formats: ['iife'],
        name: 'react19',
        fileName: () => basename(target),
      },
    },
  });
}
