import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { build } from 'vite';

/** Writes `src/startup/prefetch.ts` into the page itself: it requests what takes longest, so it has to run first. */
export const inlinePrefetch = (): Plugin =>
  inlineScript('prefetch', new URL('./src/startup/prefetch.ts', import.meta.url));

/** Writes `src/live-block/start.ts` into the page of a live block, for the same reason. */
export const inlineStart = (): Plugin =>
  inlineScript('start', new URL('./src/live-block/start.ts', import.meta.url));

/** Replaces `<script id>` by a source file and its imports, as one classic script. */
function inlineScript(id: string, source: URL): Plugin {
  const placeholder = `<script id="${id}"></script>`;
  return {
    name: `inline-${id}`,
    transformIndexHtml: {
      order: 'post',
      async handler(html) {
        if (!html.includes(placeholder)) throw new Error(`the page has no ${placeholder}`);
        const code = await bundle(source);
        return html.replace(placeholder, () => `<script>${code}</script>`);
      },
    },
  };
}

async function bundle(source: URL): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input: fileURLToPath(source),
        output: { format: 'iife' },
      },
    },
  });
  const [chunk] = 'output' in built ? built.output : [];
  if (chunk?.type !== 'chunk') throw new Error(`${source.pathname} was built as more than one script`);
  return chunk.code.trim();
}

/** Writes the styles of a page into it: scripts behind a style sheet wait until that is fetched. */
export function inlineStyles(): Plugin {
  return {
    name: 'inline-styles',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle: files = {} }) =>
        html.replaceAll(/<link rel="stylesheet"[^>]* href="\/([^"]+)">/g, (link, name: string) => {
          const sheet = files[name];
          return sheet?.type === 'asset' ? `<style>${String(sheet.source)}</style>` : link;
        }),
    },
  };
}

/** Makes the browser fetch the app while `src/startup`, which starts it, is still starting the preview. */
export function preloadApp(): Plugin {
  return {
    name: 'preload-app',
    apply: 'build',
    transformIndexHtml(html, { bundle = {} }) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const chunkOf = (module: string) =>
        chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)));
      const app = chunkOf('/src/main.tsx');
      const preview = chunkOf('/preview/model/start-preview.ts');
      if (!app || !preview) throw new Error('The app or the preview has no chunk of its own');
      const withImports = (file: string): string[] => [
        file,
        ...(chunks.find(({ fileName }) => fileName === file)?.imports ?? []).flatMap(withImports),
      ];
      const early = new Set(preview.imports.flatMap(withImports));
      const files = new Set([...early, ...withImports(app.fileName)]);
      // `modulepreload` would also compile the app, before the project's code is readable.
      const fetchOnly = { rel: 'preload', as: 'script', fetchpriority: 'low' };
      const isLinked = (file: string) => html.includes(`/${file}"`);
      return [...files]
        .filter((file) => !isLinked(file))
        .map((file) => ({
          tag: 'link',
          attrs: {
            ...(early.has(file) ? { rel: 'modulepreload' } : fetchOnly),
            crossorigin: true,
            href: `/${file}`,
          },
          injectTo: 'head' as const,
        }));
    },
  };
}

/** Writes the names of the full editor's files into the page, for `src/startup/fetch-full-editor.ts`. */
export function nameFullEditor(): Plugin {
  return {
    name: 'name-full-editor',
    apply: 'build',
    transformIndexHtml(_html, { bundle = {} }) {
      const files = Object.values(bundle);
      const script = files.find(
        (file) =>
          file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith('/editor/monaco/monaco.ts')),
      );
      if (script?.type !== 'chunk') throw new Error('No chunk has the full editor');
      const styles = [...(script.viteMetadata?.importedCss ?? [])];
      const list = [script.fileName, ...script.imports, ...styles].map((file) => `/${file}`);
      return [
        {
          tag: 'script',
          attrs: { type: 'application/json', id: 'full-editor' },
          children: JSON.stringify(list),
          injectTo: 'head' as const,
        },
      ];
    },
  };
}
