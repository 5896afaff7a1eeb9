import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Line } from '../lines/line.js';

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
