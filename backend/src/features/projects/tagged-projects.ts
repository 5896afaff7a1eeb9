import type { ProjectSort } from '@studio/contract/http/projects';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../database/tables.js';
import type { Matching } from './project-selection.js';

/**
 * Those in everybody's list that have this tag, by rank, which rises with the order of `inOrder`: what that sorts is
 * only what is of one rank, until a page is full.
 */
export function taggedProjects(database: Kysely<Tables>, tag: string, sort: ProjectSort): Matching {
  return database
    .selectFrom('projects')
    .innerJoin('project_tags as tagged', 'tagged.project_id', 'projects.id')
    .where('tagged.tag', '=', tag)
    .orderBy(`tagged.${sort}`, 'desc');
}

/** How many these are. */
export async function totalOfTag(database: Kysely<Tables>, tag: string): Promise<number> {
  const { total } = await database
    .selectFrom('project_tag_totals')
    .select(sql<number>`coalesce(sum(total), 0)::int`.as('total'))
    .where('tag', '=', tag)
    .executeTakeFirstOrThrow();
  return total;
}
