import { Injectable } from '@nestjs/common';
import { durations } from '@studio/contract/durations';
import { limits } from '@studio/contract/limits';
import { sql } from 'kysely';
import { ApiError } from '../../../common/errors/api-error.js';
import { Config, demoAccount } from '../../../config/config.js';
import { bestEntry, type GroupEntry } from '../../../config/publishing-by-group.js';
import { ago } from '../../../database/clock.js';
import { Database } from '../../../database/database.js';
import { ActivityService } from '../../activity/activity.service.js';
import { lockAccount } from '../../users/users.service.js';

/** Publishing a project again within this time adds no entry to the activity feed. */
const repeatWindowMs = 3_600_000;

/**
 * Limits for showing projects to others, in public lists, in embeds or by link. An account younger than a day can
 * publish five projects; a member of a forum group in PUBLISHING_BY_GROUP, as many in 24 hours as that says. Private
 * projects are not limited. Publications are counted in the activity feed, each project once.
 */
@Injectable()
export class PublishingLimits {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly activity: ActivityService,
  ) {}

  /**
   * Locks the owner's account, so that publications and forks run one by one and not during a suspension. It must be
   * the first step of a transaction that may show a project or keep files for one: a suspension locks in the same
   * order.
   * @throws ApiError 403 if the account has just been suspended, or deleted in the forum.
   */
  async lockOwner(userId: string): Promise<void> {
    const owner = await lockAccount(this.database, userId);
    if (owner?.suspendedAt) throw new ApiError(403, 'suspended', 'This account is suspended.');
    if (owner?.forumDestroyedAt)
      throw new ApiError(403, 'suspended', 'Your forum account was deleted, and your account here with it.');
  }

  /**
   * Records that a project has been published, in the transaction that publishes it, after `lockOwner`; once an hour,
   * so that nobody fills the feed by hiding and showing one project (ADR 20).
   * @throws ApiError 429 where the limit of the forum group or of a new account is reached.
   */
  async recordPublication(userId: string, project: { id: string; title: string }): Promise<void> {
    await this.#assertBelowLimit(userId, project.id);
    if (await this.#isRecorded(userId, project.id)) return;
    const subject = { kind: 'project', id: project.id, name: project.title } as const;
    await this.activity.recordAndPublish({ type: 'project-published', actor: userId, subject });
  }

  async #isRecorded(userId: string, projectId: string): Promise<boolean> {
    const recorded = await this.database.sql
      .selectFrom('moderation_events')
      .select('id')
      .where('actor_id', '=', userId)
      .where('type', '=', 'project-published')
      .where('subject_id', '=', projectId)
      .where('at', '>', ago(repeatWindowMs))
      .limit(1)
      .executeTakeFirst();
    return recorded !== undefined;
  }

  async #assertBelowLimit(userId: string, projectId: string): Promise<void> {
    const owner = await this.database.sql
      .selectFrom('users')
      .select([
        'is_admin',
        'forum_groups',
        'created_at',
        sql<number>`ceil(extract(epoch from created_at - (${ago(durations.newcomer)})))::int`.as('seconds'),
      ])
      .where('id', '=', userId)
      // The demo account is shared, so it never counts as new. A forum account may have the same address.
      .$if(this.config.demoAccount, (some) =>
        some.where((is) => is.or([is('email', '!=', demoAccount.email), is('forum_id', 'is not', null)])),
      )
      .executeTakeFirst();
    if (!owner || owner.is_admin) return;
    const entry = bestEntry(owner.forum_groups, this.config.publishingByGroup);
    if (entry) return this.#assertGroupLimit(userId, projectId, entry);
    if (owner.seconds <= 0) return;
    // The account is younger than a day, so this is all that it has published.
    const { length } = await this.#publishedToday(userId, projectId);
    if (length < limits.newcomerPublishedPerDay) return;
    const from = new Date(new Date(owner.created_at).getTime() + durations.newcomer);
    const most = limits.newcomerPublishedPerDay;
    const rule = `A new account can publish ${most} projects on its first day.`;
    throw limitReached(rule, { most, group: null, from, seconds: owner.seconds });
  }

  async #assertGroupLimit(userId: string, projectId: string, { group, most }: GroupEntry): Promise<void> {
    if (most === Infinity) return;
    const latest = most === 0 ? [] : await this.#publishedToday(userId, projectId);
    // Once this publication is older than 24 hours, another one is allowed.
    const last = latest[most - 1];
    if (most > 0 && !last) return;
    const rule =
      most === 0
        ? `The forum's group ${group} cannot publish projects.`
        : `The forum's group ${group} can publish ${most === 1 ? '1 project' : `${most} projects`} in 24 hours.`;
    throw limitReached(rule, { most, group, from: last?.until ?? null, seconds: last?.seconds ?? 0 });
  }

  /**
   * Other projects that the account published in the last 24 hours, with the time when each stops counting; the
   * latest first.
   */
  #publishedToday(userId: string, projectId: string) {
    const until = sql<Date>`max(at) + ${durations.newcomer}::float8 * interval '1 millisecond'`;
    return this.database.sql
      .selectFrom('moderation_events')
      .select([
        until.as('until'),
        sql<number>`greatest(1, ceil(extract(epoch from ${until} - now())))::int`.as('seconds'),
      ])
      .where('actor_id', '=', userId)
      .where('type', '=', 'project-published')
      .where('subject_id', '!=', projectId)
      .where('at', '>', ago(durations.newcomer))
      .groupBy('subject_id')
      .orderBy('until', 'desc')
      .execute();
  }
}

/** `from`: when publishing is possible again; null if waiting does not help. */
function limitReached(
  rule: string,
  { most, group, from, seconds }: { most: number; group: string | null; from: Date | null; seconds: number },
): ApiError {
  const publishableFrom = from && new Date(from).toISOString();
  const end = publishableFrom
    ? `You can publish this one from ${publishableFrom.slice(0, 16).replace('T', ' ')} UTC. Until then, keep it private.`
    : 'Keep this one private.';
  const decided =
    group === null ? '' : ' Your groups in the forum decide this, as of your last sign-in there.';
  return new ApiError(from ? 429 : 403, 'publish_limit', `${rule} ${end}${decided}`, {
    ...(from && { headers: { 'Retry-After': String(seconds) } }),
    body: { publishableFrom, most, group },
  });
}
