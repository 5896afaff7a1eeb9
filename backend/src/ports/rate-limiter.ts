/** How many points a key may use in a window. */
export interface RateLimit {
  /** Names the limit; keys of different limits never meet. */
  name: string;
  points: number;
  windowMs: number;
}

/** Counts what a key has used. Counting and judging are one step, so that calls in parallel cannot pass together. */
export abstract class RateLimiter {
  /** Uses one point. @returns null where it was allowed, else the whole seconds to wait. */
  abstract use(limit: RateLimit, key: string): Promise<number | null>;
  /** Gives one point back, as if it had not been used. */
  abstract giveBack(limit: RateLimit, key: string): Promise<void>;
  /** Forgets what the key has used. */
  abstract reset(limit: RateLimit, key: string): Promise<void>;
}
