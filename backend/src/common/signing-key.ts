import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.js';
import { makeFolder } from './make-folder.js';

/** JWT_SECRET, or one generated into DATA_DIR and kept there, so that sessions survive a restart. */
export function signingKey(config: Config): string {
  if (config.jwtSecret !== null) return config.jwtSecret;
  makeFolder(config.dataDir);
  const path = join(config.dataDir, 'jwt-secret');
  const kept = existsSync(path) ? readFileSync(path, 'utf8') : null;
  if (kept) return kept;
  keepNewKey(path, { replacing: kept === '' });
  return readFileSync(path, 'utf8');
}

/** Complete or not at all, also on a full disk or in a power cut. With `replacing`, instead of an empty file. */
function keepNewKey(path: string, { replacing }: { replacing: boolean }): void {
  const draft = `${path}.${randomUUID()}`;
  try {
    writeFileSync(draft, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx', flush: true });
    if (replacing) renameSync(draft, path);
    else linkSync(draft, path);
  } catch (error) {
    // Another process was first, and its key counts.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** A key for one purpose, derived from a signing key: its signatures are not valid for any other purpose. */
export function derivedKey(signedWith: string, purpose: string): Buffer {
  return createHmac('sha256', signedWith).update(purpose).digest();
}

/** A hash to store instead of a text. Equal texts have equal hashes, and nobody can guess texts without the key. */
export function keyedHash(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}

/** Whether a signature or token is the expected one. The time it takes tells nothing about the expected text. */
export function isSameText(given: string, expected: string): boolean {
  // Hashes have equal length, so that the time does not reveal the length of the text either.
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
