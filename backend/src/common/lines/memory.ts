import { hasFile } from '../slow-clients/request-progress.js';
import type { Line } from './line.js';

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
