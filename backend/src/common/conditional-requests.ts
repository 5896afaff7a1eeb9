import type { NextFunction, Request, Response } from 'express';

/**
 * Lets `If-None-Match` decide alone whether an answer is sent again (RFC 9110 13.2.2). A script's `fetch` with such a
 * header sends `Cache-Control: no-cache` beside it (Fetch 4.6), for which Express would always answer in full.
 */
export function conditionalRequests(request: Request, _response: Response, next: NextFunction): void {
  if (request.headers['if-none-match'] !== undefined) delete request.headers['cache-control'];
  next();
}
