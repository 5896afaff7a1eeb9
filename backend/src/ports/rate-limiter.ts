/** How many points a key may consume in a window. */
export interface RateLimit {
  /** Names the limit; keys of different limits are independent. */
  name: string;
  points: number;
  windowMs: number;
}

/** What a key has consumed in its window, and how long the window still lasts. */
export interface Usage {
  points: number;
  msLeft: number;
}

/** Counts what a key has consumed. Counting and deciding are one step, so that parallel calls cannot pass together. */
export abstract class RateLimiter {
  /** Consumes one point. @returns null where it was allowed, else the whole seconds to wait. */
  abstract consume(limit: RateLimit, key: string): Promise<number | null>;
  /** Adds points that were consumed already, allowed or not. @returns what the key has consumed on all replicas. */
  abstract add(limit: RateLimit, key: string, points: number): Promise<Usage>;
  /** Returns one point, as if it had not been consumed. */
  abstract refund(limit: RateLimit, key: string): Promise<void>;
  /** Forgets what the key has consumed. */
  abstract reset(limit: RateLimit, key: string): Promise<void>;
}
