import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface HeardRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface HttpAnswer {
  status: number;
  body?: string;
  headers?: Record<string, string>;
}

/** A real HTTP server on a free port, whose every answer the test decides; `hang` never answers. */
export async function listen(answer: (request: HeardRequest) => HttpAnswer | 'hang' | 'cut') {
  const heard: HeardRequest[] = [];
  const server = createServer((request, response) => void respond(request, response));

  async function respond(request: IncomingMessage, response: ServerResponse) {
    const { method = '', url = '', headers } = request;
    const one = { method, url, headers, body: await text(request) };
    heard.push(one);
    const given = answer(one);
    if (given === 'cut') request.socket.destroy();
    else if (given !== 'hang') response.writeHead(given.status, given.headers).end(given.body);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    heard,
    server,
    baseUrl: `http://127.0.0.1:${port}/api`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
