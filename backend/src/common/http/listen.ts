import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from '../../config/config.js';
import { enforceThroughput } from '../slow-clients/enforce-throughput.js';
import { type IsTrustedProxy, networkOf } from './caller.js';
import { linger } from './request-body.js';

/**
 * Makes a server listen on every configured address: `server` on the first, a twin that hands it each request
 * and upgrade on the others.
 * @returns the twins, to be closed with it.
 */
export async function listenOnHosts(
  server: Server,
  port: number,
  config: Pick<Config, 'hosts' | 'hostsRequired'>,
  isTrusted: IsTrustedProxy,
): Promise<Server[]> {
  const twins = config.hosts
    .slice(1)
    .map(() => createServer((request, response) => server.emit('request', request, response)));
  restrictUpgrades(server, twins);
  for (const one of [server, ...twins]) {
    limitConnections(one, isTrusted);
    answerUnreadable(one);
  }
  enforceThroughput(server, isTrusted);
  serializeRequests(server);
  // An unknown `Expect` header may be ignored (RFC 9110, 10.1.1). Node would answer by itself, outside of all budgets.
  for (const one of [server, ...twins])
    one.on('checkExpectation', (request, response) => server.emit('request', request, response));
  const listening = await Promise.all(
    [server, ...twins].map((one, index) =>
      listen(one, port, config.hosts[index] ?? '', config.hostsRequired || index === 0),
    ),
  );
  return twins.filter((_, index) => listening[index + 1]);
}

/** @returns false if the machine does not have that address and it is not required. */
function listen(server: Server, port: number, host: string, required: boolean): Promise<boolean> {
  return new Promise((done, failed) => {
    const refuse = (error: NodeJS.ErrnoException) => {
      const absent = error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT';
      if (absent && !required) done(false);
      else failed(error);
    };
    server.once('error', refuse);
    server.listen(port, host, () => {
      server.off('error', refuse);
      done(true);
    });
  });
}

/** Enough for a school class behind one address; too few for one machine to use up a replica. */
export const maxConnectionsPerClient = 4_000;
const headersTimeout = 10_000;
const connectionsCheckingInterval = 1_000;
/** Longer than proxies keep an idle connection (usually a minute): a request on a closing connection is lost. */
const keepAliveTimeout = 75_000;

/**
 * Limits the connections of one client to a server, and the time for the head of a request. A trusted proxy limits its
 * own connections. Call it before the server listens.
 */
export function limitConnections(server: Server, isTrusted: IsTrustedProxy): void {
  // Node's limit for the whole request would end an honest upload on a slow connection; see `enforceThroughput`.
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

/** Browsers and proxies do not pipeline requests; of clients that do, one request at a time is handled. */
export const maxPipelinedRequests = 8;

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/**
 * Handles the requests of a connection one after the other. A packet of 64 KiB can hold more than a thousand of them:
 * Node alone would emit all of them at once, and keep each response in memory until those before it are sent. A client
 * that sends more than {@link maxPipelinedRequests} ahead is disconnected. To be called after all other listeners are
 * registered (ADR 25).
 */
function serializeRequests(server: Server): void {
  const handlers = server.listeners('request') as RequestListener[];
  const waiting = new WeakMap<Socket, Exchange[]>();
  const begin = ({ request, response }: Exchange) => {
    const { socket } = request;
    response.once('close', () => {
      const next = waiting.get(socket)?.shift();
      // In a new turn of the event loop. If the connection has closed, the next response has no socket.
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

/** The path of socket.io (specification: Sockets). */
const socketPath = '/socket.io/';

/**
 * Accepts upgrades to websockets at socket.io's path only. Any other `Upgrade`, like the `h2c` that some clients send
 * with every request, is ignored and its request answered (RFC 9110, 7.8): Node would pass it to the upgrade listeners,
 * and nothing would limit its connection.
 */
function restrictUpgrades(server: Server, twins: readonly Server[]): void {
  const shouldUpgradeCallback = ({ url = '', headers: { upgrade = '' } }: IncomingMessage) =>
    upgrade.toLowerCase() === 'websocket' &&
    url.startsWith(socketPath) &&
    server.listenerCount('upgrade') > 0;
  for (const one of [server, ...twins]) Object.assign(one, { shouldUpgradeCallback });
  for (const twin of twins)
    twin.on('upgrade', (request, socket, head) => server.emit('upgrade', request, socket, head));
}

/** The status of a request that Node cannot read, by the code of its error; 400 for any other. */
const statuses: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** The response that is being sent, which Node's own answer looks at, too. */
type Connection = Socket & { _httpMessage?: ServerResponse | null };

/**
 * Answers requests that cannot be read, as Node itself would. But a browser whose request is too long deletes its cookies:
 * a project's page can set so many for the whole sandbox domain that no project, file or avatar would load there any
 * more. The studio needs none of them.
 */
function answerUnreadable(server: Server): void {
  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket: Connection) => {
    // It was answered: this is the rest of the same request.
    if (socket.writableEnded) return;
    if (!socket.writable || socket._httpMessage?.headersSent) {
      socket.destroy();
      return;
    }
    const status = statuses[code] ?? 400;
    const clearing = status === 431 ? 'Clear-Site-Data: "cookies"\r\n' : '';
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${clearing}Connection: close\r\n\r\n`);
    linger(socket);
  });
}
