import { randomUUID } from 'node:crypto';
import {
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';
import type { Sources } from '@studio/engine/source';
import { sendError } from '../../common/errors/api-error.js';
import { clientAddress, type IsTrustedProxy, isForwarded, networkOf } from '../../common/http/caller.js';
import { discardBody } from '../../common/http/request-body.js';
import { requestIdHeader } from '../../common/http/request-middleware.js';
import { setSecurityHeaders } from '../../common/http/security-headers.js';
import { type BudgetsService, budgetExhausted } from './budgets.service.js';

/** Kinds of requests, each with its own budget. */
type RequestKind = 'call' | 'status' | 'socket' | 'probe' | 'page' | 'file';

/** How requests to a server are counted. */
export interface NetworkBudgetOptions {
  listener: 'app' | 'sandbox';
  budgets: BudgetsService;
  isTrusted: IsTrustedProxy;
  /** Called with each refused request, before its response. */
  onRefusal(request: IncomingMessage, response: ServerResponse): void;
}

/**
 * Consumes a point of the network's budget for each request and each upgrade, before the server's present listeners.
 * With an exhausted budget: 429 with Retry-After, as JSON for API calls, as a short message instead of a page or a
 * file. API calls are also counted by account, once the caller is known (ADR 31).
 */
export function enforceNetworkBudgets(server: Server, options: NetworkBudgetOptions): void {
  const { listener, onRefusal } = options;
  const handlers = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request').on('request', (request, response) => {
    const kind = kindOf(listener, request.url ?? '');
    const seconds = tryConsume(options, kind, request);
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
    const seconds = tryConsume(options, 'socket', request);
    if (seconds === null) for (const upgrade of upgrades) upgrade.call(server, request, socket, head);
    else refuseUpgrade(socket, seconds);
  });
}

/** Charges a page of the app to its network with the sources that were read to write it (ADR 31). */
export function chargeSources(budgets: BudgetsService, network: string, sources: Sources): void {
  const bytes = [sources.html, sources.css, sources.js].reduce(
    (sum, text) => sum + Buffer.byteLength(text),
    0,
  );
  budgets.chargeBytes('page', `${network} app`, bytes);
}

/** Charges a file of the sandbox listener that was made for its network (ADR 31). */
export function chargeFile(budgets: BudgetsService, network: string, bytes: number): void {
  budgets.chargeBytes('file', `${network} sandbox`, bytes);
}

type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

const probePath = /^\/api\/(health\/(live|ready)|metrics)\/?(\?|$)/i;
const callPath = /^\/api(\/|\?|$)/i;
/** Read again and again by embeds without a socket, which must leave the budget of pages to those who open some. */
const embedStatusPath = /^\/(embed\/[^/?]+|s\/[^/?]+\/embed)\/status(\?|$)/;
const socketPath = /^\/socket\.io\//;
/** Files of the build, by folder or name. */
const appFile = /^\/(assets\/|[^/?]+\.\w+(\?|$)|embed\/live\.js)/;
/** Pages of the sandbox listener. Everything else there is a file, or a request of user code to its own host. */
const sandboxPage = /^\/(\?|$|card\/|rendered\/)/i;

/** Looks only at the path. An unknown path counts as the most expensive kind. */
function kindOf(listener: 'app' | 'sandbox', url: string): RequestKind {
  // Only proxies send absolute URLs.
  if (!url.startsWith('/')) return 'page';
  if (listener === 'sandbox') return sandboxPage.test(url) ? 'page' : 'file';
  if (probePath.test(url)) return 'probe';
  if (callPath.test(url)) return 'call';
  if (embedStatusPath.test(url)) return 'status';
  if (socketPath.test(url)) return namesConnection(url) ? 'call' : 'socket';
  return appFile.test(url) ? 'file' : 'page';
}

/** Whether a request belongs to an open connection, by engine.io's rule; otherwise it opens one. */
function namesConnection(url: string): boolean {
  return Boolean(new URL(url, 'http://localhost').searchParams.getAll('sid').at(-1));
}

/** @returns the seconds to wait where the budget is exhausted, else null. */
function tryConsume(
  { listener, budgets, isTrusted }: NetworkBudgetOptions,
  kind: RequestKind,
  request: IncomingMessage,
): number | null {
  const network = networkOf(clientAddress(request, isTrusted));
  switch (kind) {
    case 'call':
      return budgets.tryConsume('network', network);
    case 'status':
      return budgets.tryConsume('network', network) ?? budgets.tryConsume('read', network);
    case 'socket':
      return budgets.tryConsume('network', network) ?? budgets.tryConsume('socket', network);
    case 'probe':
      // Everybody behind an untrusted proxy counts as its network; its own probes get a separate budget.
      return budgets.tryConsume('probe', isForwarded(request) ? `${network} forwarded` : network);
    case 'page':
    case 'file':
      // Separate per listener: requests of a project's code to its own host never use up the app's budget.
      return budgets.tryConsume(kind, `${network} ${listener}`);
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
    // So that scripts that load it can read the reason.
    'Access-Control-Allow-Origin': '*',
    'Content-Type': kind === 'page' ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8',
  });
  response.end(kind === 'page' ? refusalPage(error.message) : `${error.message}\n`);
}

function refusalPage(sentence: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Too many requests</title><style>:root{color-scheme:light dark}body{font:16px/1.6 system-ui,sans-serif;margin:1.5rem}h1{font-size:1.25rem}</style></head><body><h1>Too many requests</h1><p>${sentence}</p></body></html>`;
}

function refuseUpgrade(socket: Duplex, seconds: number): void {
  // The client may have gone.
  socket.on('error', () => socket.destroy());
  socket.end(
    `HTTP/1.1 429 ${STATUS_CODES[429]}\r\nRetry-After: ${seconds}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    () => socket.destroy(),
  );
}
