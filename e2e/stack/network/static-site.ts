import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, constants } from 'node:zlib';

/** A web server with static files. */
export interface StaticSite {
  /** Its origin, on localhost. */
  url: string;
  close(): Promise<void>;
}

export interface StaticFile {
  type: string;
  body: Buffer;
}

/** Brotli, because browsers accept it from localhost as over TLS. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Serves files by their path, compressed once and cached forever, as the studio serves its own. */
export async function serveStaticSite(files: ReadonlyMap<string, StaticFile>): Promise<StaticSite> {
  const compressed = new Map(
    [...files].map(([path, { type, body }]) => [path, { type, body: brotliCompressSync(body, quality) }]),
  );
  const server = createServer((request, response) => {
    const file = compressed.get(new URL(request.url ?? '/', 'http://localhost').pathname);
    if (!file) {
      response.writeHead(404).end();
      return;
    }
    // By `setHeader`, because `served-log.ts` reads the type with `getHeader`.
    response.setHeader('Content-Type', file.type);
    response.setHeader('Content-Encoding', 'br');
    response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
    response.end(file.body);
  }).listen(0, 'localhost');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
