import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { ServerOptions } from 'socket.io';
import type { Caller } from '../../common/http/caller.js';
import { isCheapToParse, type JsonLimits } from '../../common/http/request-body.js';
import { userRoom } from './room-names.js';
import type { StudioServer, StudioSocket } from './socket-adapter.js';

/** Per network (see `networkOf`): enough for a school behind one address, too few to use up a replica. */
export const connectionsPerNetwork = 3_000;
/** More than any page sends: a ping every 25 s, and an event per opened list or project. */
export const packetsPerSecond = 100;
/** More than any event has. Some thousand levels, in a packet that is not too long, take milliseconds to parse. */
export const packetJson: JsonLimits = { separators: 1_000, depth: 10 };
/**
 * How much may be queued for a client that does not read, in UTF-16 units: a few hundred events, or a dozen
 * acknowledgements for a list of a hundred projects. As much again may be in its transport already.
 */
export const unreadPerConnection = 65_536;

/** After this many floods a network cannot open connections until it has been quiet for a minute. */
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
  on(event: 'packet', listener: (packet: { type: string; data?: unknown }) => void): void;
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
 * Closes connections of networks that have too many, and connections that send too much or do not read. Counts per
 * process, and below socket.io, so that packets that are no events count too.
 */
export function limitSockets(
  engine: StudioServer['engine'],
  networkOf: (request: IncomingMessage) => string,
): void {
  const open = new Map<string, number>();
  const floods = new LRUCache<string, number>({ max: maxNetworks, ttl: floodWindowMs });
  const { opts } = engine as { opts: Pick<ServerOptions, 'allowRequest'> };
  const { allowRequest } = opts;
  // Checked before the handshake, which costs more than the messages that a flooding connection gets to send.
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
      // An oversized frame is deliberate: neither a broken connection nor a proxy causes one.
      if (error?.description?.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') countFlood();
    });
    terminateAfterClose(connection);
    limitUnread(connection);
    limitConnects(connection);
    if (others >= connectionsPerNetwork) connection.close(true);
    else
      limitPackets(connection, () => {
        countFlood();
        disconnectNow(connection);
      });
  });
}

/** Closes at once, without reading what the client has already sent. */
function disconnectNow(connection: Connection): void {
  connection.close(true);
  connection.transport.socket?.terminate();
}

/** Calls `onFlood` once for a connection that sends too many packets, or one that takes long to parse. */
function limitPackets(connection: Connection, onFlood: () => void): void {
  let windowEnd = 0;
  let left = 0;
  let isFlood = false;
  connection.on('packet', ({ data }) => {
    const now = performance.now();
    if (now >= windowEnd) {
      windowEnd = now + 1_000;
      left = packetsPerSecond;
    }
    left -= 1;
    const isCostly = typeof data === 'string' && !isCheapToParse(Buffer.from(jsonOf(data)), packetJson);
    if (isFlood || (left >= 0 && !isCostly)) return;
    isFlood = true;
    onFlood();
  });
}

/** The part of a packet that socket.io parses as JSON: behind its type, its namespace, which may have quotes, and its id. */
function jsonOf(packet: string): string {
  return packet.replace(/^[\d-]*(?:\/[^,]*,?)?/, '');
}

/**
 * Closes a connection that asks to be connected once more. Clients open a new connection for that, whose handshake is
 * counted; here each further packet could become a socket, or a check of a session, that nobody has counted.
 */
function limitConnects(connection: Connection): void {
  let hasAsked = false;
  connection.on('packet', ({ type, data }) => {
    // The first character is socket.io's type of a packet, 0 for CONNECT. Its parser converts it, so a blank is 0 too.
    if (type !== 'message' || typeof data !== 'string' || Number(data.charAt(0)) !== 0) return;
    if (hasAsked) disconnectNow(connection);
    hasAsked = true;
  });
}

/** Without it, everything would be queued forever for a client that answers pings but reads nothing. */
function limitUnread(connection: Connection): void {
  let waiting = 0;
  connection.on('packetCreate', ({ data = '' }) => {
    if (connection.writeBuffer.length === 0) waiting = 0;
    waiting += data.length;
    // One turn may queue a lot; a client that reads has accepted it by the next turn.
    if (waiting > unreadPerConnection)
      setImmediate(() => {
        if (connection.writeBuffer.length > 0 && waiting > unreadPerConnection) disconnectNow(connection);
      });
  });
}

/** Terminates the connection if the client does not close its side; otherwise it would stay for another minute. */
function terminateAfterClose(connection: Connection): void {
  const close = connection.close.bind(connection);
  connection.close = (discard) => {
    close(discard);
    setTimeout(() => connection.transport.socket?.terminate(), closeTimeoutMs).unref();
  };
}

/** Per user and process. */
export const socketsPerUser = 100;

/** Whether a user has more sockets than allowed. Call it after the socket has joined its user's room. */
export function exceedsSocketLimit({ nsp }: StudioSocket, { userId }: Caller): boolean {
  return (nsp.adapter.rooms.get(userRoom(userId))?.size ?? 0) > socketsPerUser;
}
