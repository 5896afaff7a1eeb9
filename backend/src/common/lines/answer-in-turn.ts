import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** No browser and no proxy sends a request before the last one is answered; whoever does has one answer under way, too. */
export const requestsAhead = 8;

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/**
 * Handles the requests of a connection one after the other. A packet of 64 KiB holds more than a thousand of them: Node
 * alone hands over all at once, and keeps each answer in memory until the ones before it are taken. Whoever sends more
 * than {@link requestsAhead} ahead is cut off. To be called once everything else listens (ADR 25).
 */
export function answerInTurn(server: Server): void {
  const handlers = server.listeners('request') as RequestListener[];
  const waiting = new WeakMap<Socket, Exchange[]>();
  const begin = ({ request, response }: Exchange) => {
    const { socket } = request;
    response.once('close', () => {
      const next = waiting.get(socket)?.shift();
      // In a turn of the event loop of its own. Where the connection has ended, the next answer was never given it.
      if (next?.response.socket) setImmediate(begin, next);
    });
    for (const handle of handlers) handle.call(server, request, response);
  };
  server.removeAllListeners('request').on('request', (request, response) => {
    const { socket } = request;
    if (response.socket) {
      begin({ request, response });
      return;
    }
    const queue = waiting.get(socket) ?? [];
    waiting.set(socket, queue);
    if (queue.length < requestsAhead) queue.push({ request, response });
    else socket.destroy();
  });
}
