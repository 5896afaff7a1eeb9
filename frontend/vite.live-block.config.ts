import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { worker } from './compiler-workers.ts';
import { inlineStart, inlineStyles } from './index-html-plugins.ts';

/**
 * The page at /embed/new: a build of its own, so that neither it nor the app fetches what only the other needs. Its files
 * are beside the app's.
 */
export default defineConfig({
  plugins: [inlineStart(), inlineStyles()],
  resolve: { alias: [{ find: '@', replacement: fileURLToPath(new URL('./src', import.meta.url)) }] },
  worker,
  build: {
    outDir: 'dist/app',
    emptyOutDir: false,
    copyPublicDir: false,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: fileURLToPath(new URL('./live-block.html', import.meta.url)) },
  },
});
