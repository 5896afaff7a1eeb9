import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

/** Serves a page with this script and three.js as published, which browsers may cache. */
export async function serveStaticCopy(script: string): Promise<{ url: string; close(): Promise<void> }> {
  const read = (file: string) =>
    readFileSync(fileURLToPath(import.meta.resolve('three')).replace(/[^/]*$/, file));
  const page = `<!doctype html><script type="importmap">{"imports":{"three":"/three.module.js"}}</script><script type="module">${script}</script>`;
  const modules = new Map(['three.module.js', 'three.core.js'].map((file) => [`/${file}`, read(file)]));
  const server = createServer(({ url = '' }, response) => {
    const module = modules.get(url);
    if (module) response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
    response.setHeader('Content-Type', module ? 'text/javascript' : 'text/html').end(module ?? page);
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
