import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { build } from 'vite';

/** Serves a page with this script and three.js, minified and compressed like the studio's, which browsers may cache. */
export async function serveStaticCopy(script: string): Promise<{ url: string; close(): Promise<void> }> {
  const page = `<!doctype html><script type="importmap">{"imports":{"three":"/three.js"}}</script><script type="module">${script}</script>`;
  const three = brotliCompressSync(await minifiedThree(), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5 },
  });
  const server = createServer(({ url }, response) => {
    if (url === '/three.js')
      response
        .setHeader('Content-Type', 'text/javascript')
        .setHeader('Content-Encoding', 'br')
        .setHeader('Cache-Control', 'public, max-age=31536000, immutable')
        .end(three);
    else response.setHeader('Content-Type', 'text/html').end(page);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    // A different site from the page that frames it, like the sandbox.
    url: `http://copy.localhost:${(server.address() as AddressInfo).port}/`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** All of three.js in one minified module. */
async function minifiedThree(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input: fileURLToPath(import.meta.resolve('three')),
        preserveEntrySignatures: 'strict',
      },
    },
  });
  const [output] = Array.isArray(built) ? built : [built];
  const [chunk] = output && 'output' in output ? output.output : [];
  if (chunk === undefined) throw new Error('three.js was not built');
  return chunk.code;
}
