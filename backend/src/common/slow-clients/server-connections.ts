import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type IsTrustedProxy, networkOf } from '../http/client-address.js';

/** A class behind one address is let in; one machine cannot take all that a replica has. */
export const maxConnectionsPerClient = 4_000;
const headersTimeout = 10_000;
const connectionsCheckingInterval = 1_000;
/** Longer than proxies keep an idle connection (a minute, mostly): who sends on one that just ends here has lost a write. */
const keepAliveTimeout = 75_000;

/**
 * Bounds the connections that one client has to a server, and the time that the head of a request takes. Those of a
 * trusted proxy are its own to bound. To be called before the server listens.
 */
export function limitConnections(server: Server, isTrusted: IsTrustedProxy): void {
  // Node's limit of the whole request would end an honest upload on a slow line; `watchLines` has one that does not.
  Object.assign(server, { headersTimeout, connectionsCheckingInterval, keepAliveTimeout, requestTimeout: 0 });
  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    if (isTrusted(address, 0)) return;
    const client = networkOf(address);
    const others = open.get(client) ?? 0;
    open.set(client, others + 1);
    socket.once('close', () => {
      const left = (open.get(client) ?? 1) - 1;
      if (left > 0) open.set(client, left);
      else open.delete(client);
    });
    if (others >= maxConnectionsPerClient) socket.destroy();
  });
}

/** No browser and no proxy sends a request before the last one is answered; whoever does has one answer under way, too. */
export const maxPipelinedRequests = 8;

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/**
 * Handles the requests of a connection one after the other. A packet of 64 KiB holds more than a thousand of them: Node
 * alone hands over all at once, and keeps each answer in memory until the ones before it are taken. Whoever sends more
 * than {@link maxPipelinedRequests} ahead is cut off. To be called once everything else listens (ADR 25).
 */
export function serializeRequests(server: Server): void {
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
    if (queue.length < maxPipelinedRequests) queue.push({ request, response });
    else socket.destroy();
  });
}

/** Where the sockets of CONTRACT 3 are opened. */
const socketPath = '/socket.io/';

/**
 * Only a websocket to where sockets are changes the protocol of its connection. Any other offer, like the `Upgrade: h2c`
 * that some clients make with every call, is passed over, and its request answered (RFC 9110, 7.8): Node would leave it
 * to whoever listens for upgrades, and its connection would be under nobody's watch.
 */
export function restrictUpgrades(server: Server, twins: readonly Server[]): void {
  const shouldUpgradeCallback = ({ url = '', headers: { upgrade = '' } }: IncomingMessage) =>
    upgrade.toLowerCase() === 'websocket' &&
    url.startsWith(socketPath) &&
    server.listenerCount('upgrade') > 0;
  for (const one of [server, ...twins]) Object.assign(one, { shouldUpgradeCallback });
  for (const twin of twins)
    twin.on('upgrade', (request, socket, head) => server.emit('upgrade', request, socket, head));
}
