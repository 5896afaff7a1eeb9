import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

const entry = fileURLToPath(new URL('./src/early/head-start.ts', import.meta.url));
const placeholder = '<script id="head-start"></script>';

/** Writes `src/early/head-start.ts` into the page itself: it asks for what takes longest, and nothing must come before it. */
export function inlineHeadStart(): Plugin {
  return {
    name: 'inline-head-start',
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
  if (chunk?.type !== 'chunk') throw new Error('head-start.ts has come out as more than one script');
  return chunk.code.trim();
}
