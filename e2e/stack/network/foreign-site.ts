import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A web site of other people, with one page. */
export interface ForeignSite {
  /** The page, on 127.0.0.1, which browsers treat as a different site from localhost. */
  url: string;
  close(): Promise<void>;
}

/** Serves this HTML with these headers at every path. */
export async function serveForeignSite(
  body: string,
  headers: Record<string, string> = {},
): Promise<ForeignSite> {
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>A forum thread</title>${body}</html>`;
  const server = createServer((_request, response) => {
    response.setHeaders(new Map(Object.entries(headers)));
    response.setHeader('Content-Type', 'text/html; charset=utf-8').end(page);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/thread/1`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
