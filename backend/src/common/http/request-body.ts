import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { MIMEType } from 'node:util';
import { limits } from '@studio/contract/limits';
import type { Request } from 'express';
import { ApiError, serviceUnavailable } from '../errors/api-error.js';
import { collectAfter } from '../garbage-collection.js';
import { hasFile } from '../slow-clients/request-progress.js';
import { bodyMemory } from './body-memory.js';
import { clientNetwork } from './caller.js';

/**
 * Reads the body of a request.
 * @throws ApiError as `streamBody`
 */
export async function readBody(request: Request, response: ServerResponse, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  await streamBody(request, response, limit, (chunk) => void chunks.push(chunk));
  return Buffer.concat(chunks);
}

/**
 * Passes the body of a request to `consume` in pieces, the next one once it is done with the last. They take room in
 * `bodyMemory` until the response has ended.
 * @throws ApiError 413 beyond `limit` bytes, as soon as that is known; 503 if there is no room; 400 if the client has
 * disconnected; and what `consume` throws. The rest of the body is not read then.
 */
export function streamBody(
  request: Request,
  response: ServerResponse,
  limit: number,
  consume: (chunk: Buffer) => Promise<void> | void,
): Promise<void> {
  return new Promise((done, failed) => {
    let bytes = 0;
    let isSettled = false;
    let consumed: Promise<void> | void;
    const stop = () => {
      isSettled = true;
      request.off('data', take).off('end', finish);
    };
    const refuse = (error: unknown) => {
      stop();
      request.pause();
      failed(error);
    };
    const take = (chunk: Buffer) => {
      if (bytes + chunk.length > limit) refuse(tooLarge(limit));
      else if (bodyMemory.tryAdd(request, chunk.length)) {
        bytes += chunk.length;
        consumed = consume(chunk);
        if (!consumed) return;
        request.pause();
        consumed.then(() => isSettled || request.resume(), refuse);
      } else refuse(noRoom());
    };
    const succeed = () => {
      stop();
      done();
    };
    // Node may announce the end while the last piece is being consumed, although the request is paused.
    const finish = () => {
      Promise.resolve(consumed).then(succeed, refuse);
    };
    const leave = () => {
      bodyMemory.release(request);
      if (isSettled) return;
      stop();
      failed(new ApiError(400, 'bad_request', 'The request ended before its body did.'));
    };
    if (response.closed) leave();
    else if (Number(request.headers['content-length']) > limit) refuse(tooLarge(limit));
    else {
      bodyMemory.open(request, clientNetwork(request), () => {
        // It is not known yet what a request that is being handled comes to, so it gets no response.
        if (isSettled) response.destroy();
        else refuse(noRoom());
      });
      response.once('close', leave);
      request.on('data', take).on('end', finish);
    }
  });
}

/**
 * Parses a JSON body: an object or a list, in UTF-8, quick to parse. An empty body is an empty object.
 * @throws ApiError 400
 */
export function parseJsonBody(body: Buffer): object {
  if (body.length === 0) return {};
  if (!isCheapToParse(body))
    throw new ApiError(400, 'bad_request', 'The body has too many values, or is nested too deeply.');
  const text = decode(body);
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // The parser's message is not used, because it quotes parts of the body.
  }
  throw new ApiError(400, 'bad_request', 'The body is not valid JSON.');
}

/** Whether a body is uncompressed. Others are refused: no client needs them, and a small gzip body can be gigabytes. */
export function isUncompressed({ headers }: IncomingMessage): boolean {
  return (headers['content-encoding'] ?? 'identity').toLowerCase() === 'identity';
}

/** @throws ApiError 415 unless the headers declare uncompressed JSON in UTF-8. */
export function expectJson(request: Request): void {
  if (!request.is('application/json'))
    throw new ApiError(415, 'unsupported_media_type', 'Send JSON, with the content type application/json.');
  const charset = new MIMEType(request.headers['content-type'] ?? '').params.get('charset') ?? 'utf-8';
  if (charset.toLowerCase() !== 'utf-8' || !isUncompressed(request))
    throw new ApiError(415, 'unsupported_media_type', 'Send JSON in UTF-8, uncompressed.');
}

/** Fails on invalid UTF-8: replacing it by U+FFFD would change somebody's text silently. @throws ApiError 400 */
function decode(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw new ApiError(400, 'bad_request', 'The body is not valid UTF-8.');
  }
}

function tooLarge(limit: number): ApiError {
  return new ApiError(413, 'payload_too_large', `The request is too large. The limit is ${sizeText(limit)}.`);
}

/** A limit of bytes in words. */
export function sizeText(bytes: number): string {
  return bytes < 1_048_576 ? `${bytes / 1_024} KiB` : `${bytes / 1_048_576} MiB`;
}

function noRoom(): ApiError {
  return serviceUnavailable(
    undefined,
    'The server is busy with other requests. Please try again in a moment.',
  );
}

/** How much a JSON text may contain: commas and colons outside of strings, and levels of objects and arrays. */
export interface JsonLimits {
  separators: number;
  depth: number;
}

/** More than any body of the contract or a webhook has. */
export const bodyJson: JsonLimits = { separators: 20_000, depth: 100 };

const quote = 0x22;
const backslash = 0x5c;
/** What each byte does outside of a string. A table, because it is looked up for each byte of up to 8 MiB. */
const nothing = 0;
const opensText = 1;
const separates = 2;
const goesDeeper = 3;
const comesBack = 4;
const meaning = new Uint8Array(256);
meaning[quote] = opensText;
for (const sign of Buffer.from(',:')) meaning[sign] = separates;
for (const sign of Buffer.from('[{')) meaning[sign] = goesDeeper;
for (const sign of Buffer.from(']}')) meaning[sign] = comesBack;

/**
 * Whether a text can be parsed quickly, because it has few values of any size. A million keys or levels would block the
 * process for seconds; a string of the same size takes some milliseconds. Does not check whether it is valid JSON.
 */
export function isCheapToParse(body: Uint8Array, limits = bodyJson): boolean {
  let separators = 0;
  let depth = 0;
  for (let at = 0; at < body.length; at += 1) {
    const does = meaning[body[at] as number];
    if (does === nothing) continue;
    if (does === opensText) at = endOfString(body, at);
    else if (does === separates) separators += 1;
    else if (does === goesDeeper) depth += 1;
    else if (does === comesBack) depth -= 1;
    if (separators > limits.separators || depth > limits.depth) return false;
  }
  return true;
}

/** The index of the quote that ends the string from `start`; at or after the end of the body if there is none. */
function endOfString(body: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < body.length && body[at] !== quote) at += body[at] === backslash ? 2 : 1;
  return at;
}

/** How long a client that is still sending has to read its response. */
const lingerMs = 1_000;

/** Whether a request announces a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
}

/**
 * For a request that is refused before its body has been read: receives and discards the rest of a body of ordinary
 * size, and leaves the connection open, because a browser reads no response before it has sent everything. Of a larger
 * body, or one of unknown size, no more is read.
 */
export function discardBody(request: IncomingMessage, response: ServerResponse): void {
  const isOrdinary = Number(request.headers['content-length']) <= limits.projectBodyBytes;
  if (isOrdinary && !hasFile(request))
    // Paused if its beginning was why it is refused; a listener alone would leave it so.
    request.on('data', (chunk: Buffer) => collectAfter(chunk.length)).resume();
  else closeWithBodyUnread(request, response);
}

/**
 * For a response that is sent before the body has been read: reads no more of it, and closes the connection after the
 * response. Node alone would either read all of it, or reset the connection, which can lose the response (RFC 9112,
 * 9.6).
 */
export function closeWithBodyUnread(request: IncomingMessage, response: ServerResponse): void {
  if (request.complete || !hasBody(request)) return;
  // Node reads a request to its end if nothing has begun to read it.
  request.read(0);
  request.pause();
  response.setHeader('connection', 'close');
  const { socket } = request;
  socket.destroySoon = () => linger(socket);
}

/** Ends a connection whose client may still be sending, and would lose what it was sent last if it were closed at once. */
export function linger(socket: Socket): void {
  socket.end();
  setTimeout(() => socket.destroy(), lingerMs).unref();
}
