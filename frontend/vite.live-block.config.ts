import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { assertForPug } from './assert-for-pug.ts';
import { inlineStart, inlineStyles } from './index-html-plugins.ts';
import { sassWithoutEval } from './sass-without-eval.ts';

/**
 * The page at /embed/new, apart from the app, so that neither fetches what only the other needs. Its files lie beside the
 * app's.
 */
export default defineConfig({
  plugins: [inlineStart(), inlineStyles()],
  resolve: { alias: [{ find: '@', replacement: fileURLToPath(new URL('./src', import.meta.url)) }] },
  worker: {
    format: 'es',
    plugins: () => [sassWithoutEval(), assertForPug()],
    rolldownOptions: {
      output: {
        entryFileNames: 'assets/workers/[name]-[hash].js',
        chunkFileNames: 'assets/workers/[name]-[hash].js',
      },
    },
  },
  build: {
    outDir: 'dist/app',
    emptyOutDir: false,
    copyPublicDir: false,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: fileURLToPath(new URL('./live-block.html', import.meta.url)) },
  },
});
