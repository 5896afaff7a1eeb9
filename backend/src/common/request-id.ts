import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';

export const requestIdHeader = 'x-request-id';

/** Gives every request an id before anything can go wrong with it; its answer, its errors and its log lines carry it. */
export function requestId(request: Request, response: Response, next: NextFunction): void {
  request.id = randomUUID();
  response.set(requestIdHeader, request.id);
  next();
}
