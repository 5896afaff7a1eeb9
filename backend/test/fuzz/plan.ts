import type { Method, Route } from '@studio/contract/route';
import { type RouteName, routes } from '@studio/contract/routes';
import * as fc from 'fast-check';
import { bodyEnd, fileBody, multipartType, partHead } from '../support/requests/multipart.js';
import { sampleFiles } from '../support/requests/sample-files.js';
import { type Identity, identities, thingsIn } from './cast.js';
import { foreignEntry, hostileText, withKey } from './hostile-values.js';
import { knownValues, type Parts } from './known-values.js';
import { nearlyValidValues, validValues } from './schema-values.js';

export type Body = { json: unknown } | { type: string; content: Buffer | string };

/** A request before the cast is known: `{name}` in any of its texts stands for a text of the cast. */
export interface Plan {
  route: RouteName;
  who: Identity;
  method: string;
  /** By name, as they stand in the address. */
  params: Record<string, string>;
  query: object;
  /** Stands behind the query as it is. */
  rawQuery: string;
  headers: object;
  body: Body | null;
}

const otherMethods: readonly string[] = ['HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'POST', 'GET', 'TRACE'];
const brokenSegments = [
  '..',
  '%2e%2e%2f',
  '%00',
  '%ff',
  '%',
  '%zz',
  '__proto__',
  '%27%20or%201=1',
  'x'.repeat(5_000),
];
const rawQueries = [
  '&',
  '&%',
  '&a[b]=1',
  '&limit=1&limit=2',
  '&page=1&page=1',
  '&__proto__=1',
  '&search[$ne]=1',
  '&=&=',
  '&tags=%ff',
];
const oddHeaders: readonly Record<string, string>[] = [
  { accept: 'text/csv' },
  { accept: '*/*;q=x, ,' },
  { 'accept-encoding': 'gzip, br;q=0' },
  { 'content-encoding': 'gzip' },
  { authorization: 'Basic Og==' },
  { authorization: 'Bearer' },
  { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' },
  { 'if-none-match': '*' },
  { 'if-match': '*' },
  { range: 'bytes=9-1,-1' },
  { origin: 'null' },
  { host: 'evil.example' },
  { 'x-forwarded-for': 'unknown, ::1%lo, 999.1.1.1' },
  { 'x-http-method-override': 'DELETE' },
  { 'x-request-id': 'x'.repeat(5_000) },
  { cookie: 'forum-sign-in=%ff; __proto__=1' },
  { expect: '100-continue' },
  { connection: 'Upgrade', upgrade: 'h2c' },
  { connection: 'Upgrade', upgrade: 'websocket' },
];
const brokenBodies: readonly Body[] = [
  ...['', '{"title":', 'null', '"text"', '[]', '{"a":1}}', '{"__proto__":null}', '\ufeff{}', 'NaN'].map(
    asJson,
  ),
  asJson('['.repeat(100_000)),
  asJson(`{${Array.from({ length: 10_000 }, (_, key) => `"${key}":0`).join()}}`),
  asJson(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])),
  { type: 'application/json; charset=utf-16', content: '{}' },
  { type: 'application/x-www-form-urlencoded', content: 'title=x&isAdmin=true' },
  { type: 'text/plain', content: '{}' },
  { type: 'multipart/form-data', content: 'x' },
];

function asJson(content: Buffer | string): Body {
  return { type: 'application/json', content };
}

/** One request that should succeed, by the right person and, round after round, for each thing there is. */
export function calmPlan(name: RouteName, round: number): fc.Arbitrary<Plan> {
  const route: Route = routes[name];
  const known = knownValues[name] ?? {};
  const params = Object.fromEntries(
    paramsOf(route).map((param) => {
      const things = thingsFor(route, param);
      return [param, things[round % things.length] ?? ''];
    }),
  );
  const who = route.access === 'admin' ? 'moderator' : route.access === 'none' ? 'nobody' : 'owner';
  return fc
    .tuple(partOf(route.query), route.file ? goodFile : jsonBody(partOf(route.body), known))
    .map(([query, body]) => {
      const headers = known.headers ?? {};
      const parts = { params, query: { ...query, ...known.query }, rawQuery: '', headers, body };
      return { route: name, who, method: route.method, ...parts };
    });
}

/** Requests of any kind: what the schemas take, what they nearly take, and what no page would ever send. */
export function wildPlan(name: RouteName): fc.Arbitrary<Plan> {
  const route: Route = routes[name];
  const known = knownValues[name] ?? {};
  const valid = planOf(name, {
    query: partOf(route.query),
    headers: partOf(route.headers),
    body: partOf(route.body),
  });
  const nearly = (['query', 'headers', 'body'] as const).flatMap((part) => {
    const schema = route[part];
    if (!schema) return [];
    const wrong = nearlyValidValues(schema) as fc.Arbitrary<object>;
    return [valid.chain((plan) => wrong.map((value) => withPart(plan, part, value, known)))];
  });
  const body = route.file ? brokenFile : fc.constantFrom(...brokenBodies);
  const broken: fc.Arbitrary<Plan>[] = [
    fc.tuple(valid, fc.constantFrom(...otherMethods)).map(([plan, method]) => ({ ...plan, method })),
    fc.tuple(valid, body).map(([plan, content]) => ({ ...plan, body: content })),
    fc.tuple(valid, fc.constantFrom(...rawQueries)).map(([plan, rawQuery]) => ({ ...plan, rawQuery })),
    fc.tuple(valid, foreignEntry).map(([plan, entry]) => ({ ...plan, query: withKey(plan.query, ...entry) })),
    fc
      .tuple(valid, fc.constantFrom(...oddHeaders))
      .map(([plan, odd]) => ({ ...plan, headers: { ...plan.headers, ...odd } })),
    ...paramsOf(route).map((param) =>
      fc
        .tuple(valid, fc.oneof(fc.constantFrom(...brokenSegments), hostileText.map(segment)))
        .map(([plan, value]) => ({ ...plan, params: { ...plan.params, [param]: value } })),
    ),
  ];
  const others = nearly.length > 0 ? [{ weight: 3, arbitrary: fc.oneof(...nearly) }] : [];
  return fc.oneof({ weight: 2, arbitrary: valid }, ...others, { weight: 2, arbitrary: fc.oneof(...broken) });
}

interface PartArbitraries {
  query: fc.Arbitrary<object>;
  headers: fc.Arbitrary<object>;
  body: fc.Arbitrary<object>;
}

function planOf(name: RouteName, { query, headers, body }: PartArbitraries): fc.Arbitrary<Plan> {
  const route: Route = routes[name];
  const params = Object.fromEntries(
    paramsOf(route).map((param) => [param, fc.constantFrom('0000000000000000', ...thingsFor(route, param))]),
  );
  return fc.boolean().chain((isKnown) => {
    const known = (isKnown && knownValues[name]) || {};
    return fc.record<Plan>({
      route: fc.constant(name),
      who: callers(route),
      method: fc.constant<Method>(route.method),
      params: fc.record(params),
      query: query.map((value) => ({ ...value, ...known.query })),
      rawQuery: fc.constant(''),
      headers: headers.map((value) => ({ ...value, ...known.headers })),
      body: route.file ? goodFile : route.body ? jsonBody(body, known) : fc.constant(null),
    });
  });
}

/** Anybody; most often somebody who is let in, because only they get to what is behind the door. */
function callers({ access }: Route): fc.Arbitrary<Identity> {
  const entitled: Identity[] =
    access === 'admin' ? ['moderator'] : ['owner', 'owner', 'stranger', 'moderator'];
  return fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...entitled) }, fc.constantFrom(...identities));
}

/** A wrong part; what is known of the studio stands in it as far as it does not say otherwise. */
function withPart(plan: Plan, part: keyof Parts, value: object, known: Parts): Plan {
  const isPlain = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (part === 'body') return { ...plan, body: { json: isPlain ? mixed(known.body, value) : value } };
  return { ...plan, [part]: isPlain ? mixed(known[part], value) : {} };
}

function mixed(known: object | undefined, value: object): object {
  return Object.fromEntries([...Object.entries(known ?? {}), ...Object.entries(value)]);
}

const goodFile = fc
  .constantFrom(...Object.entries(sampleFiles))
  .map(([name, content]): Body => ({ type: multipartType, content: fileBody(name, content) }));

const fileName = fc.oneof(
  hostileText.map((text) => text.slice(0, 300)),
  hostileText.map((text) => `${text.slice(0, 300)}.png`),
  fc.constantFrom('a.exe', 'a.svg', '.png', 'a.', 'a.png.', `${'x'.repeat(5_000)}.txt`, 'a";x="b.txt'),
);
const brokenFile: fc.Arbitrary<Body> = fc.oneof(
  fc
    .tuple(
      fileName,
      fc.constantFrom(...Object.values(sampleFiles), Buffer.alloc(0)),
      fc.constantFrom('file', '', '__proto__'),
    )
    .map(([name, content, field]) => ({ type: multipartType, content: fileBody(name, content, field) })),
  fc.constantFrom<Body>(
    { type: multipartType, content: partHead('a.txt') },
    { type: multipartType, content: `${partHead('a.txt').repeat(500)}${bodyEnd}` },
    { type: multipartType, content: bodyEnd },
    { type: multipartType, content: '' },
    { type: 'multipart/form-data', content: fileBody('a.txt', 'x') },
    { type: 'multipart/form-data; boundary=', content: fileBody('a.txt', 'x') },
    { type: `multipart/form-data; boundary=${'x'.repeat(5_000)}`, content: fileBody('a.txt', 'x') },
    { type: 'application/json', content: '{"file":"x"}' },
  ),
);

function jsonBody(body: fc.Arbitrary<object>, known: Parts): fc.Arbitrary<Body> {
  return body.map((value) => ({ json: { ...value, ...known.body } }));
}

function partOf(schema: Route['body']): fc.Arbitrary<object> {
  return schema ? (validValues(schema) as fc.Arbitrary<object>) : fc.constant({});
}

function paramsOf({ path }: Route): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
}

/** What a parameter may stand for: the things of the folder before it, or the number of a revision. */
function thingsFor({ path }: Route, param: string): string[] {
  const folder = path.split(`/:${param}`)[0]?.split('/').at(-1) ?? '';
  if (param === 'rev') return ['1', '2', '99'];
  const things = thingsIn[folder];
  if (!things) throw new Error(`The fuzzer knows nothing that is in ${folder}.`);
  return things.map((thing) => `{${thing}}`);
}

function segment(text: string): string {
  // An empty one would make it the address of another route.
  return encodeURIComponent(text.slice(0, 5_000).toWellFormed()) || '%20';
}
