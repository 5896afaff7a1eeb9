import {
  applyDecorators,
  createParamDecorator,
  type ExecutionContext,
  Header,
  HttpCode,
  Redirect,
  RequestMapping,
  RequestMethod,
  SerializeOptions,
  SetMetadata,
} from '@nestjs/common';
import type { Route } from '@studio/contract/route';
import type { Request } from 'express';

const ROUTE = 'studio:route';

/**
 * Makes a controller method the handler of a contract route: method, path, status, access and response schema come from
 * it. The handler of a route that redirects returns `{ url }`.
 */
export function Endpoint(route: Route): MethodDecorator {
  return applyDecorators(
    RequestMapping({ path: route.path, method: RequestMethod[route.method] }),
    HttpCode(route.status),
    SetMetadata(ROUTE, route),
    SerializeOptions(route.response ? { schema: route.response } : {}),
    ...(route.status === 302 ? [Redirect('/', route.status)] : []),
  );
}

/** Like {@link Endpoint}, for a handler that returns JSON text made by `jsonText`. */
export function TextEndpoint(route: Route): MethodDecorator {
  return applyDecorators(
    Endpoint(route),
    SerializeOptions({}),
    Header('Content-Type', 'application/json; charset=utf-8'),
  );
}

/** The JSON text of a route's response, with only the fields that its schema names. */
export function jsonText(route: Route, value: unknown): string {
  return JSON.stringify(route.response?.parse(value));
}

/** The contract route that a handler was declared for. */
export function routeOf(handler: object): Route | undefined {
  return Reflect.getMetadata(ROUTE, handler) as Route | undefined;
}

/** The request's headers, checked by `{ schema }` like a body. */
export const RequestHeaders = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<Request>().headers,
);

/** The address that the request came from; forwarded ones count only from TRUSTED_PROXIES. */
export const ClientAddress = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<Request>().ip ?? 'unknown',
);
