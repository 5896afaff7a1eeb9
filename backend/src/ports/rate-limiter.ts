/** How many points a key may use in a window. */
export interface RateLimit {
  /** Names the limit; keys of different limits never meet. */
  name: string;
  points: number;
  windowMs: number;
}

/** What a key has used in its window, and how long that lasts from now. */
export interface Usage {
  points: number;
  msLeft: number;
}

/** Counts what a key has used. Counting and judging are one step, so that calls in parallel cannot pass together. */
export abstract class RateLimiter {
  /** Uses one point. @returns null where it was allowed, else the whole seconds to wait. */
  abstract consume(limit: RateLimit, key: string): Promise<number | null>;
  /** Counts points that were used already, allowed or not. @returns what the key has used, wherever it was counted. */
  abstract add(limit: RateLimit, key: string, points: number): Promise<Usage>;
  /** Gives one point back, as if it had not been used. */
  abstract refund(limit: RateLimit, key: string): Promise<void>;
  /** Forgets what the key has used. */
  abstract reset(limit: RateLimit, key: string): Promise<void>;
}
