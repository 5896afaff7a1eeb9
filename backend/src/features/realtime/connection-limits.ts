import type { IncomingMessage } from 'node:http';
import type { StudioServer } from './studio-socket.js';

/** A school behind one address is let in; one machine cannot take all that a replica has. */
export const connectionsPerAddress = 3_000;
/** More than any page sends: a ping each 25 s, and an event for each list or project that is opened. */
export const packetsPerSecond = 100;

/** What of engine.io's own socket is needed here. */
interface Connection {
  request: IncomingMessage;
  on(event: 'packet', listener: () => void): void;
  once(event: 'close', listener: () => void): void;
  close(discard: true): void;
}

/**
 * Closes connections that are too many of one address, and those that send too much. Counted here, in the process that
 * holds them, and below socket.io, so that what is no event at all counts too.
 */
export function limitConnections(
  engine: StudioServer['engine'],
  addressOf: (request: IncomingMessage) => string,
): void {
  const open = new Map<string, number>();
  engine.on('connection', (connection: Connection) => {
    const address = addressOf(connection.request);
    const others = open.get(address) ?? 0;
    open.set(address, others + 1);
    connection.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
    if (others >= connectionsPerAddress) connection.close(true);
    else limitPackets(connection);
  });
}

function limitPackets(connection: Connection): void {
  let windowEnd = 0;
  let left = 0;
  connection.on('packet', () => {
    const now = performance.now();
    if (now >= windowEnd) {
      windowEnd = now + 1_000;
      left = packetsPerSecond;
    }
    left -= 1;
    if (left < 0) connection.close(true);
  });
}
