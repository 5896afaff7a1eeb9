import type { SaveKind } from '@studio/contract/http/projects';
import { durations, limits } from '@studio/contract/limits';
import { sql } from 'kysely';
import { ago } from '../../database/clock.js';
import type { Database } from '../../database/database.js';
import type { ProjectRow } from './project-rows.js';

type Saved = Pick<ProjectRow, 'id' | 'version' | 'title' | 'html' | 'css' | 'js' | 'framework_config'>;

/**
 * Notes what a save has stored, in its transaction. An automatic one takes the place of the last, where that was one
 * of the last five minutes; of all, the newest 100 are kept.
 */
export async function keepRevision({ sql: db }: Database, saved: Saved, kind: SaveKind): Promise<void> {
  const { id, version, title, html, css, js, framework_config } = saved;
  const content = { kind, version, title, html, css, js, framework_config };
  const last = await db
    .selectFrom('project_revisions')
    .select(['rev', 'kind'])
    .select(sql<boolean>`created_at > ${ago(durations.revisionWindow)}`.as('is_recent'))
    .where('project_id', '=', id)
    .orderBy('rev', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last && kind === 'auto' && last.kind === 'auto' && last.is_recent) {
    await db
      .updateTable('project_revisions')
      .set(content)
      .where('project_id', '=', id)
      .where('rev', '=', last.rev)
      .execute();
    return;
  }
  const rev = (last?.rev ?? 0) + 1;
  await db
    .insertInto('project_revisions')
    .values({ ...content, project_id: id, rev })
    .execute();
  await db
    .deleteFrom('project_revisions')
    .where('project_id', '=', id)
    .where('rev', '<=', rev - limits.revisionsKept)
    .execute();
}
