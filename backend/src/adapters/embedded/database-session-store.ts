import { Injectable } from '@nestjs/common';
import { durations } from '@studio/contract/limits';
import { newId } from '../../common/ids.js';
import { fromNow, now } from '../../database/clock.js';
import { Database } from '../../database/database.js';
import { prepared } from '../../database/prepared-statements.js';
import { type EndedSession, type Session, SessionStore } from '../../ports/session-store.js';

const liveSession = prepared((database, id: string) =>
  database
    .selectFrom('sessions')
    .select(['user_id', 'expires_at'])
    .where('id', '=', id)
    .where('expires_at', '>', now()),
);

/** Sessions as rows beside everything else. */
@Injectable()
export class DatabaseSessionStore extends SessionStore {
  constructor(private readonly database: Database) {
    super();
  }

  async create(userId: string): Promise<Session> {
    const id = newId();
    const { expires_at } = await this.database.sql
      .insertInto('sessions')
      .values({ id, user_id: userId, expires_at: fromNow(durations.session) })
      .returning('expires_at')
      .executeTakeFirstOrThrow();
    return { id, userId, expiresAt: new Date(expires_at) };
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
