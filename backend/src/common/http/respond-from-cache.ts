import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { PinoLogger } from 'nestjs-pino';
import { responseBytes } from '../slow-clients/request-progress.js';
import { clientAddress, type IsTrustedProxy } from './caller.js';
import { hasBody } from './request-body.js';
import { logCall, setLoggedRoute } from './request-log.js';
import { assignRequestId } from './request-middleware.js';
import type { MakeTag, RepeatedTextResponse } from './text-responses.js';

/** A response that is in memory. */
export interface CacheHit {
  /** The pattern of its route, for log and metrics. */
  route: string;
  text: RepeatedTextResponse;
  contentType: string;
  /** Takes a point from a budget. False if none is left; the usual handler then refuses the request. */
  takePoint(): boolean;
  /** Charges the length of the text that was sent, in bytes. */
  charge?(bytes: number): void;
  /** Sets all headers except those that depend on the text. */
  setHeaders(response: ServerResponse): unknown;
}

/** Finds the response to an anonymous request without body from this address; null if there is none. */
export type FindCacheHit = (request: IncomingMessage, address: string) => Promise<CacheHit> | null;

export interface ResponseCaches {
  finders: readonly FindCacheHit[];
  isTrusted: IsTrustedProxy;
  makeTag: MakeTag;
  /** Called with each request that the cache can answer, even if another handler does; it arrived at `began`. */
  onFound(request: IncomingMessage, response: ServerResponse, began: number): void;
}

/**
 * Answers reads from memory before any listener that the server has so far, because the framework needs more time for a
 * request than such a response takes (ADR 15). Only for responses that are the same for everybody, and only for the
 * simplest form of a request; all other requests, and those that fail here, go to these listeners.
 */
export function respondFromCache(server: Server, caches: ResponseCaches): void {
  const handlers = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request').on('request', (request, response) => {
    const began = performance.now();
    const passOn = () => {
      for (const handle of handlers) handle.call(server, request, response);
    };
    const found = isAnonymousRead(request) ? find(request, caches) : null;
    if (found === null) {
      passOn();
      return;
    }
    caches.onFound(request, response, began);
    found.then((kept) => send(request, response, kept, began, caches) || passOn(), passOn);
  });
}

function isAnonymousRead(request: IncomingMessage): boolean {
  return request.method === 'GET' && request.headers.authorization === undefined && !hasBody(request);
}

function find(request: IncomingMessage, { finders, isTrusted }: ResponseCaches) {
  const address = clientAddress(request, isTrusted);
  for (const finder of finders) {
    const found = finder(request, address);
    if (found !== null) return found;
  }
  return null;
}

/** @returns false if the request wants another form of the response than is in memory, or its budget is used up. */
function send(
  request: IncomingMessage,
  response: ServerResponse,
  { route, text, contentType, takePoint, charge, setHeaders }: CacheHit,
  began: number,
  { isTrusted, makeTag }: ResponseCaches,
): boolean {
  // The client disconnected while its view was counted.
  if (response.closed) return true;
  if (!text.suits(request, makeTag) || !takePoint()) return false;
  setLoggedRoute(request, route);
  assignRequestId(request, response, isTrusted);
  logCall(request, response, began);
  const sent = async () => {
    setHeaders(response);
    await text.send(request, response, contentType, makeTag);
    charge?.(responseBytes(response));
  };
  sent().catch((error: unknown) => {
    PinoLogger.root.error({ err: error }, 'A cached answer could not be sent');
    response.destroy();
  });
  return true;
}
