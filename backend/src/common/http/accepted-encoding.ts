import type { IncomingMessage } from 'node:http';
import express from 'express';

/** A content coding of HTTP. */
export type Encoding = 'br' | 'gzip' | 'identity';

/**
 * The best encoding that the client accepts. Browsers name gzip first, but the order has no meaning (RFC 9110, 12.5.3):
 * Brotli makes files smaller, and takes a third of the time for responses.
 */
export function acceptedEncoding(request: IncomingMessage): Encoding {
  if (request.headers['accept-encoding'] === undefined) return 'identity';
  const { acceptsEncodings } = express.request;
  // Express's method needs nothing but the headers.
  const takes = (encoding: Encoding) => acceptsEncodings.call(request as express.Request, encoding) !== false;
  return (['br', 'gzip'] as const).find(takes) ?? 'identity';
}
