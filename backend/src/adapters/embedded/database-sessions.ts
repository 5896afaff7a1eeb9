import { Injectable } from '@nestjs/common';
import { durations } from '@studio/contract/durations';
import { sql } from 'kysely';
import { HousekeepingJob } from '../../common/housekeeping-job.js';
import { newId } from '../../common/ids.js';
import { fromNow, now } from '../../database/clock.js';
import { Database } from '../../database/database.js';
import { deleteInBatches } from '../../database/delete-in-batches.js';
import { prepared } from '../../database/prepared-statements.js';
import { type EndedSession, type NewSession, type Session, SessionStore } from '../../ports/sessions.js';
import { UsedTokens } from '../../ports/used-tokens.js';

const liveSession = prepared((database, id: string) =>
  database
    .selectFrom('sessions')
    .select(['user_id', 'expires_at'])
    .where('id', '=', id)
    .where('expires_at', '>', now()),
);

/**
 * Sessions as rows of the database. With kysely: each statement uses the database's clock, and that of `find`, which runs
 * on every call, is prepared.
 */
@Injectable()
export class DatabaseSessionStore extends SessionStore {
  constructor(private readonly database: Database) {
    super();
  }

  async create(userId: string, maxSessions: number): Promise<NewSession> {
    const id = newId();
    const { expires_at } = await this.database.sql
      .insertInto('sessions')
      .values({ id, user_id: userId, expires_at: fromNow(durations.session) })
      .returning('expires_at')
      .executeTakeFirstOrThrow();
    return {
      id,
      userId,
      expiresAt: new Date(expires_at),
      replaced: await this.#endBeyond(maxSessions, userId),
    };
  }

  /** @returns the ids of the sessions that it has ended. Two at once skip each other's, which could deadlock. */
  async #endBeyond(maxSessions: number, userId: string): Promise<string[]> {
    const ended = await this.database.sql
      .deleteFrom('sessions')
      .where('id', 'in', (locked) =>
        locked
          .selectFrom('sessions')
          .select('id')
          .where('id', 'in', (beyond) =>
            beyond
              .selectFrom('sessions')
              .select('id')
              .where('user_id', '=', userId)
              .orderBy('expires_at', 'desc')
              .offset(maxSessions),
          )
          .forUpdate()
          .skipLocked(),
      )
      .returning('id')
      .execute();
    return ended.map(({ id }) => id);
  }

  async find(id: string): Promise<Session | null> {
    const [row] = await liveSession(this.database.sql, id);
    return row ? { id, userId: row.user_id, expiresAt: new Date(row.expires_at) } : null;
  }

  async extend(id: string): Promise<void> {
    await this.database.sql
      .updateTable('sessions')
      .set({ expires_at: fromNow(durations.session) })
      .where('id', '=', id)
      .where('expires_at', '>', now())
      .execute();
  }

  async revoke(id: string): Promise<void> {
    await this.database.sql.deleteFrom('sessions').where('id', '=', id).execute();
  }

  async revokeOthers(userId: string, keptId: string): Promise<string[]> {
    const ended = await this.database.sql
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .where('id', '!=', keptId)
      .returning('id')
      .execute();
    return ended.map(({ id }) => id);
  }

  async revokeAll(): Promise<EndedSession[]> {
    const ended = await this.database.sql
      .deleteFrom('sessions')
      .where('expires_at', '>', now())
      .returning(['id', 'user_id'])
      .execute();
    return ended.map(({ id, user_id }) => ({ id, userId: user_id }));
  }

  async prune(limit: number): Promise<string[]> {
    const ended = await this.database.sql
      .deleteFrom('sessions')
      .where('id', 'in', (query) =>
        query
          .selectFrom('sessions')
          .select('id')
          .where('expires_at', '<=', now())
          .limit(limit)
          .forUpdate()
          .skipLocked(),
      )
      .returning('id')
      .execute();
    return ended.map(({ id }) => id);
  }
}

/** Used tokens as rows. With kysely: of parallel inserts of a key exactly one succeeds, and none is an error. */
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

  /** Deletes expired tokens. */
  @HousekeepingJob({ name: 'used-tokens', cron: '20,50 * * * *' })
  async prune(signal: AbortSignal): Promise<void> {
    await deleteInBatches(this.database, signal, {
      table: 'used_tokens',
      where: sql`expires_at <= now()`,
    });
  }
}
