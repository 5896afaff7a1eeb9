import type { SaveKind } from '@studio/contract/http/projects';
import { durations, limits } from '@studio/contract/limits';
import { sql } from 'kysely';
import { ago } from '../../database/clock.js';
import type { Database } from '../../database/database.js';
import { prepared } from '../../database/prepared.js';

const content = ['version', 'title', 'html', 'css', 'js', 'framework_config'] as const;

/**
 * Notes what a save has stored, in its transaction, in which the project is locked. An automatic one takes the place of
 * the last, where that was one of the last five minutes; of all, the newest 100 are kept. One statement: it copies what
 * was stored inside the database.
 */
export async function keepRevision({ sql: db }: Database, id: string, kind: SaveKind): Promise<void> {
  const isReplaced = sql<boolean>`${kind} = 'auto' and kind = 'auto' and created_at > ${ago(durations.revisionWindow)}`;
  await db
    .with('last', (query) =>
      query
        .selectFrom('project_revisions')
        .select(sql<number>`case when ${isReplaced} then rev else rev + 1 end`.as('next'))
        .where('project_id', '=', id)
        .orderBy('rev', 'desc')
        .limit(1),
    )
    .with('pruned', (query) =>
      query
        .deleteFrom('project_revisions')
        .where('project_id', '=', id)
        .where('rev', '<=', sql<number>`(select next - ${limits.revisionsKept}::int from last)`),
    )
    .insertInto('project_revisions')
    .columns(['project_id', 'rev', 'kind', ...content])
    .expression((query) =>
      query
        .selectFrom('projects')
        .select([
          'id',
          sql<number>`coalesce((select next from last), 1)`.as('rev'),
          sql<SaveKind>`${kind}`.as('kind'),
        ])
        .select(content)
        .where('id', '=', id),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'rev'])
        .doUpdateSet(({ ref }) =>
          Object.fromEntries(content.map((column) => [column, ref(`excluded.${column}`)])),
        ),
    )
    .modifyEnd(prepared)
    .execute();
}
