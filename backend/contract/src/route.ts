import type * as z from 'zod/mini';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call: `none` never looks at a token, `optional` reads one if there is one,
 * `required` answers 401 before anything is looked up; `admin` also 403 for whoever is not an admin at this moment.
 */
export type Access = 'none' | 'optional' | 'required' | 'admin';

/** One HTTP call: everything that server, browser client, API document and tests need to know of it. */
export interface Route {
  method: Method;
  /** Below `/api`, with `:name` parameters. */
  path: string;
  summary: string;
  access: Access;
  /** 302: the answer leads the browser on, and has no body. */
  status: 200 | 201 | 204 | 302;
  params?: z.ZodMiniType;
  query?: z.ZodMiniType;
  headers?: z.ZodMiniType;
  body?: z.ZodMiniType;
  /** The body is multipart/form-data, with one file in the field of this name. */
  file?: string;
  /** The body is signed: its bytes are kept beside what they say. */
  signed?: true;
  /** Absent only where the status is 204 or 302. */
  response?: z.ZodMiniType;
}

/** Keeps the literal types of a route while checking its shape. */
export function route<const R extends Route>(definition: R): R {
  return definition;
}
