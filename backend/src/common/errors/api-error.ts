import type { ServerResponse } from 'node:http';
import type { ErrorBody, ErrorCode, FieldError } from '@studio/contract/errors';
import { requestIdHeader } from '../http/request-middleware.js';
import { setSecurityHeaders } from '../http/security-headers.js';

interface Extras {
  fields?: FieldError[];
  headers?: Record<string, string>;
  /** Further keys of the body, like `current` of a version conflict. */
  body?: Record<string, unknown>;
  cause?: unknown;
}

/** An error response of the contract. Thrown by services, guards and pipes; written by the error filter. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: ErrorCode,
    message: string,
    readonly extras: Extras = {},
  ) {
    super(message, { cause: extras.cause });
  }
}

/** Whether the server failed. 501 is no failure: it answers requests for oEmbed in XML (oembed.com, 2.3.3). */
export function isFailure(status: number): boolean {
  return status >= 500 && status !== 501;
}

/** 404 for an unknown resource, and the same for another's private one (specification: HTTP). */
export function notFound(): ApiError {
  return new ApiError(404, 'not_found', 'Not found. It may not exist, or you may not have access to it.');
}

/** 401 for a call that needs a session and has none, or an ended one. */
export function unauthorized(): ApiError {
  return new ApiError(401, 'unauthorized', 'Please sign in.');
}

/** 400 that names each refused field and what it accepts. */
export function invalidFields(fields: FieldError[]): ApiError {
  const sentence = fields
    .slice(0, 3)
    .map(({ path, message }) => `${fieldName(path)} ${message}`)
    .join('; ');
  return new ApiError(400, 'validation_failed', `${sentence}.`, { fields });
}

const spelled = new Map([
  ['html', 'HTML'],
  ['css', 'CSS'],
  ['js', 'JavaScript'],
  ['email', 'Email'],
]);

/** A field's name for people: `New password` for `newPassword`, `Tags` for `tags.2`. */
function fieldName(path: string): string {
  const field = path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? path;
  const words = field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return spelled.get(field) ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** 429 with the seconds to wait. */
export function tooManyRequests(seconds: number, message: string): ApiError {
  return new ApiError(429, 'too_many_requests', message, { headers: { 'retry-after': String(seconds) } });
}

/** 429 for a network of which too much is under way. */
export function tooManyConcurrent(): ApiError {
  return tooManyRequests(5, 'Too many requests from your network at once. Try again in a moment.');
}

/** 503 while a backing service is away. */
export function serviceUnavailable(
  cause?: unknown,
  message = 'The server cannot reach one of its services. Please try again in a moment.',
): ApiError {
  return new ApiError(503, 'service_unavailable', message, { headers: { 'retry-after': '2' }, cause });
}

/** 503 while the database takes no changes. */
export function databaseReadOnly(cause: unknown): ApiError {
  return serviceUnavailable(cause, 'The server cannot save anything at the moment. Please try again later.');
}

/** 503 while the database cannot be reached. */
export function databaseUnavailable(cause: unknown): ApiError {
  return serviceUnavailable(cause, 'The server cannot reach its database. Please try again in a moment.');
}

/** 503 for a statement that timed out or lost a race with another; nothing was changed. */
export function databaseBusy(cause: unknown): ApiError {
  return serviceUnavailable(cause, 'The server is busy and could not do this. Please try again in a moment.');
}

/** 503 while the disk of the database or of users' files is full; reading still works. */
export function diskFull(cause: unknown): ApiError {
  return serviceUnavailable(
    cause,
    'The server is out of disk space. Nothing can be saved until its operator frees some.',
  );
}

/** Sends an error in the contract's format (specification: HTTP). The response must not have been started. */
export function sendError(response: ServerResponse, { status, code, message, extras }: ApiError): void {
  const body: ErrorBody = {
    statusCode: status,
    code,
    message,
    detail: message,
    requestId: String(response.getHeader(requestIdHeader) ?? ''),
    ...(extras.fields ? { fields: extras.fields } : {}),
  };
  setSecurityHeaders('api', response);
  for (const [name, value] of Object.entries(extras.headers ?? {})) response.setHeader(name, value);
  response.statusCode = status;
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.end(JSON.stringify({ ...body, ...extras.body }));
}
