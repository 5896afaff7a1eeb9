import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import { StreamableFile } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Response } from 'express';
import { setResponseBytes } from '../slow-clients/request-progress.js';
import { acceptedEncoding, type Encoding } from './accepted-encoding.js';

type Compression = Exclude<Encoding, 'identity'>;

const minBytes = 1_024;
/** Longer texts are compressed in a thread. */
const maxSynchronousBytes = 65_536;
/** A fast level, with a window no larger than such a response: a tenth more bytes in a third of the time. */
const brotliOptions = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 16 },
};

/** Nest's adapter, but text and JSON that handlers return are sent as below. */
export class TextAdapter extends ExpressAdapter {
  override reply(response: Response, body: unknown, status?: number): unknown {
    if (body === undefined || body === null || body instanceof StreamableFile)
      return super.reply(response, body, status);
    if (status !== undefined) response.status(status);
    if (body instanceof RepeatedTextResponse) return body.reply(response);
    if (typeof body !== 'string' && !response.get('Content-Type')) response.type('json');
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const bytes = Buffer.byteLength(text);
    sendText(response, text, bytes);
    // Also of one that is not sent, for HEAD or 304: it was made all the same (ADR 31).
    setResponseBytes(response, bytes);
    return response;
  }
}

/**
 * Sends a text. Compresses texts of 1 to 64 KiB synchronously, because the middleware `compression`, which handles
 * longer ones, needs twice the CPU time and more memory for these (docs/measurements.md). The ETag does not depend on
 * the encoding.
 */
function sendText(response: Response, text: string, bytes: number): Response {
  const request = response.req;
  response.vary('Accept-Encoding');
  if (bytes < minBytes || bytes > maxSynchronousBytes || request.method === 'HEAD')
    return response.send(text);
  const encoding = acceptedEncoding(request);
  if (encoding === 'identity') return response.send(text);
  const tag = request.app.get('etag fn') as MakeTag;
  response.type(response.get('Content-Type') ?? 'html').set('ETag', tag(text));
  if (request.fresh) return response.send(text);
  response.set('Content-Encoding', encoding);
  return response.send(compress(text, encoding));
}

/** Express's `etag fn`. */
export type MakeTag = (text: string | Buffer) => string;

/** As the middleware `compression` does: made once, in a thread. */
const longBrotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
/** Long texts that are compressed at once: each takes one of four threads, of which `compressResponses` takes two. */
const maxCompressing = 1;
let compressing = 0;

/** A text that is sent many times: keeps its bytes, its ETag and its compressed forms for the next response. */
export class RepeatedTextResponse {
  readonly #bytes: number;
  /** Encoded if it is long. */
  readonly #body: string | Buffer;
  readonly #compressed: Partial<Record<Compression, Buffer | Promise<Buffer>>> = {};
  #tag: string | undefined;

  constructor(text: string) {
    this.#bytes = Buffer.byteLength(text);
    this.#body = this.#bytes > maxSynchronousBytes ? Buffer.from(text) : text;
  }

  /** Whether {@link send} can answer this request: the client has no other version of the text. */
  suits({ headers }: IncomingMessage, makeTag: MakeTag): boolean {
    const known = headers['if-none-match'];
    return known === undefined || known === this.#tagBy(makeTag);
  }

  /**
   * Sends the text like {@link sendText}, without Express; 304 if the client has it. A long text is compressed in a
   * thread, once for all its responses, and sent uncompressed while another one is being compressed.
   */
  async send(
    request: IncomingMessage,
    response: ServerResponse,
    type: string,
    makeTag: MakeTag,
  ): Promise<void> {
    response.setHeader('ETag', this.#tagBy(makeTag));
    response.appendHeader('Vary', 'Accept-Encoding');
    if (request.headers['if-none-match'] === this.#tag) {
      response.writeHead(304).end();
      return;
    }
    response.setHeader('Content-Type', type);
    const encoding = this.#bytes < minBytes ? 'identity' : acceptedEncoding(request);
    const compressed = encoding === 'identity' ? null : this.#compress(encoding);
    if (encoding === 'identity' || compressed === null) {
      response.setHeader('Content-Length', this.#bytes);
      response.end(this.#body);
    } else {
      response.setHeader('Content-Encoding', encoding);
      const bytes = compressed instanceof Buffer ? compressed : await compressed;
      response.setHeader('Content-Length', bytes.length);
      response.end(bytes);
    }
    setResponseBytes(response, this.#bytes);
  }

  /** Like {@link send}, by Express: for any request, of the type that the response has. */
  async reply(response: Response): Promise<unknown> {
    const request = response.req;
    const makeTag = request.app.get('etag fn') as MakeTag;
    response.set('ETag', this.#tagBy(makeTag));
    if (!request.fresh && request.method !== 'HEAD')
      return this.send(request, response, String(response.get('Content-Type')), makeTag);
    response.vary('Accept-Encoding').send(this.#body);
    setResponseBytes(response, this.#bytes);
    return response;
  }

  /** Null while another long text is being compressed. */
  #compress(encoding: Compression): Buffer | Promise<Buffer> | null {
    const known = this.#compressed[encoding];
    if (known) return known;
    if (typeof this.#body === 'string') return (this.#compressed[encoding] = compress(this.#body, encoding));
    if (compressing >= maxCompressing) return null;
    return (this.#compressed[encoding] = this.#compressLong(this.#body, encoding));
  }

  async #compressLong(body: Buffer, encoding: Compression): Promise<Buffer> {
    compressing += 1;
    try {
      return encoding === 'br'
        ? await promisify(brotliCompress)(body, longBrotliOptions)
        : await promisify(gzip)(body);
    } catch (error) {
      delete this.#compressed[encoding];
      throw error;
    } finally {
      compressing -= 1;
    }
  }

  #tagBy(makeTag: MakeTag): string {
    this.#tag ??= makeTag(this.#body);
    return this.#tag;
  }
}

function compress(text: string, encoding: Compression): Buffer {
  return encoding === 'br' ? brotliCompressSync(text, brotliOptions) : gzipSync(text);
}
