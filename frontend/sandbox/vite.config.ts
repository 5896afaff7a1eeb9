import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { keepGlobals } from './keep-globals.ts';

/** The entry of each script, by the name of its file. */
const entries: Record<string, string> = {
  runner: 'runner/runner.ts',
  rendered: 'runner/rendered.ts',
  'embed-frame': 'embed/embed-frame.ts',
  'embed-tabs': 'embed/embed-tabs.ts',
  'embed-live': 'embed/embed-live.ts',
  live: 'live/live.ts',
};

/**
 * `vite build --mode <name>`: each entry becomes one classic script. The server inlines all but the last two in their
 * pages, so that nothing else is loaded before user code.
 */
export default defineConfig(({ mode: name }) => ({
  plugins: name === 'runner' || name === 'rendered' ? [keepGlobals()] : [],
  build: {
    outDir: fileURLToPath(new URL('../dist/sandbox', import.meta.url)),
    emptyOutDir: false,
    lib: {
      entry: fileURLToPath(new URL(`./src/${entries[name]}`, import.meta.url)),
      formats: ['iife'],
      name: 'studioRuntime',
      fileName: () => `${name}.js`,
    },
    // This name distinguishes the runner's own stack frames from the project's (`stack-frames.ts`).
    rolldownOptions: { output: { postFooter: name === 'runner' ? '//# sourceURL=studio-runner.js' : '' } },
  },
}));
