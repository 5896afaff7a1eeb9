import type { Plugin } from 'vite';

/** Has the browser fetch the app while `src/early`, which starts it, is still at work. */
export function preloadApp(): Plugin {
  return {
    name: 'preload-app',
    apply: 'build',
    transformIndexHtml(_html, { bundle = {} }) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const entry = chunks.find(({ isEntry }) => isEntry);
      const app = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/src/main.tsx'));
      if (!entry || !app)
        throw new Error('src/early/main.ts and src/main.tsx did not become chunks of their own');
      const files = [app.fileName, ...app.imports].filter((file) => file !== entry.fileName);
      return [...new Set(files)].map((file) => ({
        tag: 'link',
        attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
        injectTo: 'head' as const,
      }));
    },
  };
}
