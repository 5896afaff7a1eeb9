import { jest } from '@jest/globals';
import { linkRoutes } from '@studio/contract/links';
import { routes } from '@studio/contract/routes';
import { type HttpResponse, listen } from '@/testing/http-server.ts';
import { type Call, createHttpClient } from './http-client.ts';

let response: HttpResponse | 'hang' | 'cut';
let wire: Awaited<ReturnType<typeof listen>>;
let call: Call;
let token: string | null;
const refused: (string | null)[] = [];

beforeEach(async () => {
  response = { status: 200, body: '{}' };
  token = 'secret';
  refused.length = 0;
  wire = await listen(() => response);
  call = createHttpClient({
    baseUrl: wire.baseUrl,
    fetch,
    token: () => token,
    onUnauthorized: (given) => refused.push(given),
  });
});
afterEach(() => wire.close());

const id = '0123456789abcdef';

test('sends method, path, query, headers, token and JSON as the contract says', async () => {
  response = { status: 200, body: '{"id":"x"}' };
  const saved = await call(routes.updateProject, {
    params: { id },
    body: { html: 'é' },
    headers: { 'if-match': '"3"', 'x-save-kind': 'auto' },
  });
  expect(saved).toEqual({ ok: true, data: { id: 'x' } });
  expect(wire.requests[0]).toMatchObject({
    method: 'PUT',
    url: `/api/projects/${id}`,
    body: '{"html":"é"}',
    headers: {
      authorization: 'Bearer secret',
      'content-type': 'application/json',
      'if-match': '"3"',
      'x-save-kind': 'auto',
    },
  });
  await call(routes.listPublicProjects, { query: { search: 'a&b', limit: 1 } });
  expect(wire.requests[1]?.url).toBe('/api/projects/public?search=a%26b&limit=1');
});

test('a path parameter cannot leave its place', async () => {
  await call(routes.readProject, { params: { id: '../auth/me?x=' } });
  expect(wire.requests[0]?.url).toBe('/api/projects/..%2Fauth%2Fme%3Fx%3D');
});

test('sends no token where there is none, nor where the route looks at none', async () => {
  token = null;
  await call(routes.me);
  token = 'secret';
  await call(routes.login, { body: { email: 'a@b.c', password: 'x' } });
  expect(wire.requests.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined]);
});

test('204 is a response without data', async () => {
  response = { status: 204 };
  expect(await call(routes.logout)).toEqual({ ok: true, data: undefined });
});

test.each([
  ['detail first', '{"detail":"D","message":"M","code":"forbidden"}', 'D'],
  ['else message', '{"message":"M"}', 'M'],
  ['else a sentence of our own', '<html>', 'An error occurred.'],
])('an error’s sentence: %s', async (_, body, message) => {
  response = { status: 403, body };
  expect(await call(routes.me)).toMatchObject({ ok: false, error: { status: 403, message } });
});

test.each(['hang', 'cut'] as const)('no response at all (%s) is a network error', async (how) => {
  response = how;
  const waiting = call(routes.forkProject, { params: { id }, signal: AbortSignal.timeout(50) });
  expect(await waiting).toEqual({
    ok: false,
    error: { status: null, code: 'network_error', message: 'Network error - please check your connection.' },
  });
});

test('a call has 30 seconds', async () => {
  const timeout = jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort());
  for (const options of [{}, { signal: new AbortController().signal }]) {
    const timedOut = await call(routes.me, options);
    expect(timeout).toHaveBeenLastCalledWith(30_000);
    expect(timedOut).toMatchObject({ ok: false, error: { code: 'network_error' } });
  }
  timeout.mockRestore();
});

test('a response that is not JSON is an error, not an exception', async () => {
  response = { status: 200, body: '<html>a hotel’s login page</html>' };
  expect(await call(routes.me)).toMatchObject({ ok: false, error: { code: 'unreadable_response' } });
});

test('a page that comes in place of 204 confirms nothing', async () => {
  response = { status: 200, body: '<html>a hotel’s login page</html>' };
  const revoked = await call(linkRoutes.revokeLink, { params: { id, linkId: id } });
  expect(revoked).toMatchObject({ ok: false, error: { code: 'unreadable_response' } });
});

test('reports a refused session with its token, but not a wrong password', async () => {
  response = { status: 401, body: '{"code":"unauthorized"}' };
  await call(routes.me);
  await call(routes.login, { body: { email: 'a@b.c', password: 'wrong' } });
  response = { status: 401, body: '{"code":"invalid_credentials"}' };
  await call(routes.changePassword, { body: { currentPassword: 'wrong', newPassword: 'long enough' } });
  expect(refused).toEqual(['secret']);
});

test('hands on how long the server asks to wait, and the whole body of a conflict', async () => {
  response = {
    status: 429,
    headers: { 'retry-after': '7' },
    body: '{"code":"too_many_requests","detail":"Slower."}',
  };
  expect(await call(routes.me)).toMatchObject({
    ok: false,
    error: { retryAfter: 7, code: 'too_many_requests' },
  });
  response = { status: 409, body: '{"code":"version_conflict","current":{"version":9}}' };
  expect(await call(routes.me)).toMatchObject({ ok: false, error: { body: { current: { version: 9 } } } });
});
