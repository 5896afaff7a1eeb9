import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request to a server (status 0), or its response. */
export interface Served {
  path: string;
  type: string;
  status: number;
  /** Transferred size, with headers. */
  bytes: number;
  /** Time of the request or of the end of the response, in ms since the epoch. */
  at: number;
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/** Appends all requests and responses of this process' HTTP servers to a file from now on. */
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

/** Reads the log in its order. */
export function readServed(file: string): Served[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Served);
}
