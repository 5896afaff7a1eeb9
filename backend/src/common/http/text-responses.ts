import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { StreamableFile } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Response } from 'express';
import { acceptedEncoding, type Encoding } from './accepted-encoding.js';

type Compression = Exclude<Encoding, 'identity'>;

const minBytes = 1_024;
/** Longer texts are compressed in a thread, by the middleware `compression`. */
export const maxBytesAtOnce = 65_536;
/** A fast level, with a window no larger than a response: a tenth more bytes in a third of the time. */
const brotliOptions = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 16 },
};

/** Nest's adapter, but text and JSON that handlers return are sent by {@link sendText}. */
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
 * Sends a text. Compresses texts of 1 to 64 KiB synchronously, because the middleware `compression`, which handles
 * longer ones, needs twice the CPU time and more memory for these (docs/measurements.md). The ETag does not depend on
 * the encoding.
 */
export function sendText(response: Response, text: string): Response {
  const request = response.req;
  response.vary('Accept-Encoding');
  const bytes = Buffer.byteLength(text);
  if (bytes < minBytes || bytes > maxBytesAtOnce || request.method === 'HEAD') return response.send(text);
  const encoding = acceptedEncoding(request);
  if (encoding === 'identity') return response.send(text);
  const tag = request.app.get('etag fn') as MakeTag;
  response.type(response.get('Content-Type') ?? 'html').set('ETag', tag(text));
  if (request.fresh) return response.send(text);
  response.set('Content-Encoding', encoding);
  return response.send(compress(text, encoding));
}

/** Express's `etag fn`. */
export type MakeTag = (text: string) => string;

/** A text that is sent many times: keeps its ETag and compressed forms for the next response. */
export class RepeatedTextResponse {
  readonly #bytes: number;
  readonly #compressed: Partial<Record<Compression, Buffer>> = {};
  #tag: string | undefined;

  constructor(private readonly text: string) {
    this.#bytes = Buffer.byteLength(text);
  }

  /** Whether {@link send} can answer this request: the text is short, and the client has no other version of it. */
  suits({ headers }: IncomingMessage, makeTag: MakeTag): boolean {
    const known = headers['if-none-match'];
    return this.#bytes <= maxBytesAtOnce && (known === undefined || known === this.#tagBy(makeTag));
  }

  /** Sends the text like {@link sendText}, without Express and of any length; 304 if the client has it. */
  send(request: IncomingMessage, response: ServerResponse, type: string, makeTag: MakeTag): void {
    response.setHeader('ETag', this.#tagBy(makeTag));
    response.appendHeader('Vary', 'Accept-Encoding');
    if (request.headers['if-none-match'] === this.#tag) {
      response.writeHead(304).end();
      return;
    }
    response.setHeader('Content-Type', type);
    const encoding = this.#bytes < minBytes ? 'identity' : acceptedEncoding(request);
    if (encoding === 'identity') {
      response.end(this.text);
      return;
    }
    response.setHeader('Content-Encoding', encoding);
    this.#compressed[encoding] ??= compress(this.text, encoding);
    response.end(this.#compressed[encoding]);
  }

  #tagBy(makeTag: MakeTag): string {
    this.#tag ??= makeTag(this.text);
    return this.#tag;
  }
}

function compress(text: string, encoding: Compression): Buffer {
  return encoding === 'br' ? brotliCompressSync(text, brotliOptions) : gzipSync(text);
}
