import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/**
 * `vite build --mode shell`, `rendered`, `embed`, `embed-tabs` or `embed-live`: each entry becomes one classic script. All but
 * the last are put into their pages by the server, so that nothing else is loaded before user code.
 */
export default defineConfig(({ mode: entry }) => ({
  build: {
    outDir: fileURLToPath(new URL('../dist/sandbox', import.meta.url)),
    emptyOutDir: false,
    lib: {
      entry: fileURLToPath(new URL(`./src/${entry}.ts`, import.meta.url)),
      formats: ['iife'],
      name: 'studioRuntime',
      fileName: () => `${entry}.js`,
    },
    // The shell tells its own frames from the project's by this name (`stack-frames.ts`).
    rolldownOptions: { output: { postFooter: entry === 'shell' ? '//# sourceURL=studio-shell.js' : '' } },
  },
}));
