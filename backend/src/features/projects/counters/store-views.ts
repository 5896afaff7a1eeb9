import { durations } from '@studio/contract/limits';
import { sql } from 'kysely';
import { ago, now } from '../../../database/clock.js';
import type { Database } from '../../../database/database.js';
import type { WaitingView } from './waiting-views.js';

/**
 * One statement decides which of them count, whatever other replicas have counted meanwhile, and counts them. Rows are
 * locked in the order of their keys, so that batches of two replicas never wait for each other both.
 */
export function storeViews({ sql: db }: Database, batch: readonly WaitingView[]) {
  const projectIds = batch.map(({ projectId }) => projectId);
  const keys = batch.map(({ key }) => key);
  return db
    .with('locked', (query) =>
      query
        .selectFrom('projects')
        .select('id')
        .where('id', '=', sql<string>`any(${projectIds}::text[])`)
        .orderBy('id')
        .forNoKeyUpdate(),
    )
    .with('counted', (query) =>
      query
        .insertInto('project_views')
        .columns(['project_id', 'viewer', 'viewed_at'])
        .expression(
          query
            .selectFrom(
              sql<{ id: string; key: string }>`unnest(${projectIds}::text[], ${keys}::text[])`.as<'seen'>(
                sql`seen(id, key)`,
              ),
            )
            .innerJoin('locked', 'locked.id', 'seen.id')
            .select(['seen.id', 'seen.key', now().as('at')])
            .orderBy('seen.id')
            .orderBy('seen.key'),
        )
        .onConflict((conflict) =>
          conflict
            .columns(['project_id', 'viewer'])
            .doUpdateSet({ viewed_at: now() })
            .where('project_views.viewed_at', '<=', ago(durations.viewWindow)),
        )
        .returning('project_id'),
    )
    .with('sums', (query) =>
      query
        .selectFrom('counted')
        .select(['project_id', sql<number>`count(*)::int`.as('fresh')])
        .groupBy('project_id'),
    )
    .updateTable('projects')
    .from('sums')
    .whereRef('projects.id', '=', 'sums.project_id')
    .set({ views: sql`projects.views + sums.fresh` })
    .returning([
      'projects.id',
      'projects.user_id',
      'projects.is_public',
      'projects.is_embeddable',
      'projects.views',
      'projects.fork_count',
    ])
    .execute();
}
