import { STATUS_CODES } from 'node:http';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import type { ErrorCode } from '@studio/contract/errors';
import type { Request, Response } from 'express';
import { discardBody } from '../http/request-body.js';
import {
  ApiError,
  databaseBusy,
  databaseReadOnly,
  databaseUnavailable,
  diskFull,
  isFailure,
  sendError,
} from './api-error.js';
import { isDatabaseBusy, isDatabaseUnavailable, isDiskFull, isReadOnly } from './database-errors.js';

const codeOfStatus: Record<number, ErrorCode> = {
  400: 'bad_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'request_timeout',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  429: 'too_many_requests',
  503: 'service_unavailable',
};

const sentenceOfCode: Partial<Record<ErrorCode, string>> = {
  bad_request: 'The request could not be read: its address or its JSON is malformed.',
  not_found: 'There is no such API endpoint.',
  payload_too_large: 'The request is too large.',
  unsupported_media_type: 'Send JSON in UTF-8, uncompressed.',
};

/**
 * Writes every error as the contract's body (specification: HTTP). Unexpected errors are logged, and the response
 * reveals nothing about them.
 */
@Catch()
export class ApiErrorFilter implements ExceptionFilter {
  readonly #logger = new Logger('errors');

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const response = http.getResponse<Response>();
    const error = asApiError(thrown);
    if (isFailure(error.status)) this.#logger.error({ err: asError(error.extras.cause ?? error) });
    if (response.headersSent) {
      response.destroy();
      return;
    }
    discardBody(http.getRequest<Request>(), response);
    sendError(response, error);
  }
}

function asApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (isDiskFull(thrown)) return diskFull(thrown);
  if (isReadOnly(thrown)) return databaseReadOnly(thrown);
  if (isDatabaseUnavailable(thrown)) return databaseUnavailable(thrown);
  if (isDatabaseBusy(thrown)) return databaseBusy(thrown);
  const status = thrown instanceof HttpException ? thrown.getStatus() : parserStatus(thrown);
  const code = codeOfStatus[status] ?? (status < 500 ? 'bad_request' : 'internal_error');
  if (status < 500) return new ApiError(status, code, sentenceOfCode[code] ?? `${STATUS_CODES[status]}.`);
  return new ApiError(500, 'internal_error', 'Something went wrong on the server. Please try again.', {
    cause: thrown,
  });
}

/** The status from 400 to 499 that an error of Express's parsers has; 500 for any other error. */
function parserStatus(thrown: unknown): number {
  const status = thrown instanceof Error && 'status' in thrown ? thrown.status : 500;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : 500;
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error('A value that is no error was thrown');
}
