/*
 * Stands in for `@node-rs/argon2` by day: the same library with hardly any work, because each account of a test takes a
 * hash, 23 ms of processor time with the product's parameters. The nightly run has those.
 */
import { hash as hashWith, type Options } from '@node-rs/argon2';

export { verify } from '@node-rs/argon2';

export const hash = (password: string, options: Options = {}) =>
  hashWith(password, { memoryCost: 1_024, timeCost: 1, ...options });
