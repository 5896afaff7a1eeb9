import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { StreamableFile } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Response } from 'express';

const minBytes = 1_024;
const maxBytes = 65_536;
/** The fastest level, with a window no larger than a response: a tenth more bytes in a third of the time. */
const brotliOptions = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 16 },
};

/** Nest's adapter, which sends what handlers return by {@link sendText}, if it is text or JSON. */
export class TextAdapter extends ExpressAdapter {
  override reply(response: Response, body: unknown, status?: number): unknown {
    if (body === undefined || body === null || body instanceof StreamableFile)
      return super.reply(response, body, status);
    if (status !== undefined) response.status(status);
    if (typeof body === 'string') return sendText(response, body);
    if (!response.get('Content-Type')) response.type('json');
    return sendText(response, JSON.stringify(body));
  }
}

/**
 * Sends a text, one of a few kilobytes compressed at once: the middleware `compression`, which has the others, takes
 * twice the processor time for it and more memory (docs/measurements.md). The ETag is that of the text, however it is sent.
 */
export function sendText(response: Response, text: string): Response {
  const request = response.req;
  const bytes = Buffer.byteLength(text);
  if (bytes < minBytes || bytes > maxBytes || request.method === 'HEAD') return response.send(text);
  const encoding = request.acceptsEncodings('br', 'gzip');
  if (encoding !== 'br' && encoding !== 'gzip') return response.send(text);
  const tag = request.app.get('etag fn') as (text: string) => string;
  response.type(response.get('Content-Type') ?? 'html').set('ETag', tag(text));
  if (request.fresh) return response.send(text);
  response.set('Content-Encoding', encoding);
  return response.send(encoding === 'br' ? brotliCompressSync(text, brotliOptions) : gzipSync(text));
}
