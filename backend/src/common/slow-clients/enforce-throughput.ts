import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError, sendError, tooManyRequests } from '../errors/api-error.js';
import { clientAddress, type IsTrustedProxy, networkOf } from '../http/client-address.js';
import { closeWithBodyUnread } from '../http/unread-body.js';
import type { RequestProgress } from './request-progress.js';
import { keepsThroughput, largestConsumers, startProgress } from './request-progress.js';

const checkEveryMs = 1_000;

/**
 * Looks once a second at every request under way: bodies and answers move at a pace, and what is half read or half sent
 * takes little memory (ADR 25). Whoever does not keep that is answered 408 or 429, or cut off.
 */
export function enforceThroughput(server: Server, isTrusted: IsTrustedProxy): void {
  const lines = new Map<Socket, RequestProgress>();
  const known = new WeakSet<Socket>();
  const clientOf = ({ request }: RequestProgress) => networkOf(clientAddress(request, isTrusted));
  // Apart from what is known of a request: the listener stays as long as the connection, and would hold all of that.
  const watch = (socket: Socket) => {
    known.add(socket);
    socket.once('close', () => lines.delete(socket));
  };
  server.prependListener('request', (request, response) => {
    const { socket } = request;
    if (!known.has(socket)) watch(socket);
    const line = startProgress(request, response);
    lines.set(socket, line);
    // A connection that idles holds neither its last request nor its answer.
    let open = 2;
    const close = () => {
      open -= 1;
      if (open === 0 && lines.get(socket) === line) lines.delete(socket);
    };
    request.once('close', close);
    response.once('close', close);
  });
  const checking = setInterval(() => {
    for (const line of lines.values()) if (!keepsThroughput(line)) end(line, tooSlow());
    for (const line of largestConsumers(lines.values(), clientOf)) end(line, tooMuch());
  }, checkEveryMs).unref();
  server.once('close', () => clearInterval(checking));
}

/** With an answer where none has begun; else the connection is cut, so that nothing looks whole that is not. */
function end({ request, response }: RequestProgress, error: ApiError): void {
  if (response.headersSent) {
    request.socket.destroy();
    return;
  }
  closeWithBodyUnread(request, response);
  // Once a request has its answer, Node tells nobody who reads it that the rest will not come.
  request.socket.once('close', () => request.destroy());
  sendError(response, error);
}

function tooSlow(): ApiError {
  return new ApiError(408, 'request_timeout', 'The request was too slow. Send it again.');
}

function tooMuch(): ApiError {
  return tooManyRequests(5, 'Too many requests from your network at once. Try again in a moment.');
}
