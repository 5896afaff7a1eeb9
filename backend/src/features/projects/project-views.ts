import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { durations } from '@studio/contract/limits';
import { sql } from 'kysely';
import type { Viewer } from '../../common/caller.js';
import { EventPublisher } from '../../common/domain-events.js';
import { Database } from '../../database/database.js';
import { countsAsView } from './project.policy.js';
import { audienceOf, type ProjectRow, rightsOf } from './project-rows.js';

/** Views, counted once per viewer and project in 30 minutes (CONTRACT 2). */
@Injectable()
export class ProjectViews {
  constructor(
    private readonly database: Database,
    private readonly events: EventPublisher,
  ) {}

  /** Counts this view where it counts. @returns the project's views with it. */
  async count(project: ProjectRow, viewer: Viewer): Promise<number> {
    if (!countsAsView(rightsOf(project), viewer.caller)) return project.views;
    const countedBefore = new Date(Date.now() - durations.viewWindow);
    const counted = await this.database.sql
      .with('counted', (query) =>
        query
          .insertInto('project_views')
          .values({ project_id: project.id, viewer: viewerKey(project.id, viewer), viewed_at: new Date() })
          .onConflict((conflict) =>
            conflict
              .columns(['project_id', 'viewer'])
              .doUpdateSet({ viewed_at: new Date() })
              .where('project_views.viewed_at', '<=', countedBefore),
          )
          .returning('viewer'),
      )
      .updateTable('projects')
      .set({ views: sql`views + 1` })
      .where('id', '=', project.id)
      .where(sql<boolean>`exists (select from counted)`)
      .returning(['views', 'fork_count'])
      .executeTakeFirst();
    if (!counted) return project.views;
    const { views, fork_count } = counted;
    this.events.publish('project.counted', { project: audienceOf(project), views, forkCount: fork_count });
    return views;
  }

  /** Forgets views that no longer keep another from counting. */
  async prune(): Promise<void> {
    const countedBefore = new Date(Date.now() - durations.viewWindow);
    await this.database.sql.deleteFrom('project_views').where('viewed_at', '<=', countedBefore).execute();
  }
}

/** No address is stored, only what tells one from another on this project. */
function viewerKey(projectId: string, { caller, address }: Viewer): string {
  return caller ? caller.userId : createHash('sha256').update(`${projectId} ${address}`).digest('base64url');
}
