import { Injectable } from '@nestjs/common';
import { durations } from '@studio/contract/durations';
import { limits } from '@studio/contract/limits';
import { sql } from 'kysely';
import { ApiError } from '../../../common/errors/api-error.js';
import { Config, demoAccount } from '../../../config/config.js';
import { ago } from '../../../database/clock.js';
import { Database } from '../../../database/database.js';
import { ActivityService } from '../../activity/activity.service.js';
import { lockAccount } from '../../users/users.service.js';

/**
 * The conditions for showing a project to others, in public lists or embeds. An account younger than a day can publish
 * five projects; private work is never limited. They are counted by the activity feed, each project once.
 */
@Injectable()
export class Publishing {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly activity: ActivityService,
  ) {}

  /**
   * Locks the owner's account, so that publications and forks follow each other and cannot overtake a suspension. The
   * first step of a transaction that may show a project or holds files for one: a suspension locks in the same order.
   * @throws ApiError 403 if the account has just been suspended, or destroyed in the forum.
   */
  async lockOwner(userId: string): Promise<void> {
    const owner = await lockAccount(this.database, userId);
    if (owner?.suspendedAt) throw new ApiError(403, 'suspended', 'This account is suspended.');
    if (owner?.forumDestroyedAt)
      throw new ApiError(403, 'suspended', 'Your forum account was deleted, and your account here with it.');
  }

  /**
   * Records that a project has become public or embeddable. In the transaction that made it so, after `queue`.
   * @throws ApiError 429 where a new account has published enough for its first day.
   */
  async recordPublication(userId: string, project: { id: string; title: string }): Promise<void> {
    await this.#refuseNewcomer(userId, project.id);
    const subject = { kind: 'project', id: project.id, name: project.title } as const;
    await this.activity.recordAndPublish({ type: 'project-published', actor: userId, subject });
  }

  /** With kysely: ages by the database's clock and the number of projects, in one statement. */
  async #refuseNewcomer(userId: string, projectId: string): Promise<void> {
    const newcomer = await this.database.sql
      .selectFrom('users')
      .select([
        'created_at',
        sql<number>`ceil(extract(epoch from created_at - (${ago(durations.newcomer)})))::int`.as('seconds'),
        // The account is younger than a day, so this is all that it has published.
        sql<number>`(select count(distinct subject_id)::int from moderation_events
          where actor_id = users.id and type = 'project-published' and subject_id <> ${projectId})`.as(
          'published',
        ),
      ])
      .where('id', '=', userId)
      .where('created_at', '>', ago(durations.newcomer))
      .where('is_admin', '=', false)
      // The demo account is everybody's, so it is never new. A forum account may have its address.
      .$if(this.config.demoAccount, (some) =>
        some.where((is) => is.or([is('email', '!=', demoAccount.email), is('forum_id', 'is not', null)])),
      )
      .executeTakeFirst();
    if (!newcomer || newcomer.published < limits.newcomerPublishedPerDay) return;
    const publishableFrom = new Date(
      new Date(newcomer.created_at).getTime() + durations.newcomer,
    ).toISOString();
    throw new ApiError(
      429,
      'publish_limit',
      `A new account can make ${limits.newcomerPublishedPerDay} projects public or embeddable on its first day. This one can be shown from ${publishableFrom.slice(0, 16).replace('T', ' ')} UTC on; until then, keep it private.`,
      { headers: { 'Retry-After': String(newcomer.seconds) }, body: { publishableFrom } },
    );
  }
}
