import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError, sendError, tooManyConcurrent } from '../errors/api-error.js';
import { clientAddress, type IsTrustedProxy, networkOf } from '../http/caller.js';
import { closeWithBodyUnread } from '../http/request-body.js';
import {
  keepsThroughput,
  largestConsumers,
  type RequestProgress,
  startProgress,
} from './request-progress.js';

const checkEveryMs = 1_000;

/**
 * Checks every open request once a second: bodies and responses must keep a minimum throughput, and their buffers must
 * stay within limits (ADR 25). Slow clients get 408, those that use too much memory 429; if the response has begun, the
 * connection is closed.
 */
export function enforceThroughput(server: Server, isTrusted: IsTrustedProxy): void {
  const requests = new Map<Socket, RequestProgress>();
  const known = new WeakSet<Socket>();
  const clientOf = ({ request }: RequestProgress) => networkOf(clientAddress(request, isTrusted));
  // Outside of the request listener: this closure lives as long as the connection, and would keep the request alive.
  const watch = (socket: Socket) => {
    known.add(socket);
    socket.once('close', () => requests.delete(socket));
  };
  server.prependListener('request', (request, response) => {
    const { socket } = request;
    if (!known.has(socket)) watch(socket);
    const progress = startProgress(request, response);
    requests.set(socket, progress);
    // Forgets both when both have closed, so that an idle connection does not keep them in memory.
    let open = 2;
    const close = () => {
      open -= 1;
      if (open === 0 && requests.get(socket) === progress) requests.delete(socket);
    };
    request.once('close', close);
    response.once('close', close);
  });
  const checking = setInterval(() => {
    for (const progress of requests.values()) if (!keepsThroughput(progress)) end(progress, tooSlow());
    for (const progress of largestConsumers(requests.values(), clientOf)) end(progress, tooManyConcurrent());
  }, checkEveryMs).unref();
  server.once('close', () => clearInterval(checking));
}

/**
 * Sends an error. Closes the connection instead if the response has begun, so that no partial one looks complete, or if
 * the request is being handled, since it is not known yet what that comes to.
 */
function end({ request, response }: RequestProgress, error: ApiError): void {
  if (response.headersSent || request.complete) {
    request.socket.destroy();
    return;
  }
  closeWithBodyUnread(request, response);
  // After the response Node does not report to readers of the request that the rest will not come.
  request.socket.once('close', () => request.destroy());
  sendError(response, error);
}

function tooSlow(): ApiError {
  return new ApiError(408, 'request_timeout', 'The request was too slow. Send it again.');
}
