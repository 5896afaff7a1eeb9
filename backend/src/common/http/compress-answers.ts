import compression, { type CompressionOptions } from 'compression';
import type { NextFunction, Request, Response } from 'express';
import { noteUncompressed } from '../slow-clients/request-progress.js';

/** The middleware `compression`, which tells what waits in its compressors for clients that do not read. */
export function compressAnswers(options?: CompressionOptions) {
  const compress = compression(options);
  return (request: Request, response: Response, next: NextFunction): void =>
    compress(request, response, () => {
      const write = response.write.bind(response) as Send<boolean>;
      const end = response.end.bind(response) as Send<Response>;
      response.write = (...given: unknown[]) => {
        noteUncompressed(response, given[0]);
        return write(...given);
      };
      response.end = (...given: unknown[]) => {
        noteUncompressed(response, given[0]);
        return end(...given);
      };
      next();
    });
}

type Send<Result> = (...given: unknown[]) => Result;
