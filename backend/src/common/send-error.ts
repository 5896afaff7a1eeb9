import type { ServerResponse } from 'node:http';
import type { ErrorBody } from '@studio/contract/errors';
import type { ApiError } from './errors/api-error.js';
import { requestIdHeader } from './http/request-middleware.js';
import { answerAs } from './http/security-headers.js';

/** Answers with an error as the contract has it (CONTRACT 2). Nothing may have been answered yet. */
export function sendError(response: ServerResponse, { status, code, message, extras }: ApiError): void {
  const body: ErrorBody = {
    statusCode: status,
    code,
    message,
    detail: message,
    requestId: String(response.getHeader(requestIdHeader) ?? ''),
    ...(extras.fields ? { fields: extras.fields } : {}),
  };
  answerAs('call', response);
  for (const [name, value] of Object.entries(extras.headers ?? {})) response.setHeader(name, value);
  response.statusCode = status;
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.end(JSON.stringify({ ...body, ...extras.body }));
}
