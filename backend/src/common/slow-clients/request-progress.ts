import type { IncomingMessage, ServerResponse } from 'node:http';

/** What a line moves at least while the client is the one that is waited for. */
export const bytesPerSecond = 16_000;
/** How far a line may fall behind that; so long it may also be silent. */
export const patienceSeconds = 30;
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
export function openLine(request: IncomingMessage, response: ServerResponse): Line {
  const readBefore = request.socket.bytesRead;
  return { request, response, readBefore, moved: movedOn(request), patience: patienceSeconds, coming: 0 };
}

/**
 * Whether a client still sends its body and takes its answer quickly enough. To be asked once a second. What the server
 * itself makes wait, like a storage that is slow, costs no patience.
 */
export function keepsPace(line: Line): boolean {
  const { request } = line;
  const comes = !request.complete && request.readableFlowing === true;
  // What is handed over in one piece counts as moved at once, and has its time to arrive.
  const waiting = request.socket.writableLength;
  const moved = movedOn(request);
  const gained = (moved - line.moved) / bytesPerSecond;
  const spent = comes || waiting > 0 ? 1 : 0;
  line.moved = moved;
  line.patience = Math.min(patienceSeconds + waiting / bytesPerSecond, line.patience + gained) - spent;
  line.coming += comes ? 1 : 0;
  return line.patience > 0 && (line.coming < bodySeconds || hasFile(request));
}

/** What has gone through a connection since it was opened, in both directions. */
function movedOn({ socket }: IncomingMessage): number {
  return socket.bytesRead + socket.bytesWritten;
}

/** What passes on one connection at this moment: a request and its answer. */
export interface Line {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** What the connection had read when the head of this request was there. */
  readonly readBefore: number;
  /** Bytes in both directions up to the last look. */
  moved: number;
  /** Seconds that it may still fall behind. */
  patience: number;
  /** Seconds for which its body has been coming. */
  coming: number;
}

/** What the unfinished bodies and answers of one client may hold in memory together: eight of the largest saves. */
export const bytesPerClient = 64 * 1_048_576;
/** The same of all clients together. */
export const bytesInAll = 512 * 1_048_576;

/** The lines that have to go so that no client, and not all of them together, hold too much memory: the largest first. */
export function greediest(lines: Iterable<Line>, clientOf: (line: Line) => string): Line[] {
  const heldBy = new Map<string, number>();
  const holders = [...lines]
    .map((line) => ({ line, bytes: heldOf(line) }))
    .filter(({ bytes }) => bytes > 0)
    .map((holder) => ({ ...holder, client: clientOf(holder.line) }))
    .toSorted((one, other) => one.bytes - other.bytes);
  let inAll = 0;
  const tooMuch: Line[] = [];
  for (const { line, bytes, client } of holders) {
    const held = (heldBy.get(client) ?? 0) + bytes;
    heldBy.set(client, held);
    inAll += bytes;
    if (held > bytesPerClient || inAll > bytesInAll) tooMuch.push(line);
  }
  return tooMuch;
}

/** Bytes of a body that is not whole yet, and of an answer that nobody has taken yet. */
function heldOf({ request, response, readBefore }: Line): number {
  // What comes of a body after the answer is not kept.
  const isKept = !request.complete && !response.writableEnded && !hasFile(request);
  const body = isKept ? request.socket.bytesRead - readBefore : 0;
  return body + request.socket.writableLength;
}
