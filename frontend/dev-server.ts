import type { Plugin, ServerOptions } from 'vite';

/** Where `npm run dev` keeps the back end; the page is served by Vite, on PORT. */
const backEnd = `http://127.0.0.1:${process.env['BACKEND_PORT'] ?? 3010}`;

/** The app's origin in development: everything that is not the page is answered by the back end. */
export const devServer: ServerOptions = {
  port: Number(process.env['PORT'] ?? 3000),
  strictPort: true,
  proxy: {
    '/api': backEnd,
    '/embed': backEnd,
    '^/project/\\w+/card.png': backEnd,
    '/socket.io': { target: backEnd, ws: true },
  },
};

/** Fills in what the back end puts into the page when it serves it itself. */
export function studioConfig(): Plugin {
  return {
    name: 'studio-config',
    apply: 'serve',
    async transformIndexHtml(html) {
      const config = await (await fetch(`${backEnd}/api/studio`)).text();
      return html.replace(/(id="studio-config">)null/, `$1${config.replaceAll('<', '\\u003c')}`);
    },
  };
}
