import { createHmac, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.js';

/** JWT_SECRET, or one generated into DATA_DIR and kept there, so that sessions survive a restart. */
export function signingKey(config: Config): string {
  if (config.jwtSecret !== null) return config.jwtSecret;
  mkdirSync(config.dataDir, { recursive: true });
  const path = join(config.dataDir, 'jwt-secret');
  try {
    writeFileSync(path, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(path, 'utf8');
}

/** A key for one purpose, derived from a signing key: its signatures are not valid for any other purpose. */
export function derivedKey(signedWith: string, purpose: string): Buffer {
  return createHmac('sha256', signedWith).update(purpose).digest();
}

/** A hash to store instead of a text. Equal texts have equal hashes, and nobody can guess texts without the key. */
export function keyedHash(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}
