import { createHmac } from 'node:crypto';
import { type Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { routes } from '@studio/contract/routes';
import type { TestStudio } from '../support/studio/test-studio.js';
import { type Cast, metricsToken, webhookSecret } from './cast.js';
import type { Plan } from './plan.js';

/** A request as it goes over the wire. */
export interface WireRequest {
  method: string;
  path: string;
  headers: Record<string, string | string[]>;
  body: Buffer | null;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** The longest text that stands in an address or a header: a request line ends at 16 KiB. */
const longestInHead = 6_000;

/** Puts the cast into a plan. */
export function wireRequest(plan: Plan, cast: Cast): WireRequest {
  const route: { path: string } = routes[plan.route];
  const fill = (text: string, more: Record<string, string> = {}) =>
    text.replace(
      /\{(\w+)\}/g,
      (whole, name: string) => ({ ...cast.texts, metricsToken, ...more })[name] ?? whole,
    );
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => fill(plan.params[name] ?? ''));
  const body = bodyBytes(plan, fill);
  const signature = body === null ? '' : createHmac('sha256', webhookSecret).update(body).digest('hex');
  const headers: WireRequest['headers'] = {
    'x-forwarded-for': cast.addressOf(plan.who),
    ...(plan.body ? { 'content-type': 'type' in plan.body ? plan.body.type : 'application/json' } : {}),
    ...authorization(plan, cast),
  };
  for (const [name, value] of Object.entries(plan.headers))
    if (/^[\w-]+$/.test(name))
      headers[name] = sendable(fill(String(value), { signature: `sha256=${signature}` }));
  // Whoever reads the metrics by token comes straight from the network.
  if (plan.route === 'metrics') delete headers['x-forwarded-for'];
  const query = [...queryPairs(plan.query)].map(
    ([name, value]) => `${inQuery(name)}=${inQuery(fill(value))}`,
  );
  return {
    method: plan.method,
    path: `/api${path}${query.length + plan.rawQuery.length > 0 ? '?' : ''}${query.join('&')}${plan.rawQuery}`,
    headers,
    body,
  };
}

/** @throws when the connection ends without an answer, or none comes. */
export async function send(studio: TestStudio, agent: Agent, wire: WireRequest): Promise<Answer> {
  const { method, path, headers, body } = wire;
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const length = body === null ? {} : { 'content-length': body.length };
  const call = request(`${studio.url}/`, {
    agent,
    method,
    path,
    headers: { ...headers, ...length },
    timeout: 20_000,
  });
  call.on('timeout', () => call.destroy(new Error('No answer within 20 seconds.')));
  call.on('error', (error: NodeJS.ErrnoException) => {
    // The server had ended a connection that was idle; a new one tells whether it is the request.
    if (call.reusedSocket && error.code === 'ECONNRESET') resolve(send(studio, agent, wire));
    else reject(error);
  });
  call.on('response', (response) => {
    const { statusCode = 0, headers } = response;
    readText(response).then((text) => resolve({ status: statusCode, headers, text }), reject);
  });
  call.end(body ?? undefined);
  return promise;
}

async function readText(response: IncomingMessage): Promise<string> {
  const bytes = Buffer.concat(await response.toArray());
  const isZipped = response.headers['content-encoding'] === 'gzip' && bytes.length > 0;
  return String(isZipped ? gunzipSync(bytes) : bytes);
}

function bodyBytes({ body }: Plan, fill: (text: string) => string): Buffer | null {
  if (body === null) return null;
  if ('json' in body) return Buffer.from(fill(JSON.stringify(body.json) ?? ''));
  return Buffer.from(body.content);
}

function authorization({ who }: Plan, { people }: Cast): { authorization?: string } {
  if (who === 'nobody') return {};
  const token = who === 'forged' ? `${people.owner.access_token.slice(0, -4)}AAAA` : people[who].access_token;
  return { authorization: `Bearer ${token}` };
}

/** Lists become repeated parameters, as they would in a form. */
function* queryPairs(query: object): Generator<[string, string]> {
  for (const [name, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value : [value]) yield [name, textOf(one)];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function inQuery(text: string): string {
  return encodeURIComponent(text.slice(0, longestInHead / 6).toWellFormed());
}

/** What a client cannot send in a header becomes a question mark. */
function sendable(text: string): string {
  return text.slice(0, longestInHead).replace(/[^\t\x20-\x7e\x80-\xff]/g, '?');
}
