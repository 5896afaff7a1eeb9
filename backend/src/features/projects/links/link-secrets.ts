import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { derivedKey, keyedHash, signingKey } from '../../../common/signing-key.js';
import { Config } from '../../../config/config.js';

const secretBytes = 16;

/**
 * The secrets of links. They are stored nowhere: each is computed from its link's id and the server's key, so that its
 * owner can copy it again, and the database, which holds hashes alone, opens nothing to whoever has a copy of it (ADR 56).
 */
@Injectable()
export class LinkSecrets {
  /** The present key first; what JWT_SECRET_PREVIOUS made can still be shown. */
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

  /** The secret whose hash is stored; null where its key is gone. */
  find(linkId: string, secretHash: string): string | null {
    return (
      this.#keys.map((key) => secretOf(key, linkId)).find((secret) => hashOf(secret) === secretHash) ?? null
    );
  }

  /** Signs the address of an embed's frame, which must not hold the secret: user code runs there. */
  signFrame(projectId: string, linkId: string): string {
    return keyedHash(this.#frames, `${projectId} ${linkId}`);
  }

  isFrameOf(projectId: string, linkId: string, signature: string): boolean {
    const expected = Buffer.from(this.signFrame(projectId, linkId));
    const given = Buffer.from(signature);
    return given.length === expected.length && timingSafeEqual(given, expected);
  }
}

/** What is stored of a secret. It needs no salt: nobody can try out 128 random bits. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

function secretOf(key: Buffer, linkId: string): string {
  return createHmac('sha256', key).update(linkId).digest().subarray(0, secretBytes).toString('base64url');
}
