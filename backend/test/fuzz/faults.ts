import { isDeepStrictEqual } from 'node:util';
import { ErrorBody } from '@studio/contract/errors';
import { SignedInAsOther } from '@studio/contract/http/forum';
import { Readiness } from '@studio/contract/http/health';
import { VersionConflict } from '@studio/contract/http/projects';
import { PublishLimit } from '@studio/contract/publish-limit';
import type { Route } from '@studio/contract/route';
import { routes } from '@studio/contract/routes';
import * as z from 'zod/mini';
import type { Cast } from './cast.js';
import type { Answer, Plan, WireRequest } from './requests.js';

const AnyError = z.union([VersionConflict, PublishLimit, SignedInAsOther, ErrorBody]);

/** The faults of a response; empty if there are none. */
export function responseFaults(plan: Plan, sent: WireRequest, response: Answer, { admins }: Cast): string[] {
  const route: Route = routes[plan.route];
  const { status, headers, text } = response;
  // By the contract, oEmbed in another format is 501.
  if (status >= 500 && !(plan.route === 'oembed' && status === 501))
    return [`${status} ${text.slice(0, 300)}`];
  // A head that is too large is refused before there is a request.
  if (status === 431 && text === '') return [];
  // Responses to other methods have no body, or belong to another route.
  if (plan.method !== route.method && (plan.method === 'HEAD' || status < 400)) return [];
  if (status >= 400) return errorFaults(plan, response);
  if (status === 304 && 'if-none-match' in plan.headers) return [];
  const faults = [];
  const ownToken = 'authorization' in plan.headers;
  const isSomebody = ['owner', 'stranger', 'moderator'].includes(plan.who) && !ownToken;
  if (route.access === 'required' && !isSomebody) faults.push(`lets in ${plan.who}`);
  if (route.access === 'admin' && (ownToken || !admins.has(plan.who))) faults.push(`lets in ${plan.who}`);
  // A byte order mark is ignored (RFC 8259, 8.1).
  if (route.body && !z.safeParse(route.body, parsed(String(sent.body).replace(/^\ufeff/, ''))).success)
    faults.push('takes a body that its schema refuses');
  if (status !== route.status) faults.push(`${status} instead of ${route.status}`);
  const isCsv = headers['content-type']?.startsWith('text/csv');
  const isJson = headers['content-type']?.startsWith('application/json');
  if (route.response && !isCsv && !isExactly(route.response, isJson ? parsed(text) : text))
    faults.push(`a body that is not the contract's: ${text.slice(0, 300)}`);
  if (!route.response && status !== 302 && text !== '') faults.push('a body where there is none');
  return faults;
}

function errorFaults({ route }: Plan, { status, headers, text }: Answer): string[] {
  const body = parsed(text);
  if (route === 'ready' && isExactly(Readiness, body)) return [];
  if (!isExactly(AnyError, body))
    return [`${status} with a body that is not the contract's: ${text.slice(0, 300)}`];
  const { statusCode, requestId } = body as ErrorBody;
  const faults = [];
  if (statusCode !== status) faults.push(`${status} whose body says ${statusCode}`);
  if (requestId !== headers['x-request-id']) faults.push('an error whose header has another request id');
  return faults;
}

/** Whether a value matches a schema and has no other fields. */
export function isExactly(schema: z.core.$ZodType, value: unknown): boolean {
  const { success, data } = z.safeParse(schema, value);
  return success && isDeepStrictEqual(data, value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
