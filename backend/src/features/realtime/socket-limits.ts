import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { ServerOptions } from 'socket.io';
import type { Caller } from '../../common/http/caller.js';
import { userRoom } from './room-names.js';
import type { StudioServer, StudioSocket } from './socket-adapter.js';

/** Of one network (see `networkOf`): enough for a school behind one address, too few to use up a replica. */
export const connectionsPerNetwork = 3_000;
/** More than any page sends: a ping every 25 s, and an event for each list or project that is opened. */
export const packetsPerSecond = 100;
/**
 * What may be queued for a client that does not read, in UTF-16 units: a few hundred events, or a dozen acknowledgements
 * for a list of a hundred projects. As much again may have been passed to its transport already.
 */
export const unreadPerConnection = 65_536;

/** After so many floods a network cannot open connections until it has been quiet for a minute. */
export const maxFloods = 20;
const floodWindowMs = 60_000;
const maxNetworks = 10_000;

/** Time for the last messages to arrive, and for a well-behaved client to close too. */
const closeTimeoutMs = 2_000;

/** engine.io's error of a failed connection, with the reason of its websocket library. */
interface ConnectionError {
  description?: { code?: string };
}

/** The part of engine.io's socket that is needed here. */
interface Connection {
  request: IncomingMessage;
  on(event: 'packet', listener: () => void): void;
  /** Emitted before a packet is queued. */
  on(event: 'packetCreate', listener: (packet: { data?: string | Buffer }) => void): void;
  once(event: 'close', listener: (reason: string, error?: ConnectionError) => void): void;
  close(discard?: boolean): void;
  /** The queued packets that the transport has not accepted yet. */
  writeBuffer: readonly unknown[];
  /** Of a websocket: closes it without waiting for the other side. */
  transport: { socket?: { terminate(): void } };
}

/**
 * Closes connections of networks that have too many, and connections that send too much or do not read. Counted in the
 * process that holds them, and below socket.io, so that packets that are no events count too.
 */
export function limitSockets(
  engine: StudioServer['engine'],
  networkOf: (request: IncomingMessage) => string,
): void {
  const open = new Map<string, number>();
  const floods = new LRUCache<string, number>({ max: maxNetworks, ttl: floodWindowMs });
  const { opts } = engine as { opts: Pick<ServerOptions, 'allowRequest'> };
  const { allowRequest } = opts;
  // Before the handshake, which costs more than all messages that a flood is allowed.
  opts.allowRequest = (request, decide) => {
    if ((floods.get(networkOf(request)) ?? 0) >= maxFloods) decide('Too much was sent.', false);
    else if (allowRequest) allowRequest(request, decide);
    else decide(null, true);
  };
  engine.on('connection', (connection: Connection) => {
    const network = networkOf(connection.request);
    const others = open.get(network) ?? 0;
    open.set(network, others + 1);
    connection.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
    const countFlood = () => floods.set(network, (floods.get(network) ?? 0) + 1);
    connection.once('close', (_reason, error) => {
      // Neither a broken connection nor a proxy causes a frame that is too large.
      if (error?.description?.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') countFlood();
    });
    terminateAfterClose(connection);
    limitUnread(connection);
    if (others >= connectionsPerNetwork) connection.close(true);
    else
      limitPackets(connection, () => {
        countFlood();
        disconnectNow(connection);
      });
  });
}

/** Closes at once: what else it has sent is not read. */
function disconnectNow(connection: Connection): void {
  connection.close(true);
  connection.transport.socket?.terminate();
}

function limitPackets(connection: Connection, onFlood: () => void): void {
  let windowEnd = 0;
  let left = 0;
  connection.on('packet', () => {
    const now = performance.now();
    if (now >= windowEnd) {
      windowEnd = now + 1_000;
      left = packetsPerSecond;
    }
    left -= 1;
    if (left === -1) onFlood();
  });
}

/** For a client that answers pings but reads nothing, everything would be queued forever. */
function limitUnread(connection: Connection): void {
  let waiting = 0;
  connection.on('packetCreate', ({ data = '' }) => {
    if (connection.writeBuffer.length === 0) waiting = 0;
    waiting += data.length;
    // Much may be sent in one turn; a client that reads has accepted it by the next.
    if (waiting > unreadPerConnection)
      setImmediate(() => {
        if (connection.writeBuffer.length > 0 && waiting > unreadPerConnection) disconnectNow(connection);
      });
  });
}

/** A client that never closes its side would be kept for another minute, also where socket.io closes. */
function terminateAfterClose(connection: Connection): void {
  const close = connection.close.bind(connection);
  connection.close = (discard) => {
    close(discard);
    setTimeout(() => connection.transport.socket?.terminate(), closeTimeoutMs).unref();
  };
}

/** Of one user, in one process. */
export const socketsPerUser = 100;

/** Whether a socket that has joined its user's room is one more than allowed. */
export function exceedsSocketLimit({ nsp }: StudioSocket, { userId }: Caller): boolean {
  return (nsp.adapter.rooms.get(userRoom(userId))?.size ?? 0) > socketsPerUser;
}
