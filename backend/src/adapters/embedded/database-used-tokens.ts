import { Injectable } from '@nestjs/common';
import { now } from '../../database/clock.js';
import { Database } from '../../database/database.js';
import { UsedTokens } from '../../ports/used-tokens.js';

/** Used tokens as rows: the primary key lets one of many in. */
@Injectable()
export class DatabaseUsedTokens extends UsedTokens {
  constructor(private readonly database: Database) {
    super();
  }

  async use(name: string, until: Date): Promise<boolean> {
    const inserted = await this.database.sql
      .insertInto('used_tokens')
      .values({ name, expires_at: until })
      .onConflict((conflict) => conflict.doNothing())
      .returning('name')
      .executeTakeFirst();
    return inserted !== undefined;
  }

  async prune(): Promise<void> {
    await this.database.sql.deleteFrom('used_tokens').where('expires_at', '<=', now()).execute();
  }
}
