import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
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
    '/live.js': backEnd,
    // Of the page at /embed/new, as it was built.
    '/assets': backEnd,
    '^/project/[\\w@]+/card.png': backEnd,
    '^/s/[^/]+/embed': backEnd,
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

/** `POST /new` is answered with Vite's page, and in it what the back end has read from the form. */
export function postedProject(): Plugin {
  return {
    name: 'posted-project',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use('/new', (request, response, next) => {
        if (request.method !== 'POST') return next();
        respond().catch(next);

        async function respond(): Promise<void> {
          const body = (await request.toArray()) as Buffer[];
          const type = request.headers['content-type'];
          const posted = await fetch(`${backEnd}/new`, {
            method: 'POST',
            body: Buffer.concat(body),
            ...(type !== undefined && { headers: { 'Content-Type': type } }),
          });
          const [tag = ''] =
            /<script type="application\/json" id="new-project">[^<]*<\/script>/.exec(await posted.text()) ??
            [];
          const source = await readFile(fileURLToPath(new URL('./index.html', import.meta.url)), 'utf8');
          const page = await server.transformIndexHtml('/new', source);
          response.statusCode = posted.status;
          response.setHeader('Content-Type', 'text/html; charset=utf-8');
          response.end(page.replace('</head>', () => `${tag}</head>`));
        }
      });
    },
  };
}
