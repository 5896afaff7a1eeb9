import type { ProjectSort } from '@studio/contract/http/projects';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../database/tables.js';
import type { Matching } from './list-filters.js';

/** Which of these tags the fewest projects in everybody's list have, and how many. */
export function rarestOf(
  database: Kysely<Tables>,
  tags: readonly string[],
): Promise<{ tag: string; total: number }> {
  return database
    .selectFrom(sql<{ tag: string }>`unnest(${tags}::text[])`.as<'named'>(sql`named(tag)`))
    .leftJoin('project_tag_totals', 'project_tag_totals.tag', 'named.tag')
    .select(['named.tag', sql<number>`coalesce(sum(total), 0)::int`.as('total')])
    .groupBy('named.tag')
    .orderBy('total')
    .limit(1)
    .executeTakeFirstOrThrow();
}

/** Those in everybody's list that have all of these tags. They may be found along one, or where the indexes of all meet. */
export function taggedProjects(database: Kysely<Tables>, tags: readonly string[], along: string): Matching {
  return database
    .selectFrom('projects')
    .innerJoin('project_tags as tagged', 'tagged.project_id', 'projects.id')
    .where('tagged.tag', '=', along)
    .$if(tags.length > 1, (query) =>
      query
        .where(sql<boolean>`projects.tags @> ${tags}::text[]`)
        // As the index of tags has it.
        .where('projects.deleted_at', 'is', null),
    );
}

/** Along the tag's index: ranks rise with the order of `inOrder`, which has to sort only what is of one rank. */
export function byRank(tagged: Matching, sort: ProjectSort): Matching {
  return tagged.orderBy(sql.ref(`tagged.${sort}`), 'desc');
}
