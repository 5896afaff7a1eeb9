import type { IncomingMessage, ServerResponse } from 'node:http';

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
