import { createHmac } from 'node:crypto';
import { type IncomingHttpHeaders, request } from 'node:http';
import type { Route } from '@studio/contract/route';
import { type RouteName, routes } from '@studio/contract/routes';
import * as fc from 'fast-check';
import * as z from 'zod/mini';
import { bodyEnd, fileBody, multipartType, partHead } from '../support/requests/multipart.js';
import { dot } from '../support/requests/sample-bodies.js';
import { sampleFiles } from '../support/requests/sample-files.js';
import type { TestStudio } from '../support/studio/test-studio.js';
import { type Cast, type Identity, identities, metricsToken, thingsIn, webhookSecret } from './cast.js';
import { foreignEntry, hostileText, oddHeaders, rawQueries, textOf, withKey } from './hostile-values.js';
import { mutated, valuesOf } from './schema-values.js';

type Body = { json: unknown } | { type: string; content: Buffer | string };

/** A request without a cast: `{name}` in any of its texts stands for a text of the cast. */
export interface Plan {
  route: RouteName;
  who: Identity;
  method: string;
  /** The path parameters by name, encoded for the address. */
  params: Record<string, string>;
  query: object;
  /** Appended to the query unencoded. */
  rawQuery: string;
  headers: object;
  body: Body | null;
}

/** Values of this studio that a call needs to succeed and that no schema contains. */
const knownValues: Partial<Record<RouteName, Partial<Record<'query' | 'headers' | 'body', object>>>> = {
  register: { body: { email: '{newEmail}', username: '{newName}' } },
  login: { body: { email: '{ownerEmail}', password: '{password}' } },
  changePassword: { body: { currentPassword: '{password}' } },
  resetPassword: { body: { token: '{resetToken}' } },
  updateMe: { body: { avatar: '{avatar}' } },
  forumLogin: { body: { token: '{forumToken}' } },
  forumWebhook: {
    headers: { 'x-discourse-event': 'user_updated', 'x-discourse-event-signature': '{signature}' },
  },
  storePicture: { body: { version: 1, picture: dot } },
  publishRevision: { body: { version: 1 } },
  nameRevision: { body: { version: 1 } },
  restoreRevision: { body: { version: 1 } },
  openLink: { body: { secret: '{linkSecret}' } },
  forkLinked: { body: { secret: '{linkSecret}' } },
  createLink: { body: { expiresAt: null } },
  oembed: { query: { url: '{page}', format: 'json' } },
  metrics: { headers: { authorization: 'Bearer {metricsToken}' } },
};

const otherMethods = ['HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'POST', 'GET', 'TRACE'];
const brokenSegments = ['..', '%2e%2e%2f', '%00', '%ff', '%', '%zz', '__proto__', 'x'.repeat(5_000)];
const brokenJson = [
  '',
  '{"title":',
  'null',
  '"text"',
  '[]',
  '{"__proto__":null}',
  '\ufeff{}',
  '['.repeat(100_000),
];
const brokenBodies: readonly Body[] = [
  ...brokenJson.map((content) => ({ type: 'application/json', content })),
  { type: 'application/json', content: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]) },
  { type: 'application/json; charset=utf-16', content: '{}' },
  { type: 'application/x-www-form-urlencoded', content: 'title=x&isAdmin=true' },
  { type: 'multipart/form-data', content: 'x' },
];
const brokenFiles: readonly Body[] = [
  { type: multipartType, content: partHead('a.txt') },
  { type: multipartType, content: `${partHead('a.txt').repeat(500)}${bodyEnd}` },
  { type: multipartType, content: fileBody('a.txt', 'x', '__proto__') },
  { type: multipartType, content: bodyEnd },
  { type: 'multipart/form-data; boundary=', content: fileBody('a.txt', 'x') },
  { type: 'application/json', content: '{"file":"x"}' },
];

/** Requests whose parts match the schemas, mostly by a caller with the right. */
export function validRequest(name: RouteName): fc.Arbitrary<Plan> {
  const route: Route = routes[name];
  const isTaken = ({ query, headers, body }: Plan) =>
    (!route.query || z.safeParse(route.query, query).success) &&
    (!route.headers || z.safeParse(route.headers, headers).success) &&
    (!route.body || (body !== null && 'json' in body && z.safeParse(route.body, body.json).success));
  return formOf(name, false).filter(isTaken).map(withKnown);
}

/** A request of any kind: as the schemas require, changed in one place, or as no page would ever send it. */
export function anyRequest(name: RouteName): fc.Arbitrary<Plan> {
  const route: Route = routes[name];
  const form = fc.boolean().chain((isKnown) => formOf(name, isKnown));
  const changed = form.chain((plan) => {
    const query = mutated(plan.query).map((value) => ({ ...plan, query: plain(value) }));
    const headers = mutated(plan.headers).map((value) => ({ ...plan, headers: plain(value) }));
    const json = plan.body && 'json' in plan.body ? plan.body.json : undefined;
    const body = mutated(json).map((value): Plan => ({ ...plan, body: { json: value } }));
    return fc.oneof(
      { weight: route.query ? 3 : 1, arbitrary: query },
      { weight: route.headers ? 3 : 1, arbitrary: headers },
      { weight: route.body ? 9 : 1, arbitrary: body },
    );
  });
  const odd = form.chain((plan) =>
    fc.oneof(
      fc.constantFrom(...otherMethods).map((method) => ({ ...plan, method })),
      fc.constantFrom(...(route.file ? brokenFiles : brokenBodies)).map((body) => ({ ...plan, body })),
      fc.constantFrom(...rawQueries).map((rawQuery) => ({ ...plan, rawQuery })),
      foreignEntry.map((entry) => ({ ...plan, query: withKey(plan.query, ...entry) })),
      fc.constantFrom(...oddHeaders).map((header) => ({ ...plan, headers: { ...plan.headers, ...header } })),
      ...paramsOf(route).map((param) =>
        fc
          .oneof(fc.constantFrom(...brokenSegments), hostileText.map(segment))
          .map((value) => ({ ...plan, params: { ...plan.params, [param]: value } })),
      ),
    ),
  );
  return fc.oneof(
    { weight: 3, arbitrary: form },
    { weight: 4, arbitrary: changed },
    { weight: 2, arbitrary: odd },
  );
}

function formOf(name: RouteName, isKnown: boolean): fc.Arbitrary<Plan> {
  const route: Route = routes[name];
  const entitled: Identity[] = route.access === 'admin' ? ['moderator'] : ['owner', 'owner', 'stranger'];
  const params = paramsOf(route).map((param) => [
    param,
    fc.constantFrom('0000000000000000', ...thingsFor(route, param)),
  ]);
  const file = fc.constantFrom(...Object.entries(sampleFiles));
  return fc
    .record({
      route: fc.constant(name),
      who: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...entitled) }, fc.constantFrom(...identities)),
      method: fc.constant(route.method as string),
      params: fc.record(Object.fromEntries(params)),
      query: partOf(route.query, 'output'),
      rawQuery: fc.constant(''),
      headers: partOf(route.headers, 'output'),
      body: route.file
        ? file.map(([file, content]): Body => ({ type: multipartType, content: fileBody(file, content) }))
        : route.body
          ? valuesOf(route.body).map((json): Body => ({ json }))
          : fc.constant(null),
    })
    .map((plan) => (isKnown ? withKnown(plan) : plan));
}

function withKnown(plan: Plan): Plan {
  const { query, headers, body } = knownValues[plan.route] ?? {};
  return {
    ...plan,
    query: { ...plan.query, ...query },
    headers: { ...plan.headers, ...headers },
    body:
      body && plan.body && 'json' in plan.body ? { json: { ...plain(plan.body.json), ...body } } : plan.body,
  };
}

/** The fields of a query or of headers, as texts. */
function partOf(schema: Route['query'], io: 'output'): fc.Arbitrary<object> {
  if (!schema) return fc.constant({});
  return valuesOf(schema, io).map((part) =>
    Object.fromEntries(Object.entries(plain(part)).map(([name, value]) => [name, textOf(value)])),
  );
}

function plain(value: unknown): object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

function paramsOf({ path }: Route): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
}

/** The values of a path parameter: ids of the folder before it, or numbers of revisions. */
function thingsFor({ path }: Route, param: string): string[] {
  if (param === 'rev') return ['1', '2', '99'];
  const folder = path.split(`/:${param}`)[0]?.split('/').at(-1) ?? '';
  const things = thingsIn[folder];
  if (!things) throw new Error(`The fuzzer knows nothing that is in ${folder}.`);
  return things.map((thing) => `{${thing}}`);
}

function segment(text: string): string {
  // An empty segment would lead to another route.
  return encodeURIComponent(text.slice(0, 5_000).toWellFormed()) || '%20';
}

/** A request as it is sent. */
export interface WireRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | null;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** The longest text in an address or header, because the server reads at most 16 KiB of a head. */
const maxInHead = 6_000;

/** Fills the values of the cast into a plan. */
export function wireRequest(plan: Plan, { texts, people }: Cast): WireRequest {
  const fill = (text: string, more: Record<string, string> = {}) =>
    text.replace(/\{(\w+)\}/g, (whole, name: string) => ({ ...texts, metricsToken, ...more })[name] ?? whole);
  const { who, params, query, rawQuery } = plan;
  const path = routes[plan.route].path.replace(/:(\w+)/g, (_, name: string) => fill(params[name] ?? ''));
  const body = plan.body && bodyBytes(plan.body, fill);
  const headers: Record<string, string> = {};
  if (plan.body) headers['content-type'] = 'type' in plan.body ? plan.body.type : 'application/json';
  if (who === 'forged') headers['authorization'] = `Bearer ${people.owner.access_token.slice(0, -4)}AAAA`;
  else if (who !== 'nobody') headers['authorization'] = `Bearer ${people[who].access_token}`;
  const signature = `sha256=${createHmac('sha256', webhookSecret)
    .update(body ?? '')
    .digest('hex')}`;
  for (const [name, value] of Object.entries(plan.headers))
    if (/^[\w-]+$/.test(name)) headers[name] = sendable(fill(textOf(value), { signature }));
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one) => `${inQuery(name)}=${inQuery(fill(textOf(one)))}`),
  );
  return { method: plan.method, path: `/api${path}?${pairs.join('&')}${rawQuery}`, headers, body };
}

/** @throws if the connection ends without a response, or none comes within a minute. */
export function send({ url }: TestStudio, { method, path, headers, body }: WireRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length = body === null ? {} : { 'content-length': body.length };
    const call = request(url, {
      agent: false,
      method,
      path,
      headers: { ...headers, ...length },
      timeout: 60_000,
    });
    call.on('timeout', () => call.destroy(new Error('No answer within a minute.'))).on('error', reject);
    call.on('response', (response) => {
      const { statusCode: status = 0, headers } = response;
      const respond = (parts: Buffer[]) =>
        resolve({ status, headers, text: Buffer.concat(parts).toString() });
      response.toArray().then(respond, reject);
    });
    call.end(body ?? undefined);
  });
}

function bodyBytes(body: Body, fill: (text: string) => string): Buffer {
  return Buffer.from('json' in body ? fill(JSON.stringify(body.json) ?? '') : body.content);
}

function inQuery(text: string): string {
  return encodeURIComponent(text.slice(0, maxInHead / 6).toWellFormed());
}

/** Replaces characters that a client cannot send in a header by question marks. */
function sendable(text: string): string {
  return text.slice(0, maxInHead).replace(/[^\t\x20-\x7e\x80-\xff]/g, '?');
}
