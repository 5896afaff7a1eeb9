import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';

export const requestIdHeader = 'x-request-id';

/** What goes into logs and headers as it is. */
const wellFormed = /^[\w.-]{1,64}$/;

/**
 * Gives every request an id before anything can go wrong with it; its answer, its errors and its log lines carry it.
 * A proxy of TRUSTED_PROXIES may have given it one.
 */
export function requestId(request: Request, response: Response, next: NextFunction): void {
  request.id = idOfProxy(request) ?? randomUUID();
  response.set(requestIdHeader, request.id);
  next();
}

function idOfProxy(request: Request): string | null {
  const given = request.get(requestIdHeader);
  if (given === undefined || !wellFormed.test(given)) return null;
  const isTrusted = request.app.get('trust proxy fn') as (
    address: string | undefined,
    hop: number,
  ) => boolean;
  return isTrusted(request.socket.remoteAddress, 0) ? given : null;
}
