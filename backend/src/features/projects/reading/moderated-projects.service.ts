import { LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { durations } from '@studio/contract/durations';
import type { ModeratedProject, ModeratedProjectsQuery, ModerationFilter } from '@studio/contract/http/admin';
import type { Page } from '@studio/contract/http/paging';
import { sql } from 'kysely';
import type { ProjectAudience } from '../../../common/domain-events.js';
import type { Caller } from '../../../common/http/caller.js';
import { readPage } from '../../../common/read-page.js';
import { toIsoTime } from '../../../common/text-format.js';
import { ago } from '../../../database/clock.js';
import { Database } from '../../../database/database.js';
import { ProjectEntity } from '../project.entity.js';
import {
  liveLinkCount,
  presentSummary,
  relatedColumns,
  rightsOfEntity,
  summaryColumns,
} from '../project-row.js';
import { countMatches, type Matching, searchByIndex, sorted, undeletedProjects } from './list-queries.js';
import { ProjectCardsService } from './project-cards.service.js';

/** Everybody's projects, for moderators. */
@Injectable()
export class ModeratedProjectsService {
  constructor(
    private readonly database: Database,
    private readonly cards: ProjectCardsService,
  ) {}

  /** A page of all projects, including private ones, but none from the trash. With kysely: some columns. */
  async list(caller: Caller, query: ModeratedProjectsQuery): Promise<Page<ModeratedProject>> {
    const { sortBy, filter } = query;
    const { sql: db } = this.database;
    const matching = filters[filter](await searchByIndex(db, undeletedProjects(db), query.search));
    const ordered = sorted(matching, sortBy).select([
      ...summaryColumns,
      ...relatedColumns(caller.userId),
      ...moderationColumns,
    ]);
    return readPage(
      query,
      () => countMatches(matching),
      async ({ limit, offset }) => {
        const now = await this.database.now();
        return (await ordered.limit(limit).offset(offset).execute()).map((row) => ({
          ...presentSummary(row),
          cardUrl: this.cards.addressForModerators(row, now),
          isByLink: row.is_by_link,
          openReports: row.open_reports,
          removedAt: row.removed_at === null ? null : toIsoTime(row.removed_at),
          ownerSuspended: row.owner_suspended,
        }));
      },
    );
  }

  /**
   * Deletes a project permanently, also from the trash, with its history and its holds on assets. Call it inside a
   * transaction, and publish `project.purged` after that. @returns null if it does not exist.
   */
  async purge(id: string): Promise<{ project: ProjectAudience; title: string } | null> {
    const { em } = this.database;
    const project = await em.findOne(ProjectEntity, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!project) return null;
    await em.remove(project).flush();
    return { project: { projectId: id, ...rightsOfEntity(project) }, title: project.title };
  }
}

const filters: Record<ModerationFilter, (matching: Matching) => Matching> = {
  all: (matching) => matching,
  reported: (matching) =>
    matching.where('projects.id', 'in', sql<string>`(select project_id from reports where state = 'open')`),
  new: (matching) =>
    matching
      .where((is) =>
        is.or([
          is('projects.is_public', '=', true),
          is('projects.is_embeddable', '=', true),
          is.and([is('projects.withheld_by', 'is', null), is(liveLinkCount, '>', 0)]),
        ]),
      )
      .where(
        'projects.id',
        'in',
        sql<string>`(select subject_id from moderation_events
        where type = 'project-published' and at > ${ago(durations.newcomer)})`,
      ),
  removed: (matching) => matching.where('projects.withheld_by', '=', 'takedown'),
};

const moderationColumns = [
  sql<boolean>`projects.withheld_by is null and not projects.is_public and ${liveLinkCount} > 0`.as(
    'is_by_link',
  ),
  sql<number>`(select count(*)::int from reports r where r.project_id = projects.id and r.state = 'open')`.as(
    'open_reports',
  ),
  sql<Date | null>`(select t.created_at from takedowns t where t.project_id = projects.id)`.as('removed_at'),
  sql<boolean>`(select u.suspended_at is not null from users u where u.id = projects.user_id)`.as(
    'owner_suspended',
  ),
] as const;
