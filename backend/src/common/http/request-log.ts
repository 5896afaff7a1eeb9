import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Params, PinoLogger } from 'nestjs-pino';
import type { Config } from '../../config/config.js';
import { isFailure } from '../errors/api-error.js';
import type { Caller } from './caller.js';

/**
 * One line for each call: its id, which the answer carries too, method, route pattern, status, milliseconds and who made
 * it. No header, query, address or body: they hold tokens and people's work. Whatever else is logged meanwhile has the id.
 */
export function requestLog(config: Config): Params {
  return {
    pinoHttp: {
      level: config.logLevel,
      genReqId: (request) => request.id,
      quietReqLogger: true,
      quietResLogger: true,
      customAttributeKeys: { reqId: 'requestId', responseTime: 'ms' },
      customLogLevel: (request, response, error) => {
        if (error || isFailure(response.statusCode)) return 'error';
        return isProbe(request) ? 'silent' : 'info';
      },
      customSuccessObject: logFields,
      customErrorObject: (request, response, _error, line: Timed) => logFields(request, response, line),
      serializers: { err: errorFields },
    },
  };
}

/** A proxy asks several times a second whether all is well. */
function isProbe({ url }: IncomingMessage): boolean {
  return url?.startsWith('/api/health/') ?? false;
}

/** What pino-http has measured. */
interface Timed {
  ms: number;
}

function logFields(
  request: IncomingMessage & { user?: unknown },
  { statusCode }: ServerResponse,
  { ms }: Timed,
) {
  const userId = (request.user as Caller | undefined)?.userId;
  return { method: request.method, route: routeOfRequest(request), status: statusCode, ms, userId };
}

/** Logs a call that is answered before pino-http sees it, with the same line; it arrived at `began`. */
export function logCall(request: IncomingMessage, response: ServerResponse, began: number): void {
  const log = PinoLogger.root;
  if (!routeOfRequest(request).startsWith('/api/') || !log.isLevelEnabled('info')) return;
  response.once('close', () => {
    const ms = Math.round(performance.now() - began);
    log.info({ requestId: request.id, ...logFields(request, response, { ms }) }, 'request completed');
  });
}

/** Errors of databases and clients carry rows, headers and keys: none of that is kept. */
function errorFields(error: Record<string, unknown> | null | undefined) {
  const { type, message, stack, code } = error ?? {};
  return { type, message, stack, code };
}

/** What Express notes of a request once a router has found its handler. */
interface Routed {
  baseUrl?: string;
  route?: { path: unknown };
}

/** Notes it for a request that is answered before Express sees it. */
export function noteRoute(request: IncomingMessage, path: string): void {
  (request as Routed).route = { path };
}

/**
 * The pattern of the route that took a request, like `/api/projects/:id`; `other` for files, and for what no route takes.
 * Never the address: that names projects and files, and may hold a token.
 */
export function routeOfRequest(request: IncomingMessage): string {
  const { baseUrl = '', route } = request as Routed;
  return typeof route?.path === 'string' ? baseUrl + route.path : 'other';
}
