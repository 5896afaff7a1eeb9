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
 * The list of what each lazy part needs is a kilobyte of the first script. Only Monaco is so large that fetching its
 * parts one after the other would be felt.
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
      // React has had it since 18; the router asks for the stand-in of older ones.
      { find: /^use-sync-external-store\/shim\/index\.js$/, replacement: 'react' },
      {
        find: /^.*\/createLucideIcon\.mjs$/,
        replacement: fileURLToPath(new URL('./src/ui/lucide-icon.ts', import.meta.url)),
      },
      { find: '@', replacement: fileURLToPath(new URL('./src', import.meta.url)) },
      // Its browser build is no module, and names Monaco's files as they were called before 0.56.
      { find: /^monaco-vim$/, replacement: fileURLToPath(import.meta.resolve('monaco-vim')) },
      { find: /^monaco-editor\/esm\/vs\//, replacement: 'monaco-editor/' },
    ],
  },
  // React checks with it that it was minified; what else the developer tools of React need stays.
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
