import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { Id } from '@studio/contract/http/text';
import * as z from 'zod/mini';
import { signingKey } from '../../common/signing-key.js';
import type { Config } from '../../config/config.js';

/** What a token says. It has no end of its own: the session behind it does, and that slides. */
export const TokenClaims = z.object({ sub: Id, sid: Id });
export type TokenClaims = z.infer<typeof TokenClaims>;

/** The bearer token of an Authorization header. The literal `undefined` is what a page sends that has none (specification: HTTP). */
export function bearerToken(authorization: string | undefined): string | null {
  const token = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  return token === undefined || token === 'undefined' ? null : token;
}

/**
 * Finds the key that a token of ours is to be checked with: the one that signs, or JWT_SECRET_PREVIOUS for those that it
 * has signed, so that a new key signs nobody out. What a token says of its key is not looked at.
 */
export function verificationKeys(config: Config): (token: string) => KeyObject {
  // As text a key would be tried as a public one first, at every call.
  const current = createSecretKey(Buffer.from(signingKey(config)));
  if (config.jwtSecretPrevious === null) return () => current;
  const previous = createSecretKey(Buffer.from(config.jwtSecretPrevious));
  return (token) => (hasSigned(previous, token) ? previous : current);
}

function hasSigned(key: KeyObject, token: string): boolean {
  const end = token.lastIndexOf('.');
  const signature = Buffer.from(token.slice(end + 1), 'base64url');
  const expected = createHmac('sha256', key).update(token.slice(0, end)).digest();
  return signature.length === expected.length && timingSafeEqual(signature, expected);
}
