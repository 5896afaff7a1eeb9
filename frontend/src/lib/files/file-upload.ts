import type { Route } from '@studio/contract/route';
import { type Data, type HttpDependencies, noResponse, type Result, readResponse } from '../http-client.ts';

/** A route that takes a file as multipart/form-data. */
type FileRoute = Route & { file: string };

export interface UploadOptions {
  /** Milliseconds without any progress, up to the response; a slow connection has no other limit. */
  timeout: number;
  signal: AbortSignal;
  /** Called with the number of bytes sent, which only grows. */
  onProgress: (bytes: number) => void;
}

/** Sends one file to a route of the contract. Errors are values, also when it is aborted. */
export type SendFile = <R extends FileRoute>(
  route: R,
  file: File,
  options: UploadOptions,
) => Promise<Result<Data<R>>>;

/** Uploads of the page. Uses XMLHttpRequest, since fetch does not report the progress of a request body. */
export function createFileUpload(dependencies: Omit<HttpDependencies, 'fetch'>): SendFile {
  function send(route: FileRoute, file: File, options: UploadOptions): Promise<Result<unknown>> {
    const { timeout, signal, onProgress } = options;
    const token = dependencies.token();
    const request = new XMLHttpRequest();
    request.open(route.method, dependencies.baseUrl + route.path);
    request.setRequestHeader('accept', 'application/json');
    if (token !== null) request.setRequestHeader('authorization', `Bearer ${token}`);
    const body = new FormData();
    body.set(route.file, file, file.name);

    return new Promise((resolve) => {
      const fail = (message: string) => resolve({ ok: false, error: { ...noResponse, message } });
      const abort = () => request.abort();
      const giveUp = () => {
        fail(`The upload has not moved for ${timeout / 1_000} s. Check your connection and try again.`);
        abort();
      };
      let silence = setTimeout(giveUp, timeout);
      request.upload.onprogress = ({ loaded }) => {
        clearTimeout(silence);
        silence = setTimeout(giveUp, timeout);
        // `loaded` includes the multipart envelope.
        onProgress(Math.min(loaded, file.size));
      };
      request.onload = () => {
        if (request.status === 401) dependencies.onUnauthorized(token);
        resolve(readResponse(responseOf(request), request.responseText));
      };
      request.onerror = () => fail(noResponse.message);
      request.onabort = () => fail('The upload was cancelled.');
      request.onloadend = () => {
        clearTimeout(silence);
        signal.removeEventListener('abort', abort);
      };
      signal.addEventListener('abort', abort);
      request.send(body);
      if (signal.aborted) abort();
    });
  }
  // Without a check, as in `createHttpClient`.
  return send as SendFile;
}

function responseOf(request: XMLHttpRequest): Response {
  const retryAfter = request.getResponseHeader('retry-after');
  return new Response(null, {
    status: request.status,
    headers: retryAfter === null ? {} : { 'retry-after': retryAfter },
  });
}
