/** How many points a key may consume in a window. */
export interface RateLimit {
  /** Names the limit; keys of different limits are independent. */
  name: string;
  points: number;
  windowMs: number;
}

/** The points that a key has consumed in its window, and how long the window still lasts. */
export interface Usage {
  points: number;
  msLeft: number;
}

/** Counts the points of keys. Counting and deciding are one step, so that parallel calls cannot exceed a limit. */
export abstract class RateLimiter {
  /** Consumes one point, if one is left. @returns null, or else the whole seconds to wait. */
  abstract consume(limit: RateLimit, key: string): Promise<number | null>;
  /**
   * Adds points that were consumed already, even beyond the limit.
   * @param msLeft how long the window lasts, rounded up to seconds, where the key has none yet.
   * @returns the points of the key on all replicas.
   */
  abstract add(limit: RateLimit, key: string, points: number, msLeft: number): Promise<Usage>;
  /** Returns one point, as if it had not been consumed; none if the window has ended since. */
  abstract refund(limit: RateLimit, key: string): Promise<void>;
  /** Sets the points of the key to zero. */
  abstract reset(limit: RateLimit, key: string): Promise<void>;
}
