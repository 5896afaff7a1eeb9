import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

const entry = fileURLToPath(new URL('./src/early/main.ts', import.meta.url));
const alias = { '@': fileURLToPath(new URL('./src', import.meta.url)) };

/** Puts `src/early` into the page as a small script of its own, which waits for nothing and shares nothing with the app. */
export function earlyScript(): Plugin {
  let address = '/src/early/main.ts';
  return {
    name: 'early-script',
    async buildStart() {
      if (this.environment.mode !== 'build') return;
      const reference = this.emitFile({ type: 'asset', name: 'early.js', source: await bundle() });
      address = `/${this.getFileName(reference)}`;
    },
    transformIndexHtml: () => [
      {
        tag: 'script',
        attrs: { type: 'module', async: true, fetchpriority: 'high', src: address },
        // Before all others: browsers ask for a few files at a time.
        injectTo: 'head-prepend',
      },
    ],
  };
}

async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    resolve: { alias },
    build: { write: false, lib: { entry, formats: ['iife'], name: 'early' } },
  });
  const [output] = Array.isArray(built) ? built : [];
  const [chunk] = output?.output ?? [];
  if (!chunk || !('code' in chunk)) throw new Error('src/early was not built');
  return chunk.code;
}
