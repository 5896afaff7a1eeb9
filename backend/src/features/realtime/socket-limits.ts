import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { ServerOptions } from 'socket.io';
import type { Caller } from '../../common/http/caller.js';
import { userRoom } from './rooms.js';
import type { StudioServer, StudioSocket } from './socket-adapter.js';

/** Of one network (see `networkOf`). A school behind one address is let in; one machine cannot take all that a replica has. */
export const connectionsPerNetwork = 3_000;
/** More than any page sends: a ping each 25 s, and an event for each list or project that is opened. */
export const packetsPerSecond = 100;
/**
 * What may wait for a client that does not read, in UTF-16 units: some hundred events, or a dozen answers for a list of a
 * hundred projects. As much again may have been handed to its transport already.
 */
export const unreadPerConnection = 65_536;

/** A network that has sent too much so often opens nothing more until it has been quiet for a minute. */
export const floodsForgiven = 20;
const floodsForgottenMs = 60_000;
const networksRemembered = 10_000;

/** What was said last arrives, and a client that is well agrees. */
const closingMs = 2_000;

/** What engine.io says of a line that has failed; its own library said why. */
interface LineError {
  description?: { code?: string };
}

/** What of engine.io's own socket is needed here. */
interface Connection {
  request: IncomingMessage;
  on(event: 'packet', listener: () => void): void;
  /** Before a packet is added to those that wait. */
  on(event: 'packetCreate', listener: (packet: { data?: string | Buffer }) => void): void;
  once(event: 'close', listener: (reason: string, error?: LineError) => void): void;
  close(discard?: boolean): void;
  /** The packets that the transport has not taken yet. */
  writeBuffer: readonly unknown[];
  /** Of a websocket: what ends its line without waiting for the other side to agree. */
  transport: { socket?: { terminate(): void } };
}

/**
 * Closes connections that are too many of one network at once, and those that send too much, or do not read.
 * Counted here, in the process that holds them, and below socket.io, so that what is no event at all counts too.
 */
export function limitSockets(
  engine: StudioServer['engine'],
  networkOf: (request: IncomingMessage) => string,
): void {
  const open = new Map<string, number>();
  const floods = new LRUCache<string, number>({ max: networksRemembered, ttl: floodsForgottenMs });
  const { opts } = engine as { opts: Pick<ServerOptions, 'allowRequest'> };
  const { allowRequest } = opts;
  // Before the handshake, which costs more than all that a flood is let say.
  opts.allowRequest = (request, decide) => {
    if ((floods.get(networkOf(request)) ?? 0) >= floodsForgiven) decide('Too much was sent.', false);
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
      // No line that breaks, nor a proxy that mends what it does not understand, sends a frame that is too large.
      if (error?.description?.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') countFlood();
    });
    endLineOnClose(connection);
    limitUnread(connection);
    if (others >= connectionsPerNetwork) connection.close(true);
    else
      limitPackets(connection, () => {
        countFlood();
        disconnectNow(connection);
      });
  });
}

/** At once: what else it has sent is not even read. */
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

/** A client that answers pings and reads nothing would have everything that is sent to it kept for ever. */
function limitUnread(connection: Connection): void {
  let waiting = 0;
  connection.on('packetCreate', ({ data = '' }) => {
    if (connection.writeBuffer.length === 0) waiting = 0;
    waiting += data.length;
    // What is sent at once may be much; a client that reads has room for it by then.
    if (waiting > unreadPerConnection)
      setImmediate(() => {
        if (connection.writeBuffer.length > 0 && waiting > unreadPerConnection) disconnectNow(connection);
      });
  });
}

/** Whoever never agrees to close would be held, and read, for a minute more: also where socket.io closes. */
function endLineOnClose(connection: Connection): void {
  const close = connection.close.bind(connection);
  connection.close = (discard) => {
    close(discard);
    setTimeout(() => connection.transport.socket?.terminate(), closingMs).unref();
  };
}

/** Of one person, in one process. */
export const socketsPerUser = 100;

/** Whether a socket that has joined its person's room is one more than they may have. */
export function exceedsSocketLimit({ nsp }: StudioSocket, { userId }: Caller): boolean {
  return (nsp.adapter.rooms.get(userRoom(userId))?.size ?? 0) > socketsPerUser;
}
