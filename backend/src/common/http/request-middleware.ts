import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import type { IsTrustedProxy } from './caller.js';

export const requestIdHeader = 'x-request-id';

/** Ids that are safe in logs and headers. */
const wellFormed = /^[\w.-]{1,64}$/;

/**
 * Assigns every request an id for its response, its errors and its log lines. An id from a proxy of TRUSTED_PROXIES is
 * kept.
 */
export function assignRequestId(
  request: IncomingMessage,
  response: ServerResponse,
  isTrusted: IsTrustedProxy,
): void {
  const id = idFromProxy(request, isTrusted) ?? randomUUID();
  request.id = id;
  response.setHeader(requestIdHeader, id);
}

function idFromProxy({ headers, socket }: IncomingMessage, isTrusted: IsTrustedProxy): string | null {
  const given = [headers[requestIdHeader]].flat().join(', ');
  return wellFormed.test(given) && isTrusted(socket.remoteAddress ?? '', 0) ? given : null;
}

/**
 * Lets `If-None-Match` alone decide whether a response is sent again (RFC 9110 13.2.2). A script's `fetch` with that
 * header also sends `Cache-Control: no-cache` (Fetch 4.6), which would make Express always send the full response.
 */
export function revalidationCacheControl(request: Request, _response: Response, next: NextFunction): void {
  if (request.headers['if-none-match'] !== undefined) delete request.headers['cache-control'];
  next();
}
