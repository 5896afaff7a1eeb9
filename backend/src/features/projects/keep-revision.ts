import type { SaveKind } from '@studio/contract/http/projects';
import { durations, limits } from '@studio/contract/limits';
import { type RawBuilder, sql } from 'kysely';
import { ago } from '../../database/clock.js';

const content = sql.raw('version, title, html, css, js, framework_config');

/**
 * A part of the statement that stores a project, because each statement is a turn to the database: notes what its part
 * `saved` has stored, where `isWritten` is true of that. An automatic save takes the place of the last, where that was
 * one of the last five minutes. The project must be new, or locked by a statement before.
 */
export function keepRevision(
  kind: SaveKind,
  isWritten: RawBuilder<boolean>,
): RawBuilder<{ project_id: string; rev: number }> {
  return sql`(
    insert into project_revisions (project_id, rev, kind, ${content})
    select id, coalesce((
      select case
        when ${kind} = 'auto' and kind = 'auto' and created_at > ${ago(durations.revisionWindow)} then rev
        else rev + 1
      end
      from project_revisions where project_id = saved.id order by rev desc limit 1
    ), 1), ${kind}, ${content}
    from saved where ${isWritten}
    on conflict (project_id, rev) do update set
      (${content}) = row (excluded.version, excluded.title, excluded.html, excluded.css, excluded.js, excluded.framework_config)
    returning project_id, rev)`;
}

/** Another part, after `revision`, which is the one above: of all, the newest 100 are kept. */
export const pruneRevisions: RawBuilder<object> = sql`(
  delete from project_revisions using revision
  where project_revisions.project_id = revision.project_id
    and project_revisions.rev <= revision.rev - ${limits.revisionsKept}::int)`;
