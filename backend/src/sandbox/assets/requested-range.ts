import type { Request } from 'express';
import type { ByteRange } from '../../ports/asset-storage.js';

interface Representation {
  /** Bytes; at least one. */
  size: number;
  etag: string;
  lastModified: string;
}

/**
 * The one range that a GET asks for (RFC 9110, 14.2). Null means the whole: there is no range, it is about another
 * version, it cannot be read, or it is several that leave gaps, which a server need not answer one by one.
 */
export function requestedRange(
  request: Request,
  { size, etag, lastModified }: Representation,
): ByteRange | 'unsatisfiable' | null {
  const asked = request.get('Range');
  const version = request.get('If-Range');
  if (request.method !== 'GET' || !asked?.startsWith('bytes=')) return null;
  if (version !== undefined && version !== etag && version !== lastModified) return null;
  const ranges = request.range(size, { combine: true });
  // The last bytes of a file that has fewer are all of it; the parser finds none.
  if (ranges === -1)
    return /^bytes=-0*[1-9]\d*$/.test(asked) ? { first: 0, last: size - 1 } : 'unsatisfiable';
  if (ranges === undefined || ranges === -2 || ranges.length !== 1) return null;
  const [range] = ranges;
  return range ? { first: range.start, last: range.end } : null;
}
