/* Limits of what a running page reports. A file of their own, since the studio's first file needs the others alone. */

/** Limits of the class names that a running page reports for Tailwind; `length` in UTF-16 units (ADR 38). */
export const classLimits = { length: 200, batch: 200, total: 2_000 } as const;

/** Limits of the package modules that a running page reports for preloading; `length` of an address in UTF-16 units. */
export const moduleLimits = { length: 300, count: 60 } as const;

/** How much of one console call is copied; the copy notes what was left out. Lengths in UTF-16 units. */
export const consoleLimits = {
  args: 100,
  /** Of one object. */
  entries: 100,
  objects: 500,
  string: 10_000,
  /** Behind a longer text: how much of it is missing. */
  note: 50,
  /** All texts of one call together. */
  text: 100_000,
  /** In either direction; larger ones are slow to format. */
  bigint: 2n ** 1_024n,
  /** Calls in one message. */
  batch: 100,
} as const;
