import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { bodyEnd, multipartType, partHead } from '../../../../test/support/requests/multipart.js';
import { ApiError } from '../../../common/errors/api-error.js';
import { keepsThroughput, startProgress } from '../../../common/slow-clients/request-progress.js';
import { receiveFile } from './multipart-file.js';

const tooLarge = new ApiError(413, 'payload_too_large', 'Too large.');

describe('a body that the storage takes slowly', () => {
  it('is read no faster than that, and waited for as long as it takes', async () => {
    const request = new IncomingMessage(new Socket());
    request.headers = { 'content-type': multipartType };
    const line = startProgress(request, new ServerResponse(request));
    const { promise: stored, resolve: store } = Promise.withResolvers<void>();
    const received = receiveFile(request, 'file', { bytes: 1_000_000, tooLarge }, async ({ bytes }) => {
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
    for (let look = 0; look < 300; look += 1) expect(keepsThroughput(line)).toBe(true);
    store();
    await turn();
    request.push(bodyEnd);
    request.complete = true;
    request.push(null);
    expect(await received).toBe(sent);
  });
});
