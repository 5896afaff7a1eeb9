import { durations } from '@studio/contract/durations';
import type { SaveKind } from '@studio/contract/http/projects';
import { limits } from '@studio/contract/limits';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { ago, thisMoment } from '../../../database/clock.js';
import type { Tables } from '../../../database/tables.js';

const content = sql.raw('version, title, html, css, js, framework_config');

/** What a revision stores besides the text. */
interface RevisionDetails {
  kind: SaveKind;
  /** One of `revisionChanges`. */
  change: RawBuilder<string>;
  /** When the restored text was saved; null if nothing is restored. */
  restoredFrom: Date | null;
}

/**
 * The part of a save's statement that writes the revision: a copy of the row of `saved`, if `isWritten` is true for
 * it. A small automatic save replaces the last revision if that is a small automatic one of the last five minutes
 * without a name, so that the text before a large change stays (ADR 42). The project must be new, or locked by an
 * earlier statement.
 */
export function keepRevision(
  { kind, change, restoredFrom }: RevisionDetails,
  isWritten: RawBuilder<boolean>,
): RawBuilder<{ project_id: string; rev: number }> {
  return sql`(
    insert into project_revisions (project_id, rev, kind, change, restored_from, ${content})
    select id, coalesce((
      select case
        when ${kind} = 'auto' and kind = 'auto' and ${change} = 'edit' and change = 'edit' and name is null
          and created_at > ${ago(durations.revisionWindow)} then rev
        else rev + 1
      end
      from project_revisions where project_id = saved.id order by rev desc limit 1
    ), 1), ${kind}, ${change}, ${restoredFrom}::timestamptz, ${content}
    from saved where ${isWritten}
    on conflict (project_id, rev) do update set changed_at = ${thisMoment()},
      (${content}) = row (excluded.version, excluded.title, excluded.html, excluded.css, excluded.js, excluded.framework_config)
    returning project_id, rev)`;
}

/**
 * Makes the newest revision that of a manual save, so that no later save replaces it. The project must be locked. With
 * kysely, like the statement of a save: no entity is loaded for it.
 */
export async function keepNewestRevision(database: Kysely<Tables>, id: string): Promise<void> {
  await database
    .updateTable('project_revisions')
    .set({ kind: 'manual' })
    .where('project_id', '=', id)
    .where('kind', '=', 'auto')
    .where('rev', '=', sql<number>`(select max(rev) from project_revisions where project_id = ${id})`)
    .execute();
}

/** The part after `revision`: keeps the newest 100 revisions, and those with a name. */
export const pruneRevisions: RawBuilder<object> = sql`(
  delete from project_revisions using revision
  where project_revisions.project_id = revision.project_id
    and project_revisions.rev <= revision.rev - ${limits.revisionsKept}::int
    and project_revisions.name is null)`;
