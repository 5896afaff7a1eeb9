import { durations } from '@studio/contract/durations';
import type { ErrorBody, ErrorCode, FieldError } from '@studio/contract/errors';
import type { Route } from '@studio/contract/route';
import type * as z from 'zod/mini';

/**
 * Why a call failed. `status` is null without a response. A proxy or a portal may answer with any status, so only `code`
 * says that the studio does not have something.
 */
export interface ApiError {
  status: number | null;
  code: ErrorCode | 'network_error' | 'unreadable_response';
  /** One sentence for a person (specification: Errors). */
  message: string;
  fields?: FieldError[];
  /** Seconds to wait, from Retry-After. */
  retryAfter?: number | undefined;
  /** The whole response, for errors with more data (a version conflict has `current`). */
  body?: unknown;
}

/** Whether the request of a failed call may have been carried out: there was no response, or none of the studio's. */
export function mayHaveArrived({ status, code }: ApiError): boolean {
  return status === null || status >= 500 || code === 'unreadable_response';
}

/** Errors are values: a call never throws. */
export type Result<T> = { ok: true; data: T } | { ok: false; error: ApiError };

type Part<R extends Route, K extends 'params' | 'query' | 'headers' | 'body'> = NonNullable<R[K]>;
type Named<S> = S extends z.ZodMiniType ? Partial<Record<keyof z.input<S>, string | number>> : never;
type Given<S> = S extends z.ZodMiniType ? z.input<S> : never;

/** The options of a route, by its schemas; `query` and `headers` may be partial. */
type CallOptions<R extends Route> = (R extends { params: object }
  ? { params: Given<Part<R, 'params'>> }
  : unknown) &
  (R extends { body: object } ? { body: Given<Part<R, 'body'>> } : unknown) &
  (R extends { query: object } ? { query?: Named<Part<R, 'query'>> } : unknown) &
  (R extends { headers: object } ? { headers?: Named<Part<R, 'headers'>> } : unknown) & {
    signal?: AbortSignal;
    /** Lets the request outlive the page; bodies of at most 64 KiB. */
    keepalive?: boolean;
  };

export type Data<R extends Route> = R extends { response: infer S extends z.ZodMiniType }
  ? z.infer<S>
  : undefined;

/** Calls a route of the contract; params and body are required if the route has them. */
export type Call = <R extends Route>(
  route: R,
  ...options: object extends CallOptions<R> ? [CallOptions<R>?] : [CallOptions<R>]
) => Promise<Result<Data<R>>>;

export interface HttpDependencies {
  /** Ends in /api. */
  baseUrl: string;
  fetch: typeof fetch;
  /** The current bearer token. */
  token(): string | null;
  /** A call that needs a session was answered 401; `token`: the one it was sent with. */
  onUnauthorized(token: string | null): void;
}

interface LooseOptions {
  params?: Record<string, string>;
  query?: Record<string, string | number | undefined>;
  headers?: Record<string, string | number | undefined>;
  body?: unknown;
  signal?: AbortSignal;
  keepalive?: boolean;
}

export const noResponse: ApiError = {
  status: null,
  code: 'network_error',
  message: 'Network error - please check your connection.',
};

/** The HTTP client of the page: 30 s timeout, bearer token, errors as values (specification: HTTP, Errors). */
export function createHttpClient(dependencies: HttpDependencies): Call {
  async function call(route: Route, options: LooseOptions = {}): Promise<Result<unknown>> {
    const token = route.access === 'none' ? null : dependencies.token();
    const timeout = AbortSignal.timeout(durations.requestTimeout);
    let response: Response;
    let text: string;
    try {
      response = await dependencies.fetch(dependencies.baseUrl + address(route, options), {
        method: route.method,
        headers: requestHeaders(options, token),
        signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
        ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
        ...(options.keepalive === true ? { keepalive: true } : {}),
      });
      text = await response.text();
    } catch {
      return { ok: false, error: noResponse };
    }
    const result = readResponse(response, text);
    if (route.access !== 'none' && endsSession(result)) dependencies.onUnauthorized(token);
    return result;
  }
  // A result has the type of its route without a check: the server checks what it sends by the same schema.
  return call as Call;
}

/** Reads the result of a route from status, headers and text. Only 204 has no JSON: anything else may be a portal's page. */
export function readResponse(response: Response, text: string): Result<unknown> {
  const body = parse(text);
  if (!response.ok) return { ok: false, error: apiError(response, body) };
  if (response.status === 204 || body !== undefined) return { ok: true, data: body };
  return unreadable(response.status);
}

/** The error for an invalid response; a proxy may answer anything. */
export function unreadable(status: number): { ok: false; error: ApiError } {
  return { ok: false, error: { status, code: 'unreadable_response', message: 'An error occurred.' } };
}

/** A 401 ends the session, unless it rejects a forum's token or, from an older replica, the current password. */
function endsSession(result: Result<unknown>): boolean {
  if (result.ok || result.error.status !== 401) return false;
  return !['invalid_credentials', 'invalid_forum_token'].includes(result.error.code);
}

/** The path of a call below /api, with its query. */
export function address(route: Route, { params = {}, query = {} }: LooseOptions): string {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const given = Object.entries(query).filter((entry) => entry[1] !== undefined);
  return given.length === 0
    ? path
    : `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

/** The headers of a call: a JSON response unless `headers` asks for another, and the token. */
export function requestHeaders(
  { headers = {}, body }: LooseOptions,
  token: string | null,
): Record<string, string> {
  const given = Object.entries(headers).filter((entry) => entry[1] !== undefined);
  return {
    accept: 'application/json',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    ...Object.fromEntries(given.map(([name, value]) => [name, String(value)])),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The sentence is `detail`, else `message`, else 'An error occurred.' (specification: Errors) */
function apiError(response: Response, body: unknown): ApiError {
  const given: Partial<ErrorBody> = typeof body === 'object' && body !== null ? body : {};
  return {
    status: response.status,
    code: given.code ?? 'unreadable_response',
    message: given.detail || given.message || 'An error occurred.',
    body,
    ...(given.fields ? { fields: given.fields } : {}),
    retryAfter: Number(response.headers.get('retry-after')) || undefined,
  };
}
