import { jest } from '@jest/globals';
import { assetRoutes } from '@studio/contract/http/assets';
import { type HttpResponse, listen } from '@/testing/http-server.ts';
import { createFileUpload, type SendFile, type UploadOptions } from './file-upload.ts';

const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'authorization' };
let response: HttpResponse | 'hang' | 'cut';
let wire: Awaited<ReturnType<typeof listen>>;
let send: SendFile;
let arrived: PromiseWithResolvers<void>;
const refused: (string | null)[] = [];

beforeEach(async () => {
  refused.length = 0;
  arrived = Promise.withResolvers();
  wire = await listen(({ method }) => {
    if (method === 'OPTIONS') return { status: 204, headers: cors };
    arrived.resolve();
    return typeof response === 'string'
      ? response
      : { ...response, headers: { ...cors, ...response.headers } };
  });
  send = createFileUpload({
    baseUrl: wire.baseUrl,
    token: () => 'secret',
    onUnauthorized: (token) => refused.push(token),
  });
});
afterEach(() => wire.close());

const file = new File(['{"a": 1}'], 'ä "b".json', { type: 'application/json' });
const upload = (options: Partial<UploadOptions> = {}) =>
  send(assetRoutes.uploadAsset, file, {
    timeout: 5_000,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    ...options,
  });

test('sends the file in its field, with its name and the token', async () => {
  response = { status: 201, body: '{"id":"x"}' };
  expect(await upload()).toEqual({
    ok: true,
    data: { id: 'x' },
  });
  const { method, url, headers, body } = wire.requests.at(-1) ?? {};
  expect([method, url, headers?.authorization]).toEqual(['POST', '/api/assets/upload', 'Bearer secret']);
  expect(headers?.['content-type']).toMatch(/^multipart\/form-data; boundary=/);
  expect(body).toMatch(/name="file"; filename="ä .*b.*\.json"\r\n/);
  expect(body).toContain('\r\n\r\n{"a": 1}\r\n');
});

test('what the server says against it is an error with its sentence', async () => {
  response = { status: 413, body: '{"code":"quota_exceeded","detail":"Too much."}', headers: {} };
  expect(await upload()).toMatchObject({
    ok: false,
    error: { status: 413, code: 'quota_exceeded', message: 'Too much.' },
  });
});

test('a refused session is reported with its token', async () => {
  response = { status: 401, body: '{"code":"unauthorized","detail":"No."}' };
  await upload();
  expect(refused).toEqual(['secret']);
});

test('no response is a network error, one that does not come in time says so', async () => {
  // jsdom writes each network error to the console.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  response = 'cut';
  expect(await upload()).toMatchObject({
    ok: false,
    error: { status: null, message: 'Network error - please check your connection.' },
  });
  response = 'hang';
  expect(await upload({ timeout: 50 })).toMatchObject({
    ok: false,
    error: { message: 'The upload has not moved for 0.05 s. Check your connection and try again.' },
  });
});

test('a slow upload takes as long as it moves; where it stands still, its time is up', async () => {
  response = 'hang';
  const opened = jest.spyOn(XMLHttpRequest.prototype, 'open');
  jest.useFakeTimers();
  const ended = jest.fn();
  const waiting = upload({ timeout: 60_000 });
  void waiting.then(ended);
  // All its bytes have arrived, so later progress events come from the test.
  await arrived.promise;
  const request = opened.mock.contexts[0] as XMLHttpRequest;
  for (let loaded = 1; loaded <= file.size; loaded += 1) {
    await jest.advanceTimersByTimeAsync(59_000);
    request.upload.dispatchEvent(new ProgressEvent('progress', { loaded }));
  }
  await jest.advanceTimersByTimeAsync(59_000);
  expect(ended).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(1_000);
  jest.useRealTimers();
  expect(await waiting).toMatchObject({
    ok: false,
    error: { message: expect.stringMatching(/not moved for 60 s/) },
  });
});

test('an aborted upload ends at once', async () => {
  response = 'hang';
  const cancelled = new AbortController();
  const waiting = upload({ signal: cancelled.signal });
  cancelled.abort();
  expect(await waiting).toMatchObject({ ok: false, error: { message: 'The upload was cancelled.' } });
});
