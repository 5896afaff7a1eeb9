import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { HousekeepingJob } from '../../common/housekeeping-job.js';
import { Database } from '../../database/database.js';
import { deleteInBatches } from '../../database/delete-in-batches.js';
import { UsedTokens } from '../../ports/used-tokens.js';

/** Used tokens as rows: the primary key lets one of many in. */
@Injectable()
export class DatabaseUsedTokens extends UsedTokens {
  constructor(private readonly database: Database) {
    super();
  }

  async markUsed(name: string, until: Date): Promise<boolean> {
    const inserted = await this.database.sql
      .insertInto('used_tokens')
      .values({ name, expires_at: until })
      .onConflict((conflict) => conflict.doNothing())
      .returning('name')
      .executeTakeFirst();
    return inserted !== undefined;
  }

  /** Forgets tokens that have ended. */
  @HousekeepingJob({ name: 'used-tokens', cron: '20,50 * * * *' })
  async prune(signal: AbortSignal): Promise<void> {
    await deleteInBatches(this.database, signal, {
      table: 'used_tokens',
      where: sql`expires_at <= now()`,
    });
  }
}
