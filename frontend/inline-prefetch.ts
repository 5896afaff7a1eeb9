import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

const entry = fileURLToPath(new URL('./src/startup/prefetch.ts', import.meta.url));
const placeholder = '<script id="prefetch"></script>';

/** Writes `src/startup/prefetch.ts` into the page itself: it asks for what takes longest, and nothing must come before it. */
export function inlinePrefetch(): Plugin {
  return {
    name: 'inline-prefetch',
    transformIndexHtml: {
      order: 'post',
      async handler(html) {
        if (!html.includes(placeholder)) throw new Error(`the page has no ${placeholder}`);
        const code = await bundle();
        return html.replace(placeholder, () => `<script>${code}</script>`);
      },
    },
  };
}

async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: entry, output: { format: 'iife' } },
    },
  });
  const [chunk] = 'output' in built ? built.output : [];
  if (chunk?.type !== 'chunk') throw new Error('prefetch.ts has come out as more than one script');
  return chunk.code.trim();
}
