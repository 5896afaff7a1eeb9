import { Injectable } from '@nestjs/common';
import { type ExpressionBuilder, sql } from 'kysely';
import type { ProjectAudience } from '../../common/domain-events.js';
import { Database } from '../../database/database.js';
import type { Tables } from '../../database/tables.js';
import { lockAccount } from '../users/users.service.js';
import { type HidingReason, ProjectEntity } from './project.entity.js';
import { audienceOf, liveLinkCount } from './project-row.js';

/** One project, or all projects of one account. */
export type HidingScope = { projectId: string } | { userId: string };

/** For each reason, the stronger ones that it does not replace. */
const strongerReasons: Record<HidingReason, HidingReason[]> = {
  suspension: ['takedown', 'forum'],
  forum: ['takedown'],
  takedown: [],
};

const audience = ['projects.id', 'projects.user_id', 'projects.is_public', 'projects.is_embeddable'] as const;

/**
 * Hides projects from everybody but their owners and admins, and shows them again as they were. Call it inside the
 * transaction of the action that is the reason; afterwards publish the returned projects as `projects.hidden` or
 * `projects.unhidden`. With kysely: one statement changes all projects of an account, up to 2,000.
 */
@Injectable()
export class ProjectHidingService {
  constructor(private readonly database: Database) {}

  /**
   * @returns the projects that were hidden, with their remaining audience; also those that nobody else saw, since their
   *   owners have to learn it.
   */
  async hide(where: HidingScope, by: HidingReason): Promise<ProjectAudience[]> {
    const hidden = await this.database.sql
      .with('before', (query) =>
        query
          .selectFrom('projects')
          .select('id')
          .where(inScope(where))
          // Private projects of a suspended account need no hiding; a takedown is recorded for private ones too.
          .$if('userId' in where, (some) =>
            some.where((is) =>
              is.or([
                is('is_public', '=', true),
                is('is_embeddable', '=', true),
                sql<boolean>`${liveLinkCount} > 0`,
                is('withheld_by', 'is not', null),
              ]),
            ),
          )
          .where((is) =>
            is.or([is('withheld_by', 'is', null), is('withheld_by', 'not in', [by, ...strongerReasons[by]])]),
          )
          .orderBy('id')
          .forUpdate(),
      )
      .updateTable('projects')
      .from('before')
      .whereRef('projects.id', '=', 'before.id')
      .set({
        withheld_by: by,
        // A project that is already hidden keeps the visibility from before the first hiding.
        was_public: sql`case when projects.withheld_by is null then projects.is_public else projects.was_public end`,
        was_embeddable: sql`case when projects.withheld_by is null then projects.is_embeddable else projects.was_embeddable end`,
        is_public: false,
        is_embeddable: false,
      })
      .returning(audience)
      .execute();
    return hidden.map(audienceOf);
  }

  /**
   * Ends one reason. A project with other reasons stays hidden for the strongest of them. Locks the owner first, as a
   * suspension does, so that no reason changes meanwhile.
   * @returns the projects that are visible to others again.
   */
  async unhide(where: HidingScope, by: HidingReason): Promise<ProjectAudience[]> {
    await this.#lockOwner(where);
    const otherReason = sql<HidingReason | null>`(select case
        when exists (select from takedowns t where t.project_id = projects.id) then 'takedown'
        when u.forum_destroyed_at is not null then 'forum'
        when u.suspended_at is not null then 'suspension'
      end from users u where u.id = projects.user_id)`;
    const unhidden = await this.database.sql
      // By id: every transaction that locks several projects uses this order.
      .with('locked', (query) =>
        query
          .selectFrom('projects')
          .select('id')
          .where(inScope(where))
          .where('withheld_by', '=', by)
          .orderBy('id')
          .forUpdate(),
      )
      .updateTable('projects')
      .from('locked')
      .whereRef('projects.id', '=', 'locked.id')
      .set({
        withheld_by: otherReason,
        is_public: sql`projects.was_public and ${otherReason} is null`,
        is_embeddable: sql`projects.was_embeddable and ${otherReason} is null`,
      })
      .returning(audience)
      .execute();
    return unhidden.filter((row) => row.is_public || row.is_embeddable).map(audienceOf);
  }

  /** A separate statement, so that the next ones see what was committed while it waited. */
  async #lockOwner(where: HidingScope): Promise<void> {
    const userId = 'userId' in where ? where.userId : await this.#ownerOf(where.projectId);
    if (userId !== undefined) await lockAccount(this.database, userId);
  }

  async #ownerOf(projectId: string): Promise<string | undefined> {
    const project = await this.database.em.findOne(ProjectEntity, projectId, { fields: ['user'] });
    return project?.user.id;
  }
}

function inScope(where: HidingScope) {
  return ({ eb }: ExpressionBuilder<Tables, 'projects'>) =>
    'projectId' in where
      ? eb('projects.id', '=', where.projectId)
      : eb('projects.user_id', '=', where.userId);
}
