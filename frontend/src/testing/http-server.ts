import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ReceivedRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface HttpResponse {
  status: number;
  body?: string;
  headers?: Record<string, string>;
}

/** A real HTTP server on a free port with the test's responses; `hang`: none, `cut`: closes the connection. */
export async function listen(respond: (request: ReceivedRequest) => HttpResponse | 'hang' | 'cut') {
  const requests: ReceivedRequest[] = [];
  const server = createServer((request, response) => void serve(request, response));

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const { method = '', url = '', headers } = request;
    const one = { method, url, headers, body: await text(request) };
    requests.push(one);
    const given = respond(one);
    if (given === 'cut') request.socket.destroy();
    else if (given !== 'hang') response.writeHead(given.status, given.headers).end(given.body);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    requests,
    server,
    baseUrl: `http://127.0.0.1:${port}/api`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
