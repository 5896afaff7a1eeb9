import type { IncomingMessage, ServerResponse } from 'node:http';

/** What a line moves at least while the client is the one that is waited for. */
export const minBytesPerSecond = 16_000;
/** How far a line may fall behind that; so long it may also be silent. */
export const graceSeconds = 30;
/** What a body that is no file may take to come in: twice what the page waits for an answer. */
export const bodySeconds = 60;

const withFile = new WeakSet<IncomingMessage>();

/** From now on the body of this request may take as long as it moves; other bodies have a minute. */
export function expectFile(request: IncomingMessage): void {
  withFile.add(request);
}

/** Whether the body of this request is a file, which passes through and is not kept. */
export function hasFile(request: IncomingMessage): boolean {
  return withFile.has(request);
}

/** A request whose head is there, with all of the patience. */
export function startProgress(request: IncomingMessage, response: ServerResponse): RequestProgress {
  const readBefore = request.socket.bytesRead;
  return {
    request,
    response,
    readBefore,
    transferred: bytesTransferred(request),
    graceLeft: graceSeconds,
    bodySeconds: 0,
  };
}

/**
 * Whether a client still sends its body and takes its answer quickly enough. To be asked once a second. What the server
 * itself makes wait, like a storage that is slow, costs no patience.
 */
export function keepsThroughput(line: RequestProgress): boolean {
  const { request } = line;
  const comes = !request.complete && request.readableFlowing === true;
  // What is handed over in one piece counts as moved at once, and has its time to arrive.
  const waiting = request.socket.writableLength;
  const transferred = bytesTransferred(request);
  const gained = (transferred - line.transferred) / minBytesPerSecond;
  const spent = comes || waiting > 0 ? 1 : 0;
  line.transferred = transferred;
  line.graceLeft = Math.min(graceSeconds + waiting / minBytesPerSecond, line.graceLeft + gained) - spent;
  line.bodySeconds += comes ? 1 : 0;
  return line.graceLeft > 0 && (line.bodySeconds < bodySeconds || hasFile(request));
}

/** What has gone through a connection since it was opened, in both directions. */
function bytesTransferred({ socket }: IncomingMessage): number {
  return socket.bytesRead + socket.bytesWritten;
}

/** What passes on one connection at this moment: a request and its answer. */
export interface RequestProgress {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** What the connection had read when the head of this request was there. */
  readonly readBefore: number;
  /** Bytes in both directions up to the last look. */
  transferred: number;
  /** Seconds that it may still fall behind. */
  graceLeft: number;
  /** Seconds for which its body has been coming. */
  bodySeconds: number;
}

/** What the unfinished bodies and answers of one client may hold in memory together: eight of the largest saves. */
export const maxBufferedPerClient = 64 * 1_048_576;
/** The same of all clients together. */
export const maxBufferedTotal = 512 * 1_048_576;

/** The lines that have to go so that no client, and not all of them together, hold too much memory: the largest first. */
export function largestConsumers(
  lines: Iterable<RequestProgress>,
  clientOf: (line: RequestProgress) => string,
): RequestProgress[] {
  const heldBy = new Map<string, number>();
  const holders = [...lines]
    .map((line) => ({ line, bytes: bufferedBytes(line) }))
    .filter(({ bytes }) => bytes > 0)
    .map((holder) => ({ ...holder, client: clientOf(holder.line) }))
    .toSorted((one, other) => one.bytes - other.bytes);
  let inAll = 0;
  const tooMuch: RequestProgress[] = [];
  for (const { line, bytes, client } of holders) {
    const held = (heldBy.get(client) ?? 0) + bytes;
    heldBy.set(client, held);
    inAll += bytes;
    if (held > maxBufferedPerClient || inAll > maxBufferedTotal) tooMuch.push(line);
  }
  return tooMuch;
}

/** Bytes of a body that is not whole yet, and of an answer that nobody has taken yet. */
function bufferedBytes({ request, response, readBefore }: RequestProgress): number {
  // What comes of a body after the answer is not kept.
  const isKept = !request.complete && !response.writableEnded && !hasFile(request);
  const body = isKept ? request.socket.bytesRead - readBefore : 0;
  return body + request.socket.writableLength;
}
