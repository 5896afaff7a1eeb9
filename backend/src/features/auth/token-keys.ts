import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { isSameText, signingKey } from '../../common/signing-key.js';
import type { Config } from '../../config/config.js';

/**
 * Finds the key for checking a token: JWT_SECRET_PREVIOUS for tokens that it has signed, so that a new key signs nobody
 * out, otherwise the present key. The token's own header is ignored.
 */
export function verificationKeys(config: Config): (token: string) => KeyObject {
  // As key objects: a text would first be tried as a public key, at every call.
  const current = createSecretKey(Buffer.from(signingKey(config)));
  if (config.jwtSecretPrevious === null) return () => current;
  const previous = createSecretKey(Buffer.from(config.jwtSecretPrevious));
  return (token) => (hasSigned(previous, token) ? previous : current);
}

function hasSigned(key: KeyObject, token: string): boolean {
  const end = token.lastIndexOf('.');
  const expected = createHmac('sha256', key).update(token.slice(0, end)).digest('base64url');
  return isSameText(token.slice(end + 1), expected);
}
