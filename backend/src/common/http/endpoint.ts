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
import * as z from 'zod/mini';
import { addressOf } from './caller.js';

const ROUTE = 'studio:route';

/**
 * Makes a controller method the handler of a contract route: method, path, status, access and response schema come from
 * it. The handler of a route that redirects returns `{ url }`.
 */
export function Endpoint(route: Route): MethodDecorator {
  const { response } = route;
  return applyDecorators(
    RequestMapping({ path: route.path, method: RequestMethod[route.method] }),
    HttpCode(route.status),
    SetMetadata(ROUTE, route),
    SerializeOptions(
      response
        ? {
            get schema() {
              return compiled(response);
            },
          }
        : {},
    ),
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
  return JSON.stringify(route.response && compiled(route.response).parse(value));
}

const compiledSchemas = new Map<z.ZodMiniType, z.ZodMiniType>();

/**
 * The same schema with a parser generated for it, which is made at its first use: a page of 20 projects takes 3 µs instead
 * of 48. The contract has none, because the policy of the pages forbids generated code.
 */
function compiled(schema: z.ZodMiniType): z.ZodMiniType {
  const known = compiledSchemas.get(schema) ?? z.compile(schema);
  compiledSchemas.set(schema, known);
  return known;
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
export const ClientAddress = createParamDecorator((_: unknown, context: ExecutionContext) =>
  addressOf(context.switchToHttp().getRequest<Request>()),
);
