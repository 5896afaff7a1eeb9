import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { type BuildOptions, defineConfig } from 'vite';
import {
  inlineLimits,
  minifyOnceMore,
  withoutAssertionTexts,
  withoutIconNames,
  withoutRouteSchemas,
} from './code-size-plugins.ts';
import { worker } from './compiler-workers.ts';
import { devServer, postedProject, studioConfig } from './dev-server.ts';
import { inlinePrefetch, nameFullEditor, preloadApp } from './index-html-plugins.ts';
import { assignChunks, codeSplitting } from './shared-chunks.ts';

/**
 * Leaves out the list of files that each lazy part needs, a kilobyte of the first script. Only Monaco is so large that
 * people would notice its files being fetched one after the other.
 */
const modulePreload: BuildOptions['modulePreload'] = {
  polyfill: false,
  resolveDependencies: (_file, needed, { hostType }) =>
    hostType === 'html' ? needed : needed.filter((path) => path.endsWith('.css') || /\/monaco-/.test(path)),
};

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    studioConfig(),
    postedProject(),
    inlinePrefetch(),
    preloadApp(),
    nameFullEditor(),
    assignChunks(),
    withoutRouteSchemas(),
    withoutAssertionTexts(),
    withoutIconNames(),
    inlineLimits(),
    minifyOnceMore(),
  ],
  server: devServer,
  resolve: {
    alias: [
      // The router imports the substitute for React before 18, which has the function itself since then.
      { find: /^use-sync-external-store\/shim\/index\.js$/, replacement: 'react' },
      {
        find: /^.*\/createLucideIcon\.mjs$/,
        replacement: fileURLToPath(new URL('./src/ui/lucide-icon.ts', import.meta.url)),
      },
      { find: '@', replacement: fileURLToPath(new URL('./src', import.meta.url)) },
      // Its browser build is no module, and imports Monaco's files by their names before 0.56.
      { find: /^monaco-vim$/, replacement: fileURLToPath(import.meta.resolve('monaco-vim')) },
      { find: /^monaco-editor\/esm\/vs\//, replacement: 'monaco-editor/' },
    ],
  },
  // React's check that it was minified, which the build does not need; its developer tools still work.
  define: { '__REACT_DEVTOOLS_GLOBAL_HOOK__.checkDCE': 'undefined' },
  worker,
  build: {
    outDir: 'dist/app',
    emptyOutDir: true,
    sourcemap: false,
    modulePreload,
    rolldownOptions: { output: { codeSplitting } },
  },
});
