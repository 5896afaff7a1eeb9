import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';

export const requestIdHeader = 'x-request-id';

/** Ids that can go into logs and headers unchanged. */
const wellFormed = /^[\w.-]{1,64}$/;

/**
 * Assigns every request an id, which its response, its errors and its log lines carry. One from a proxy of
 * TRUSTED_PROXIES is kept.
 */
export function assignRequestId(request: Request, response: Response, next: NextFunction): void {
  request.id = idFromProxy(request) ?? randomUUID();
  response.set(requestIdHeader, request.id);
  next();
}

function idFromProxy(request: Request): string | null {
  const given = request.get(requestIdHeader);
  if (given === undefined || !wellFormed.test(given)) return null;
  const isTrusted = request.app.get('trust proxy fn') as (
    address: string | undefined,
    hop: number,
  ) => boolean;
  return isTrusted(request.socket.remoteAddress, 0) ? given : null;
}

/**
 * Lets `If-None-Match` alone decide whether a response is sent again (RFC 9110 13.2.2). A script's `fetch` with that
 * header also sends `Cache-Control: no-cache` (Fetch 4.6), for which Express would always send the full response.
 */
export function revalidationCacheControl(request: Request, _response: Response, next: NextFunction): void {
  if (request.headers['if-none-match'] !== undefined) delete request.headers['cache-control'];
  next();
}
