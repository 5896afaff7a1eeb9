import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { ErrorBody } from '@studio/contract/errors';
import type { Asset } from '@studio/contract/http/assets';
import type { Person, TestStudio } from '../studio/test-studio.js';
import { multipartType } from './multipart.js';

interface UploadResponse {
  status: number;
  headers: IncomingMessage['headers'];
  body: Asset & ErrorBody;
}

/** An upload whose bytes the test sends one by one. */
export interface OpenUpload {
  call: ClientRequest;
  /** Resolves once the bytes so far have left this process. */
  send(bytes: Buffer | string): Promise<void>;
  response: Promise<UploadResponse>;
}

/** Sends the headers of an upload: chunked, or with a Content-Length. `address`: what a trusted proxy forwards. */
export function openUpload(
  { url }: Pick<TestStudio, 'url'>,
  who: Person,
  contentLength?: number,
  address?: string,
): OpenUpload {
  const call = request(`${url}/api/assets/upload`, {
    method: 'POST',
    headers: {
      'content-type': multipartType,
      authorization: `Bearer ${who.access_token}`,
      ...(contentLength === undefined ? {} : { 'content-length': contentLength }),
      ...(address === undefined ? {} : { 'x-forwarded-for': address }),
    },
  });
  call.flushHeaders();
  const response = responseTo(call);
  // A test that aborts an upload does not await the response.
  response.catch(() => undefined);
  return {
    call,
    response,
    async send(bytes) {
      if (call.write(bytes) || call.destroyed) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      call.once('drain', resolve).once('close', resolve);
      await promise;
      call.off('close', resolve);
    },
  };
}

async function responseTo(call: ClientRequest): Promise<UploadResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  // An error after the response is ignored: it only means that the connection ended before all bytes were sent.
  call.on('response', resolve).on('error', reject);
  const response = await promise;
  const text = (await response.toArray()).join('');
  return { status: response.statusCode ?? 0, headers: response.headers, body: JSON.parse(text) };
}
