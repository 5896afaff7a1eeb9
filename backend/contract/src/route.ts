import type * as z from 'zod/mini';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call: `none` ignores tokens, `optional` reads a token if there is one, `required` answers 401 before any
 * lookup, and `admin` also 403 if the caller is not an admin at that moment.
 */
export type Access = 'none' | 'optional' | 'required' | 'admin';

/** The definition of one HTTP call for server, browser client, API document and tests. */
export interface Route {
  method: Method;
  /** Below `/api`, with `:name` parameters. */
  path: string;
  summary: string;
  access: Access;
  /** 302: a redirect without a body. */
  status: 200 | 201 | 204 | 302;
  params?: z.ZodMiniType;
  query?: z.ZodMiniType;
  headers?: z.ZodMiniType;
  body?: z.ZodMiniType;
  /** The body is multipart/form-data, with one file in the field of this name. */
  file?: string;
  /** The body is signed: its raw bytes are kept beside the parsed value. */
  signed?: true;
  /** Absent only for the statuses 204 and 302. */
  response?: z.ZodMiniType;
}

/** Keeps the literal types of a route while checking its shape. */
export function route<const R extends Route>(definition: R): R {
  return definition;
}
