import { Injectable } from '@nestjs/common';
import { durations } from '@studio/contract/durations';
import { sql } from 'kysely';
import { HousekeepingJob } from '../../common/housekeeping-job.js';
import { entityClock } from '../../database/clock.js';
import { Database } from '../../database/database.js';
import { deleteInBatches } from '../../database/delete-in-batches.js';
import { AuditLogService } from '../audit/audit-log.service.js';
import { UserEntity } from '../users/user.entity.js';

/** With their sources and history, of megabytes each, fewer go at a time. */
const projectsBatch = 50;

/** Accounts that the forum has destroyed, once their 30 days are over. */
@Injectable()
export class DestroyedAccounts {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditLogService,
  ) {}

  /** Removes them permanently, each with its projects and likes. The files they leave go when storage is next put in order. */
  @HousekeepingJob({ name: 'destroyed-accounts', cron: '26,56 * * * *' })
  async prune(signal: AbortSignal): Promise<void> {
    const due = await this.database.em.find(
      UserEntity,
      { forumDestroyedAt: { $lte: entityClock.ago(durations.trash) } },
      { fields: ['username'] },
    );
    for (const account of due) {
      // Nobody has seen them for 30 days; in one statement with the account they could be too many.
      const where = sql`user_id = ${account.id}`;
      await deleteInBatches(this.database, signal, { table: 'projects', where, batch: projectsBatch });
      await this.database.transaction(() => this.#remove(account));
    }
  }

  async #remove({ id, username }: { id: string; username: string }): Promise<void> {
    // With kysely: the likes of many projects are counted down at once. A like takes the same locks in the same order.
    await this.database.sql
      .with('taken', (query) =>
        query.deleteFrom('project_likes').where('user_id', '=', id).returning('project_id'),
      )
      .updateTable('projects')
      .from('taken')
      .whereRef('projects.id', '=', 'taken.project_id')
      .set(({ eb }) => ({ likes: eb('projects.likes', '-', 1) }))
      .execute();
    await this.database.em.nativeDelete(UserEntity, id);
    const subject = { kind: 'user', id, name: username } as const;
    const reason = 'The 30 days are over: the account is removed, with its projects and files.';
    await this.audit.record({ actor: null, action: 'forum.user-destroyed', subject, reason });
  }
}
