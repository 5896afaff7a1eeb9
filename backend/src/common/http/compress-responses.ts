import compression, { type CompressionOptions } from 'compression';
import type { NextFunction, Request, Response } from 'express';
import { noteUncompressed } from '../slow-clients/request-progress.js';
import { acceptedEncoding } from './accepted-encoding.js';

type Send<Result> = (...given: unknown[]) => Result;

/**
 * The limit for texts that are being compressed, in bytes: more than one client may have waiting. Brotli needs four
 * times as much memory again for a long text.
 */
const maxBytesAtOnce = 72 * 1_048_576;
let bytesUnderWay = 0;

/**
 * The middleware `compression`, with a count of the bytes that wait in its compressors for clients that do not read.
 * While these are too many, further responses are sent uncompressed. Without deflate, in which no file is kept: it would
 * be compressed anew for each request, and every browser accepts gzip.
 */
export function compressResponses(options?: CompressionOptions) {
  const compress = compression({
    ...options,
    filter: (request, response) =>
      bytesUnderWay <= maxBytesAtOnce &&
      acceptedEncoding(request) !== 'identity' &&
      compression.filter(request, response),
  });
  return (request: Request, response: Response, next: NextFunction): void => {
    compress(request, response, () => {
      let bytes = 0;
      const note = (piece: unknown) => {
        if (response.closed) return;
        const more = noteUncompressed(response, piece);
        bytes += more;
        bytesUnderWay += more;
      };
      response.once('close', () => (bytesUnderWay -= bytes));
      const write = response.write.bind(response) as Send<boolean>;
      const end = response.end.bind(response) as Send<Response>;
      response.write = (...given: unknown[]) => {
        note(given[0]);
        return write(...given);
      };
      response.end = (...given: unknown[]) => {
        note(given[0]);
        return end(...given);
      };
      next();
    });
  };
}
