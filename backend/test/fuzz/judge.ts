import { ErrorBody } from '@studio/contract/errors';
import { SignedInAsOther } from '@studio/contract/http/forum';
import { Readiness } from '@studio/contract/http/health';
import { PublishLimit, VersionConflict } from '@studio/contract/http/projects';
import type { Route } from '@studio/contract/route';
import { routes } from '@studio/contract/routes';
import * as z from 'zod/mini';
import type { Cast, Identity } from './cast.js';
import { isExactly } from './is-exactly.js';
import type { Plan } from './plan.js';
import type { Answer } from './sent-request.js';

/** What is wrong with an answer; empty when nothing is. */
export function complaintsOf(plan: Plan, answer: Answer, { admins }: Cast): string[] {
  const route: Route = routes[plan.route];
  const { status } = answer;
  if (status >= 500 && !mayFail(plan, status)) return [`${status} ${answer.text.slice(0, 300)}`];
  // A head that is too large is refused before there is a request.
  if (status === 431 && answer.text === '') return [];
  // Such answers have no body, or are those of another route.
  if (plan.method !== route.method)
    return plan.method === 'HEAD' || status < 400 ? [] : errorFaults(plan, answer);
  if (status >= 400) return errorFaults(plan, answer);
  if (status === 304 && 'if-none-match' in plan.headers) return [];
  return [...rightFaults(plan, route, admins), ...successFaults(route, answer)];
}

/** The contract says so: oEmbed in another format is 501. */
function mayFail({ route }: Plan, status: number): boolean {
  return route === 'oembed' && status === 501;
}

function errorFaults({ route }: Plan, { status, headers, text }: Answer): string[] {
  const body = parsed(text);
  const schema =
    route === 'ready' && status === 503
      ? Readiness
      : z.union([VersionConflict, PublishLimit, SignedInAsOther, ErrorBody]);
  if (!isExactly(schema, body))
    return [`${status} with a body that is not the contract's: ${text.slice(0, 300)}`];
  if (route === 'ready') return [];
  const { statusCode, requestId } = body as ErrorBody;
  return [
    ...(statusCode === status ? [] : [`${status} whose body says ${statusCode}`]),
    ...(requestId === headers['x-request-id'] ? [] : ['an error whose header has another request id']),
    ...(status !== 429 || Number(headers['retry-after']) > 0 ? [] : ['429 without Retry-After']),
  ];
}

function rightFaults({ who, body, headers }: Plan, route: Route, admins: ReadonlySet<Identity>): string[] {
  const ownToken = 'authorization' in headers;
  const isSomebody = ['owner', 'stranger', 'moderator'].includes(who) && !ownToken;
  const mayCall =
    route.access === 'admin' ? admins.has(who) && !ownToken : route.access !== 'required' || isSomebody;
  const isWrong =
    route.body &&
    body &&
    'json' in body &&
    !z.safeParse(route.body, asSent(body.json)).success &&
    !hasTexts(body.json);
  return [
    ...(mayCall ? [] : [`lets in ${who}`]),
    ...(isWrong ? ['takes a body that its schema refuses'] : []),
  ];
}

function successFaults({ status: promised, response }: Route, { status, headers, text }: Answer): string[] {
  if (status !== promised) return [`${status} instead of ${promised}`];
  if (!response) return text === '' || status === 302 ? [] : ['a body where there is none'];
  const isJson = headers['content-type']?.startsWith('application/json') ?? false;
  const isFile = headers['content-type']?.startsWith('text/csv') ?? false;
  if (isFile || isExactly(response, isJson ? parsed(text) : text)) return [];
  return [`${status} with a body that is not the contract's: ${text.slice(0, 300)}`];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function asSent(value: unknown): unknown {
  return parsed(JSON.stringify(value) ?? '');
}

/** Whether something stands in it that the cast fills in. */
function hasTexts(value: unknown): boolean {
  return /\{\w+\}/.test(JSON.stringify(value) ?? '');
}
