import type { IncomingMessage } from 'node:http';
import { addAbortSignal, type Readable } from 'node:stream';
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { ApiError } from '../../../common/errors/api-error.js';
import { collectAfter } from '../../../common/garbage-collection.js';
import { expectFile } from '../../../common/slow-clients/request-progress.js';
import { overheadBytes, type Reservation } from './upload-reservations.js';

/** A file that is being received. */
export interface IncomingFile {
  /** As the client sent it. */
  name: string;
  bytes: Readable;
  /** Aborted when the rest will not arrive. */
  signal: AbortSignal;
}

/** Limit of one part's headers, which contain the name. */
const headerBytes = 16 * 1_024;
/** Buffer between two steps of an upload. Small, so that ten uploads release it between two garbage collections. */
const bufferBytes = 128 * 1_024;

/**
 * Passes the only file of a multipart/form-data body to `use` while it arrives, and resolves with the result of `use`
 * once the whole body has been read. Any error stops the reading at once.
 * @throws ApiError 400 for anything but one file in `field`, 413 beyond the reservation, 415 for another type of
 * body; and what `use` throws.
 */
export async function receiveFile<T>(
  request: IncomingMessage,
  field: string,
  { bytes: maxBytes, tooLarge }: Pick<Reservation, 'bytes' | 'tooLarge'>,
  use: (file: IncomingFile) => Promise<T>,
): Promise<T> {
  const parser = openParser(request, maxBytes);
  expectFile(request);
  const ended = new AbortController();
  const end = (error: unknown) => ended.abort(error);
  let used: Promise<T> | undefined;
  parser
    .on('file', (name, bytes, filename) => {
      // Without a listener, an error of the stream would end the process.
      addAbortSignal(ended.signal, bytes)
        .on('error', end)
        .on('limit', () => end(tooLarge));
      if (name !== field || filename === undefined) return end(onlyOneFile(field));
      // Browsers write a quotation mark so (HTML standard: multipart/form-data).
      used = use({ name: filename.replaceAll('%22', '"'), bytes, signal: ended.signal });
      used.catch(end);
    })
    .on('partsLimit', () => end(onlyOneFile(field)))
    .on('fieldsLimit', () => end(onlyOneFile(field)))
    .on('error', () => end(broken()));
  try {
    await feed(request, parser, { maxBytes: maxBytes + overheadBytes, tooLarge, end, signal: ended.signal });
    if (!used) throw onlyOneFile(field);
    return await used;
  } finally {
    // Callers clean up next, so wait until `use` has ended.
    await used?.catch(() => undefined);
  }
}

interface Feeding {
  maxBytes: number;
  tooLarge: ApiError;
  end: (error: unknown) => void;
  signal: AbortSignal;
}

/** Writes a request's body to the parser, with back pressure. Rejects as soon as the signal is aborted. */
async function feed(request: IncomingMessage, parser: BusboyInstance, feeding: Feeding): Promise<void> {
  const { end, signal, tooLarge } = feeding;
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const { promise: parsed, resolve } = Promise.withResolvers<void>();
  let left = feeding.maxBytes;
  const take = (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) return end(tooLarge);
    collectAfter(chunk.length);
    if (!parser.write(chunk)) request.pause();
  };
  const goOn = () => signal.aborted || request.resume();
  const finish = () => parser.end();
  const leave = () => request.complete || end(brokenOff());
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  parser.on('drain', goOn).once('finish', resolve);
  request.on('data', take).once('end', finish).once('close', leave);
  // If the client left while the quota was being reserved, there is no `close` event any more.
  if (request.destroyed) leave();
  try {
    await Promise.race([aborted, parsed]);
  } finally {
    request.off('data', take).off('end', finish).off('close', leave).pause();
  }
}

/** A signal that is aborted as soon as the rest of the request cannot arrive any more. */
export function brokenOffSignal(request: IncomingMessage): AbortSignal {
  const leaving = new AbortController();
  const leave = () => request.complete || leaving.abort(brokenOff());
  if (request.destroyed) leave();
  else request.once('close', leave);
  return leaving.signal;
}

function openParser(request: IncomingMessage, maxBytes: number): BusboyInstance {
  const type = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\s*;/i.test(type))
    throw new ApiError(415, 'unsupported_media_type', 'Send the file as multipart/form-data.');
  try {
    return new Busboy({
      headers: request.headers as BusboyHeaders,
      preservePath: true,
      highWaterMark: bufferBytes,
      fileHwm: bufferBytes,
      limits: { parts: 1, fields: 0, fileSize: maxBytes, headerSize: headerBytes },
    });
  } catch {
    throw broken();
  }
}

function onlyOneFile(field: string): ApiError {
  return new ApiError(
    400,
    'bad_request',
    `Send exactly one file, in the field “${field}”, and nothing else.`,
  );
}

function broken(): ApiError {
  return new ApiError(400, 'bad_request', 'The upload was incomplete or malformed. Send the file again.');
}

function brokenOff(): ApiError {
  return new ApiError(400, 'bad_request', 'The upload was interrupted. Send the file again.');
}
