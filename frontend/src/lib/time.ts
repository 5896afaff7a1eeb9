/** The clock, handed in wherever time matters so that tests can own it. */
export interface Time {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs something once after so many milliseconds; the answer cancels it. */
  after(milliseconds: number, run: () => void): () => void;
}

export const browserTime: Time = {
  now: () => Date.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};
