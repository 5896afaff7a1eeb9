import type { IncomingMessage } from 'node:http';

/** What Express notes of a request once a router has found its handler. */
interface Routed {
  baseUrl?: string;
  route?: { path: unknown };
}

/**
 * The pattern of the route that took a request, like `/api/projects/:id`; `other` for files, and for what no route takes.
 * Never the address: that names projects and files, and may hold a token.
 */
export function routeOfRequest(request: IncomingMessage): string {
  const { baseUrl = '', route } = request as Routed;
  return typeof route?.path === 'string' ? baseUrl + route.path : 'other';
}
