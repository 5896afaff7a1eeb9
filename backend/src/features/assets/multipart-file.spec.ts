import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ApiError } from '../../common/api-error.js';
import { bodyEnd, multipartType, partHead } from '../../testing/multipart.js';
import { type IncomingFile, receiveFile } from './multipart-file.js';

const tooLarge = new ApiError(413, 'payload_too_large', 'Too large.');

/** A request of which nothing has come yet. */
function openRequest(): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  request.headers = { 'content-type': multipartType };
  return request;
}

const receive = <T>(request: IncomingMessage, use: (file: IncomingFile) => Promise<T>) =>
  receiveFile(request, 'file', { bytes: 1_000_000, tooLarge }, use);

const seconds = (count: number) => count * 1_000;

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
});
afterEach(() => {
  jest.useRealTimers();
});

describe('a body that stops coming', () => {
  it('is given up after 30 seconds without a byte, not before', async () => {
    const request = openRequest();
    let failure: unknown;
    const received = receive(request, ({ bytes }) => buffer(bytes)).catch((error: unknown) => {
      failure = error;
    });
    for (const bytes of [partHead('a.txt'), 'slow', 'ly']) {
      request.push(bytes);
      await turn();
      jest.advanceTimersByTime(seconds(29));
      await turn();
      expect(failure).toBeUndefined();
    }
    jest.advanceTimersByTime(seconds(1));
    await received;
    expect(failure).toMatchObject({ status: 408, code: 'request_timeout' });
  });

  it('is waited for as long as the storage takes', async () => {
    const request = openRequest();
    const { promise: stored, resolve: store } = Promise.withResolvers<void>();
    const received = receive(request, async ({ bytes }) => {
      await stored;
      return (await buffer(bytes)).length;
    });
    const chunk = Buffer.alloc(64 * 1_024, 'x');
    request.push(partHead('a.txt'));
    await turn();
    let sent = 0;
    for (; !request.isPaused(); sent += chunk.length) {
      request.push(chunk);
      await turn();
    }
    jest.advanceTimersByTime(seconds(300));
    store();
    await turn();
    request.push(bodyEnd);
    request.complete = true;
    request.push(null);
    expect(await received).toBe(sent);
  });
});
