import { randomUUID } from 'node:crypto';
import {
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { sendError } from '../../common/errors/api-error.js';
import {
  clientAddress,
  type IsTrustedProxy,
  isForwarded,
  networkOf,
} from '../../common/http/client-address.js';
import { requestIdHeader } from '../../common/http/request-middleware.js';
import { setSecurityHeaders } from '../../common/http/security-headers.js';
import { discardBody } from '../../common/http/unread-body.js';
import { type Budgets, budgetExhausted } from './budgets.service.js';

/** What a request asks for, as far as its budget depends on it. */
type RequestKind = 'call' | 'socket' | 'probe' | 'page' | 'file';

/** What is counted where. */
export interface Admission {
  listener: 'app' | 'sandbox';
  budgets: Budgets;
  isTrusted: IsTrustedProxy;
  /** Called with each request that is refused, before its answer. */
  onRefusal(request: IncomingMessage, response: ServerResponse): void;
}

/**
 * Takes a point from the budget of the network for each request and each upgrade that comes to a server, before any
 * other listener that it has by now sees it. Where none is left: 429 with Retry-After, as JSON to calls and as a few
 * words in place of a page or a file. Budgets of calls are taken further by account, once somebody is known (ADR 31).
 */
export function enforceNetworkBudgets(server: Server, admission: Admission): void {
  const { listener, onRefusal } = admission;
  const handlers = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request').on('request', (request, response) => {
    const kind = kindOf(listener, request.url ?? '');
    const seconds = take(admission, kind, request);
    if (seconds === null) {
      for (const handle of handlers) handle.call(server, request, response);
      return;
    }
    onRefusal(request, response);
    refuse(kind, seconds, request, response);
  });
  const upgrades = server.listeners('upgrade') as UpgradeListener[];
  if (upgrades.length === 0) return;
  server.removeAllListeners('upgrade').on('upgrade', (request, socket, head) => {
    const seconds = take(admission, 'socket', request);
    if (seconds === null) for (const upgrade of upgrades) upgrade.call(server, request, socket, head);
    else refuseUpgrade(socket, seconds);
  });
}

type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

const probePath = /^\/api\/(health\/(live|ready)|metrics)\/?(\?|$)/i;
const callPath = /^\/api(\/|\?|$)/i;
const socketPath = /^\/socket\.io\//;
/** What the build has made, by its folder or its name. */
const appFile = /^\/(assets\/|[^/?]+\.\w+(\?|$)|embed\/live\.js)/;
/** All else there is a file, or what some code has asked its own host for. */
const sandboxPage = /^\/(\?|$|card\/|rendered\/)/i;

/** By the beginning of the address alone: whatever is not known counts as the dearest kind. */
function kindOf(listener: 'app' | 'sandbox', url: string): RequestKind {
  // Only proxies ask by a whole address.
  if (!url.startsWith('/')) return 'page';
  if (listener === 'sandbox') return sandboxPage.test(url) ? 'page' : 'file';
  if (probePath.test(url)) return 'probe';
  if (callPath.test(url)) return 'call';
  if (socketPath.test(url)) return namesConnection(url) ? 'call' : 'socket';
  return appFile.test(url) ? 'file' : 'page';
}

/** Whether a request belongs to a connection that is open already, read as engine.io reads it: everything else opens one. */
function namesConnection(url: string): boolean {
  return Boolean(new URL(url, 'http://localhost').searchParams.getAll('sid').at(-1));
}

/** @returns the seconds to wait where nothing is left, else null. */
function take(
  { listener, budgets, isTrusted }: Admission,
  kind: RequestKind,
  request: IncomingMessage,
): number | null {
  const network = networkOf(clientAddress(request, isTrusted));
  switch (kind) {
    case 'call':
      return budgets.take('network', network);
    case 'socket':
      return budgets.take('network', network) ?? budgets.take('socket', network);
    case 'probe':
      // A proxy that nobody has named as trusted is one network with all who come through it: it asks by itself, too.
      return budgets.take('probe', isForwarded(request) ? `${network} forwarded` : network);
    case 'page':
    case 'file':
      // What a project's code asks its own host for never keeps anybody from the app.
      return budgets.take(kind, `${network} ${listener}`);
  }
}

function refuse(
  kind: RequestKind,
  seconds: number,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const error = budgetExhausted(seconds);
  discardBody(request, response);
  if (kind !== 'page' && kind !== 'file') {
    response.setHeader(requestIdHeader, randomUUID());
    sendError(response, error);
    return;
  }
  setSecurityHeaders('refusal', response);
  response.writeHead(429, {
    'Retry-After': String(seconds),
    // The pages that load it by script learn why they have none.
    'Access-Control-Allow-Origin': '*',
    'Content-Type': kind === 'page' ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8',
  });
  response.end(kind === 'page' ? refusalPage(error.message) : `${error.message}\n`);
}

function refusalPage(sentence: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Too many requests</title><style>:root{color-scheme:light dark}body{font:16px/1.6 system-ui,sans-serif;margin:1.5rem}h1{font-size:1.25rem}</style></head><body><h1>Too many requests</h1><p>${sentence}</p></body></html>`;
}

function refuseUpgrade(socket: Duplex, seconds: number): void {
  // Whoever has gone meanwhile needs no answer.
  socket.on('error', () => socket.destroy());
  socket.end(
    `HTTP/1.1 429 ${STATUS_CODES[429]}\r\nRetry-After: ${seconds}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    () => socket.destroy(),
  );
}
