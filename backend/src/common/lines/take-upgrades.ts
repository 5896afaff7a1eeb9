import type { IncomingMessage, Server } from 'node:http';

/** Where the sockets of CONTRACT 3 are opened. */
const socketPath = '/socket.io/';

/**
 * Only a websocket to where sockets are changes the protocol of its connection. Any other offer, like the `Upgrade: h2c`
 * that some clients make with every call, is passed over, and its request answered (RFC 9110, 7.8): Node would leave it
 * to whoever listens for upgrades, and its connection would be under nobody's watch.
 */
export function takeUpgrades(server: Server, twins: readonly Server[]): void {
  const shouldUpgradeCallback = ({ url = '', headers: { upgrade = '' } }: IncomingMessage) =>
    upgrade.toLowerCase() === 'websocket' &&
    url.startsWith(socketPath) &&
    server.listenerCount('upgrade') > 0;
  for (const one of [server, ...twins]) Object.assign(one, { shouldUpgradeCallback });
  for (const twin of twins)
    twin.on('upgrade', (request, socket, head) => server.emit('upgrade', request, socket, head));
}
