import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { ProjectInput } from '@studio/contract/http/projects';
import { limits } from '@studio/contract/limits';
import type { Route } from '@studio/contract/route';
import { routes } from '@studio/contract/routes';
import { json, type NextFunction, type Request, type Response } from 'express';
import { ApiError } from './api-error.js';
import { isQuickJson } from './json-shape.js';
import { hasBody } from './unread-body.js';

/**
 * Parser for the API (CONTRACT 2 Limits): 8 MiB for projects, 256 KiB elsewhere, always JSON in UTF-8. A call that takes
 * a file reads its body by itself.
 */
export function bodyParsing(request: Request, response: Response, next: NextFunction): void {
  if (takesFile(request)) return next();
  refuseOtherTypes(request);
  parserOf(request)(request, response, next);
}

/** The bytes of the body of a call whose body is signed, as they came. */
export function signedBytes(request: IncomingMessage): Buffer {
  return bytesOf.get(request) ?? Buffer.alloc(0);
}

const bytesOf = new WeakMap<IncomingMessage, Buffer>();

const parseProject = jsonUpTo(limits.projectBodyBytes);
const parseSigned = jsonUpTo(limits.bodyBytes, (request, body) => bytesOf.set(request, body));
const parseOther = jsonUpTo(limits.bodyBytes);

function parserOf(request: Request) {
  if (isSigned(request)) return parseSigned;
  return takesProject(request) ? parseProject : parseOther;
}

function jsonUpTo(limit: number, keep?: (request: IncomingMessage, body: Buffer) => void) {
  const verify = (request: IncomingMessage, _response: unknown, body: Buffer, encoding: string) => {
    refuseBrokenText(body, encoding);
    refuseSlowJson(body);
    keep?.(request, body);
  };
  // Never inflated: no client needs it, and a small gzip body can be gigabytes.
  return json({ limit, inflate: false, verify });
}

/** Tells calls of some routes, as the router does: in any case, with or without a slash at the end. */
function callsOf(isMeant: (route: Route) => boolean): (request: Request) => boolean {
  const calls = Object.values<Route>(routes)
    .filter(isMeant)
    .map(({ method, path }) => ({ method, path: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`, 'i') }));
  return ({ method, path }) => calls.some((call) => call.method === method && call.path.test(path));
}

const takesProject = callsOf(({ body }) => body === ProjectInput);
const takesFile = callsOf(({ file }) => file !== undefined);
const isSigned = callsOf(({ signed }) => signed === true);

function refuseOtherTypes(request: Request): void {
  if (hasBody(request) && !request.is('application/json'))
    throw new ApiError(415, 'unsupported_media_type', 'Send JSON, with the content type application/json.');
}

/** A parser would put U+FFFD in place of what it cannot read, and so change somebody's text without a word. */
function refuseBrokenText(body: Buffer, encoding: string): void {
  if (encoding !== 'utf-8') throw new ApiError(415, 'unsupported_media_type', 'Send JSON in UTF-8.');
  if (!isUtf8(body)) throw new ApiError(400, 'bad_request', 'The body is not valid UTF-8.');
}

function refuseSlowJson(body: Buffer): void {
  if (!isQuickJson(body))
    throw new ApiError(400, 'bad_request', 'The body has too many values, or too many levels of them.');
}
