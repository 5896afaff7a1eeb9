import type { IncomingMessage, ServerResponse } from 'node:http';
import { limits } from '@studio/contract/limits';
import { collectAfter } from '../garbage-collection.js';
import { hasFile } from '../slow-clients/request-progress.js';

/** How long a client that is still sending has to see its answer. */
const lingerMs = 1_000;

/** Whether a request announces a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
}

/**
 * Where a request is refused before its body has been read: takes what still comes of a body that an honest client may
 * send, keeps none of it, and leaves the connection open; a browser reads no answer before it has sent all. Of anything
 * larger, or of no said size, no more is read.
 */
export function discardBody(request: IncomingMessage, response: ServerResponse): void {
  const isModest = Number(request.headers['content-length']) <= limits.projectBodyBytes;
  if (isModest && !hasFile(request)) request.on('data', (chunk: Buffer) => collectAfter(chunk.length));
  else closeWithBodyUnread(request, response);
}

/**
 * Where a request is answered before its body has been read: reads no more of it, and ends the connection with the
 * answer. Node alone would either read all of it, or reset the connection, which can take the answer with it (RFC 9112, 9.6).
 */
export function closeWithBodyUnread(request: IncomingMessage, response: ServerResponse): void {
  if (request.complete || !hasBody(request)) return;
  // A request that nobody has begun to read would be read to its end.
  request.read(0);
  request.pause();
  response.setHeader('connection', 'close');
  const { socket } = request;
  socket.destroySoon = () => {
    socket.end();
    setTimeout(() => socket.destroy(), lingerMs).unref();
  };
}
