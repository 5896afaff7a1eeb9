import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** One answer of a server. */
export interface Served {
  path: string;
  type: string;
  status: number;
  /** With its header, as it went over the network. */
  bytes: number;
  /** When it was over, or asked for where it has not been answered yet; in milliseconds. */
  at: number;
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/** From now on, whatever the HTTP servers of this process answer is appended to a file. */
export function logServed(file: string): void {
  const sentBefore = new WeakMap<ServerResponse, number>();
  const append = (served: Served) => appendFileSync(file, `${JSON.stringify(served)}\n`);
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as Exchange;
    sentBefore.set(response, request.socket.bytesWritten);
    append({ path: request.url ?? '', type: '', status: 0, bytes: 0, at: Date.now() });
  });
  subscribe('http.server.response.finish', (message) => {
    const { request, response } = message as Exchange;
    append({
      path: request.url ?? '',
      type: String(response.getHeader('content-type') ?? ''),
      status: response.statusCode,
      bytes: request.socket.bytesWritten - (sentBefore.get(response) ?? 0),
      at: Date.now(),
    });
  });
}

/** What has been served so far, in the order of its log. */
export function readServed(file: string): Served[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Served);
}
