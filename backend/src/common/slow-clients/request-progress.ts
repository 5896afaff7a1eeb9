import type { IncomingMessage, ServerResponse } from 'node:http';
import { bodyMemory } from '../http/body-memory.js';

/** The minimum throughput of a connection while the server waits for the client. */
export const minBytesPerSecond = 16_000;
/** How far, in seconds, a connection may fall behind the minimum, and so how long it may be silent. */
export const graceSeconds = 30;
/** How long a body that is not a file may take to arrive: twice the time that the page waits for a response. */
export const maxBodySeconds = 60;
/** The memory for the bodies and unread responses of one client, in bytes: eight of the largest saves. */
export const maxBufferedPerClient = 64 * 1_048_576;
/** The memory for those of all clients together. */
export const maxBufferedTotal = 512 * 1_048_576;

/** How far a request and its response have come. */
export interface RequestProgress {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Bytes that the connection had read when the head of this request was complete. */
  readonly readBefore: number;
  /** Bytes in both directions at the last check. */
  transferred: number;
  /** Seconds by which it may still fall behind. */
  graceLeft: number;
  /** Seconds for which its body has been arriving. */
  bodySeconds: number;
}

const withFile = new WeakSet<IncomingMessage>();

/** Lets the body of this request take any time at the minimum throughput; other bodies have a minute. */
export function expectFile(request: IncomingMessage): void {
  withFile.add(request);
}

/** Whether the body of this request is a file, which is streamed and not buffered. */
export function hasFile(request: IncomingMessage): boolean {
  return withFile.has(request);
}

const uncompressed = new WeakMap<ServerResponse, number>();

/** Counts a piece of a response, text or bytes, before it may be compressed. @returns its length in bytes. */
export function countUncompressed(response: ServerResponse, piece: unknown): number {
  const bytes = typeof piece === 'string' || piece instanceof Uint8Array ? Buffer.byteLength(piece) : 0;
  uncompressed.set(response, (uncompressed.get(response) ?? 0) + bytes);
  return bytes;
}

/** Sets the length of a response's body before compression, where it was compressed before it is sent. */
export function setResponseBytes(response: ServerResponse, bytes: number): void {
  uncompressed.set(response, bytes);
}

/** The bytes of a response's body so far, before compression. */
export function responseBytes(response: ServerResponse): number {
  return uncompressed.get(response) ?? 0;
}

/** The progress of a request whose head has just arrived. */
export function startProgress(request: IncomingMessage, response: ServerResponse): RequestProgress {
  return {
    request,
    response,
    readBefore: request.socket.bytesRead,
    transferred: bytesTransferred(request),
    graceLeft: graceSeconds,
    bodySeconds: 0,
  };
}

/**
 * Updates the progress. Call it once a second. Time in which the client waits for the server, for example on slow
 * storage, does not count.
 * @returns whether the client sends its body and reads its response quickly enough.
 */
export function keepsThroughput(progress: RequestProgress): boolean {
  const { request } = progress;
  const isReceiving = !request.complete && request.readableFlowing === true;
  // A piece counts as transferred as soon as it is written, so unsent bytes add their own time below.
  const unsent = request.socket.writableLength;
  const transferred = bytesTransferred(request);
  const gained = (transferred - progress.transferred) / minBytesPerSecond;
  const spent = isReceiving || unsent > 0 ? 1 : 0;
  progress.transferred = transferred;
  progress.graceLeft =
    Math.min(graceSeconds + unsent / minBytesPerSecond, progress.graceLeft + gained) - spent;
  progress.bodySeconds += isReceiving ? 1 : 0;
  return progress.graceLeft > 0 && (progress.bodySeconds < maxBodySeconds || hasFile(request));
}

/**
 * The requests to end, so that neither one client nor all use too much memory: those of the clients that use most.
 * Their smaller ones are kept first.
 */
export function largestConsumers(
  requests: Iterable<RequestProgress>,
  clientOf: (progress: RequestProgress) => string,
): RequestProgress[] {
  const consumers = [...requests]
    .map((progress) => ({ progress, bytes: bufferedBytes(progress) }))
    .filter(({ bytes }) => bytes > 0)
    .toSorted((one, other) => one.bytes - other.bytes);
  const clients = [...Map.groupBy(consumers, ({ progress }) => clientOf(progress)).values()];
  const most = Math.min(
    maxBufferedPerClient,
    fairShare(
      clients.map((of) => of.reduce((sum, { bytes }) => sum + bytes, 0)),
      maxBufferedTotal,
    ),
  );
  return clients.flatMap((ofClient) => {
    let buffered = 0;
    return ofClient.filter(({ bytes }) => (buffered += bytes) > most).map(({ progress }) => progress);
  });
}

/** The most that each may have, so that all fit into the total; unlimited if they fit as they are. */
function fairShare(amounts: readonly number[], total: number): number {
  let left = total;
  for (const [index, amount] of amounts.toSorted((one, other) => one - other).entries()) {
    const share = left / (amounts.length - index);
    if (amount > share) return share;
    left -= amount;
  }
  return Number.POSITIVE_INFINITY;
}

/** The bytes of a body, until its response has ended, and of a response that the client has not read yet. */
function bufferedBytes({ request, response, readBefore }: RequestProgress): number {
  // The part of a body that arrives after the response is discarded.
  const isArriving = !request.complete && !response.writableEnded && !hasFile(request);
  const body = isArriving ? request.socket.bytesRead - readBefore : bodyMemory.bytesOf(request);
  const unsent = request.socket.writableLength;
  return body + unsent + (unsent > 0 ? bytesInCompressor(response) : 0);
}

/** The bytes of a response that wait in its compressor, which goes on only while the client reads. */
function bytesInCompressor(response: ServerResponse): number {
  const isDone = response.writableEnded || !response.hasHeader('Content-Encoding');
  return isDone ? 0 : responseBytes(response);
}

/** The bytes that a connection has transferred since it was opened, in both directions. */
function bytesTransferred({ socket }: IncomingMessage): number {
  return socket.bytesRead + socket.bytesWritten;
}
