import { Injectable } from '@nestjs/common';
import { durations } from '@studio/contract/durations';
import { sql } from 'kysely';
import { HousekeepingJob } from '../../common/housekeeping-job.js';
import { entityClock } from '../../database/clock.js';
import { Database } from '../../database/database.js';
import { deleteInBatches } from '../../database/delete-in-batches.js';
import { AuditLogService } from '../audit/audit-log.service.js';
import { UserEntity } from '../users/user.entity.js';

/** Projects per statement; few, because each can have megabytes of sources and history. */
const projectsBatch = 50;
/** Likes per transaction; few, because each rewrites a project. */
const likesBatch = 500;

/** Removes accounts that the forum destroyed 30 days ago. */
@Injectable()
export class DestroyedAccounts {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditLogService,
  ) {}

  /** Removes them permanently, each with its projects and likes. The next reconciliation removes their files. */
  @HousekeepingJob({ name: 'destroyed-accounts', cron: '26,56 * * * *' })
  async prune(signal: AbortSignal): Promise<void> {
    const due = await this.database.em.find(
      UserEntity,
      { forumDestroyedAt: { $lte: entityClock.ago(durations.trash) } },
      { fields: ['username'] },
    );
    for (const account of due) {
      // In batches before the account: cascading from it could delete too many in one statement.
      const where = sql`user_id = ${account.id}`;
      await deleteInBatches(this.database, signal, { table: 'projects', where, batch: projectsBatch });
      // Fewer than a batch go where a project is deleted at the same time.
      for (let taken = 1; taken > 0; ) {
        signal.throwIfAborted();
        taken = await this.database.transaction(() => this.#takeSomeLikes(account.id));
      }
      await this.database.transaction(() => this.#remove(account));
    }
  }

  /**
   * With kysely: one statement lowers the likes of many projects. It takes its locks in the same order as a like.
   * @returns how many went.
   */
  async #takeSomeLikes(userId: string): Promise<number> {
    const liked = this.database.sql.selectFrom('project_likes').where('user_id', '=', userId);
    const { numUpdatedRows } = await this.database.sql
      .with('taken', (query) =>
        query
          .deleteFrom('project_likes')
          .where('user_id', '=', userId)
          .where('project_id', 'in', liked.select('project_id').limit(likesBatch))
          .returning('project_id'),
      )
      .updateTable('projects')
      .from('taken')
      .whereRef('projects.id', '=', 'taken.project_id')
      .set(({ eb }) => ({ likes: eb('projects.likes', '-', 1) }))
      .executeTakeFirst();
    return Number(numUpdatedRows);
  }

  async #remove({ id, username }: { id: string; username: string }): Promise<void> {
    await this.database.em.nativeDelete(UserEntity, id);
    const subject = { kind: 'user', id, name: username } as const;
    const reason = 'The forum deleted this person 30 days ago: their projects and files are removed, too.';
    await this.audit.record({ actor: null, action: 'forum.user-removed', subject, reason });
  }
}
