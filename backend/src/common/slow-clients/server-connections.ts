import type { Server } from 'node:http';
import { type IsTrustedProxy, networkOf } from '../http/client-address.js';

/** A class behind one address is let in; one machine cannot take all that a replica has. */
export const connectionsPerClient = 4_000;
const headersTimeout = 10_000;
const connectionsCheckingInterval = 1_000;
/** Longer than proxies keep an idle connection (a minute, mostly): who sends on one that just ends here has lost a write. */
const keepAliveTimeout = 75_000;

/**
 * Bounds the connections that one client has to a server, and the time that the head of a request takes. Those of a
 * trusted proxy are its own to bound. To be called before the server listens.
 */
export function boundConnections(server: Server, isTrusted: IsTrustedProxy): void {
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
    if (others >= connectionsPerClient) socket.destroy();
  });
}
