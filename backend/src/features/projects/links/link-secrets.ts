import { createHash, createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { derivedKey, isSameText, keyedHash, signingKey } from '../../../common/signing-key.js';
import { Config } from '../../../config/config.js';

const secretBytes = 16;

/**
 * The secrets of links. They are not stored, but computed from the link's id and the server's key, so that the owner
 * can copy a link again. The database has only hashes, so a copy of it opens no project (ADR 56).
 */
@Injectable()
export class LinkSecrets {
  /** The present key first, then that of JWT_SECRET_PREVIOUS, whose links can still be shown. */
  readonly #keys: Buffer[];
  readonly #frames: Buffer;

  constructor(config: Config) {
    const key = signingKey(config);
    this.#keys = [key, ...(config.jwtSecretPrevious === null ? [] : [config.jwtSecretPrevious])].map((from) =>
      derivedKey(from, 'links'),
    );
    this.#frames = derivedKey(key, 'frames of links');
  }

  /** The secret of a new link: 22 characters of base64url. */
  create(linkId: string): string {
    const [present] = this.#keys;
    if (!present) throw new Error('There is no key.');
    return secretOf(present, linkId);
  }

  /** The secret with this hash; null if its key is no longer configured. */
  find(linkId: string, secretHash: string): string | null {
    return (
      this.#keys.map((key) => secretOf(key, linkId)).find((secret) => hashOf(secret) === secretHash) ?? null
    );
  }

  /** Signs the address of an embed's frame, which must not contain the secret, because user code runs there. */
  signFrame(projectId: string, linkId: string): string {
    return keyedHash(this.#frames, `${projectId} ${linkId}`);
  }

  isFrameOf(projectId: string, linkId: string, signature: string): boolean {
    return isSameText(signature, this.signFrame(projectId, linkId));
  }
}

/** The stored hash of a secret. It needs no salt: 128 pseudorandom bits cannot be guessed. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

function secretOf(key: Buffer, linkId: string): string {
  return createHmac('sha256', key).update(linkId).digest().subarray(0, secretBytes).toString('base64url');
}
