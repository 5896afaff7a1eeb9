import type { IncomingMessage, ServerResponse } from 'node:http';
import { limits } from '@studio/contract/limits';
import { collectAfter } from '../garbage-collection.js';
import { hasFile } from '../slow-clients/request-progress.js';

/** How long a client that is still sending has to read its response. */
const lingerMs = 1_000;

/** Whether a request announces a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
}

/**
 * For a request that is refused before its body has been read: receives and discards the rest of a body of ordinary
 * size, and leaves the connection open, because a browser reads no response before it has sent everything. Of a larger
 * body, or one of unknown size, no more is read.
 */
export function discardBody(request: IncomingMessage, response: ServerResponse): void {
  const isOrdinary = Number(request.headers['content-length']) <= limits.projectBodyBytes;
  if (isOrdinary && !hasFile(request)) request.on('data', (chunk: Buffer) => collectAfter(chunk.length));
  else closeWithBodyUnread(request, response);
}

/**
 * For a response that is sent before the body has been read: reads no more of it, and closes the connection after the
 * response. Node alone would either read all of it, or reset the connection, which can lose the response (RFC 9112, 9.6).
 */
export function closeWithBodyUnread(request: IncomingMessage, response: ServerResponse): void {
  if (request.complete || !hasBody(request)) return;
  // Node would read a request to its end that nobody has begun to read.
  request.read(0);
  request.pause();
  response.setHeader('connection', 'close');
  const { socket } = request;
  socket.destroySoon = () => {
    socket.end();
    setTimeout(() => socket.destroy(), lingerMs).unref();
  };
}
