import type { Route } from '@studio/contract/route';
import type * as z from 'zod/mini';

type Input<S> = S extends z.ZodMiniType ? z.input<S> : never;
type Output<R extends Route> = R['response'] extends z.ZodMiniType ? z.output<R['response']> : undefined;

interface Call<R extends Route> {
  params?: Input<R['params']>;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Input<R['body']>;
  token?: string;
}

/** Calls a route of the contract on a running studio. @throws with status and body if it is refused */
export async function callApi<R extends Route>(
  studioUrl: string,
  route: R,
  call: Call<R> = {},
): Promise<Output<R>> {
  const response = await fetch(address(studioUrl, route, call), {
    method: route.method,
    headers: {
      ...(call.body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(call.token === undefined ? {} : { Authorization: `Bearer ${call.token}` }),
      ...call.headers,
    },
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
  });
  if (!response.ok) {
    throw new Error(`${route.method} ${route.path}: ${response.status} ${await response.text()}`);
  }
  return (route.response ? route.response.parse(await response.json()) : undefined) as Output<R>;
}

function address<R extends Route>(studioUrl: string, route: R, call: Call<R>): URL {
  const params = (call.params ?? {}) as Record<string, string>;
  const path = route.path.replaceAll(/:(\w+)/g, (_match, name: string) => params[name] ?? '');
  const url = new URL(`/api${path}`, studioUrl);
  for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, value);
  return url;
}
