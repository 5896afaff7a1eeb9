import { randomUUID } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
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

const minBytes = 1_024;
const maxBytes = 65_536;
/** The fastest level, with a window no larger than a response: a tenth more bytes in a third of the time. */
const brotliOptions = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 16 },
};

/**
 * Compresses a response of a few kilobytes synchronously, when it is sent in one piece: streaming it through a thread
 * costs several times as much. Everything else is left to the middleware `compression`, which runs before.
 */
export function compressSmallResponses(request: Request, response: Response, next: NextFunction): void {
  const end = response.end.bind(response) as (...given: unknown[]) => Response;
  response.end = ((body: unknown, ...rest: unknown[]) => {
    if (!isCompressible(response, body)) return end(body, ...rest);
    const encoding = request.acceptsEncodings('br', 'gzip');
    if (encoding !== 'br' && encoding !== 'gzip') return end(body, ...rest);
    const small = encoding === 'br' ? brotliCompressSync(body, brotliOptions) : gzipSync(body);
    response.setHeader('Content-Encoding', encoding).setHeader('Content-Length', small.length);
    return end(small);
  }) as typeof response.end;
  next();
}

function isCompressible(response: Response, body: unknown): body is string | Buffer {
  if (typeof body !== 'string' && !Buffer.isBuffer(body)) return false;
  const bytes = Buffer.byteLength(body);
  return (
    bytes >= minBytes &&
    bytes <= maxBytes &&
    !response.headersSent &&
    !response.hasHeader('Content-Encoding') &&
    /json|text/.test(String(response.getHeader('Content-Type')))
  );
}
