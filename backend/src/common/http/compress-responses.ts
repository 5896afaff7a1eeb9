import compression, { type CompressionOptions } from 'compression';
import type { NextFunction, Request, Response } from 'express';
import { countUncompressed, responseBytes } from '../slow-clients/request-progress.js';
import { acceptedEncoding } from './accepted-encoding.js';
import { clientNetwork } from './caller.js';

type Send<Result> = (...given: unknown[]) => Result;

/**
 * While this many bytes of one network's responses are being compressed, its further ones are sent uncompressed: Brotli
 * takes a thread of Node's pool for 0.2 s for the longest, and sign-ins and reads of files wait for the same four.
 */
const maxBytesOfNetwork = 1_048_576;
/** The same for all networks: two of the longest responses, which leave half of the threads to others. */
const maxBytesAtOnce = 4 * 1_048_576;
/**
 * The same with those that wait for a client that does not read, and so take no thread, but memory: more than one client
 * may have waiting. Brotli needs four times as much again for a long text.
 */
const maxBytesWaiting = 72 * 1_048_576;
/** The networks of the responses that are being compressed. */
const underWay = new Map<Response, string>();

/**
 * The middleware `compression`, for as many bytes at once as leave room for others, in threads and in memory: a
 * compressor waits for a client that does not read. Without deflate, in which no file is kept: it would be compressed
 * anew for each request, and every browser accepts gzip.
 */
export function compressResponses(options?: CompressionOptions) {
  const compress = compression({
    ...options,
    filter: (request, response) =>
      acceptedEncoding(request) !== 'identity' &&
      compression.filter(request, response) &&
      tryToBegin(response, clientNetwork(request)),
  });
  return (request: Request, response: Response, next: NextFunction): void => {
    response.once('close', () => underWay.delete(response));
    const send = response.end.bind(response) as Send<Response>;
    // Called by the compressor once it has compressed everything.
    response.end = (...given: unknown[]) => {
      underWay.delete(response);
      return send(...given);
    };
    compress(request, response, () => {
      const write = response.write.bind(response) as Send<boolean>;
      const end = response.end.bind(response) as Send<Response>;
      response.write = (...given: unknown[]) => {
        countUncompressed(response, given[0]);
        return write(...given);
      };
      response.end = (...given: unknown[]) => {
        countUncompressed(response, given[0]);
        return end(...given);
      };
      next();
    });
  };
}

function tryToBegin(response: Response, network: string): boolean {
  let ofNetwork = 0;
  let ofAll = 0;
  let waiting = 0;
  for (const [other, itsNetwork] of underWay) {
    const bytes = responseBytes(other);
    waiting += bytes;
    if (other.writableNeedDrain) continue;
    ofAll += bytes;
    if (itsNetwork === network) ofNetwork += bytes;
  }
  const isFull = ofAll >= maxBytesAtOnce || ofNetwork >= maxBytesOfNetwork || waiting >= maxBytesWaiting;
  if (response.closed || response.hasHeader('Content-Encoding') || isFull) return false;
  underWay.set(response, network);
  return true;
}
