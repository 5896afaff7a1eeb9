import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { KeyedHeaders } from '@studio/contract/http/text';
import { sql } from 'kysely';
import { ApiError } from '../../../common/errors/api-error.js';
import { HousekeepingJob } from '../../../common/housekeeping-job.js';
import type { Caller } from '../../../common/http/caller.js';
import { ago } from '../../../database/clock.js';
import { Database } from '../../../database/database.js';
import { deleteInBatches } from '../../../database/delete-in-batches.js';
import { IdempotencyKeyEntity } from '../project.entity.js';

const keyLifetimeMs = 7 * 86_400_000;

/** The keys of requests that create something, so that a repeated one creates nothing twice (specification: HTTP). */
@Injectable()
export class IdempotencyKeys {
  constructor(private readonly database: Database) {}

  /**
   * Claims a key for what the transaction is about to create. Of several requests with one key, the first claims it; the
   * others wait for its transaction. With kysely: an existing key must not be an error, which would abort the transaction.
   * @param request all that the request says, to distinguish a repetition from another request.
   * @returns the id of what the key has created earlier; null if nothing, or without a key.
   * @throws ApiError 422 when the key was used for another request.
   */
  async claim(
    { 'idempotency-key': key }: KeyedHeaders,
    { userId }: Caller,
    request: object,
    createdId: string,
  ): Promise<string | null> {
    if (key === undefined) return null;
    const bodyHash = hashOf(request);
    const claimed = await this.database.sql
      .insertInto('idempotency_keys')
      .values({ user_id: userId, key, body_hash: bodyHash, project_id: createdId })
      .onConflict((conflict) => conflict.doNothing())
      .returning('key')
      .executeTakeFirst();
    if (claimed) return null;
    const earlier = await this.database.em.findOneOrFail(IdempotencyKeyEntity, { user: userId, key });
    if (earlier.bodyHash !== bodyHash)
      throw new ApiError(422, 'idempotency_mismatch', 'This Idempotency-Key was used for another request.');
    return earlier.createdId;
  }

  /** Deletes keys that are too old to be repeated. */
  @HousekeepingJob({ name: 'idempotency-keys', cron: '5,35 * * * *' })
  async prune(signal: AbortSignal): Promise<void> {
    await deleteInBatches(this.database, signal, {
      table: 'idempotency_keys',
      where: sql`created_at < ${ago(keyLifetimeMs)}`,
    });
  }
}

/** Equal requests have equal hashes: parsing has put the keys in the schema's order and removed unknown fields. */
function hashOf(request: object): string {
  return createHash('sha256').update(JSON.stringify(request)).digest('base64url');
}
