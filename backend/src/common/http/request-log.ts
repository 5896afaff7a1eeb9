import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Params, PinoLogger } from 'nestjs-pino';
import type { Config } from '../../config/config.js';
import { isFailure } from '../errors/api-error.js';
import type { Caller } from './caller.js';

/**
 * One line for each call: its id, which the response has too, method, route pattern, status, milliseconds and user. No
 * header, query, address or body, because they contain tokens and people's work. Other log lines of the call have its
 * id.
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
        // Why a studio is not ready is logged once, not at each probe.
        if (isProbe(request)) return 'silent';
        return error || isFailure(response.statusCode) ? 'error' : 'info';
      },
      customSuccessObject: logFields,
      customErrorObject: (request, response, _error, line: Timed) => logFields(request, response, line),
      serializers: { err: errorFields },
    },
  };
}

/** Whether a request is a health check, which proxies send several times a second. */
function isProbe({ url }: IncomingMessage): boolean {
  return url?.startsWith('/api/health/') ?? false;
}

/** The duration that pino-http has measured. */
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

/** The fields of an error that are logged. Others may contain rows, headers or keys. */
function errorFields(error: Record<string, unknown> | null | undefined) {
  const { type, message, stack, code } = error ?? {};
  return { type, message, stack, code };
}

/** Properties that Express sets once a router has found the handler of a request. */
interface Routed {
  baseUrl?: string;
  route?: { path: unknown };
}

/** Sets the route of a request that is answered before Express sees it. */
export function setLoggedRoute(request: IncomingMessage, path: string): void {
  (request as Routed).route = { path };
}

/**
 * The pattern of the route of a request, like `/api/projects/:id`; `other` for files and where no route matches. Never
 * the address, which names projects and files and may contain a token.
 */
export function routeOfRequest(request: IncomingMessage): string {
  const { baseUrl = '', route } = request as Routed;
  return typeof route?.path === 'string' ? baseUrl + route.path : 'other';
}
