import type { Report } from '@studio/contract/http/reports';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../database/tables.js';

/** Reports with what is known of their projects, their authors and those who decided. */
export function reportRows(database: Kysely<Tables>) {
  return database
    .selectFrom('reports as r')
    .innerJoin('report_evidence as e', 'e.id', 'r.evidence_id')
    .leftJoin('users as author', 'author.id', 'r.reporter_id')
    .leftJoin('users as judge', 'judge.id', 'r.resolved_by');
}

type Matching = ReturnType<typeof reportRows>;

export async function readReports(matching: Matching): Promise<Report[]> {
  const rows = await matching
    .select(['r.id', 'r.kind', 'r.reason', 'r.note', 'r.state', 'r.created_at', 'r.project_id'])
    .select(['r.reporter_id', 'r.resolved_by', 'r.resolved_at', 'r.resolution_note'])
    .select(['e.title', 'e.owner_id', 'e.owner_name'])
    .select(['author.username as author_name', 'judge.username as judge_name'])
    .select([
      sql<boolean>`exists (select from projects p where p.id = r.project_id and p.deleted_at is null)`.as(
        'exists',
      ),
      sql<boolean>`exists (select from takedowns t where t.project_id = r.project_id)`.as('removed'),
    ])
    .execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    reason: row.reason,
    note: row.note,
    reporter: account(row.reporter_id, row.author_name),
    project: {
      id: row.project_id,
      title: row.title,
      owner: { id: row.owner_id, username: row.owner_name },
      exists: row.exists,
      removed: row.removed,
    },
    state: row.state,
    resolution: row.resolved_at && {
      by: account(row.resolved_by, row.judge_name),
      at: iso(row.resolved_at),
      note: row.resolution_note,
    },
    createdAt: iso(row.created_at),
  }));
}

/** Null where the account is gone. */
function account(id: string | null, username: string | null): Report['reporter'] {
  return id === null || username === null ? null : { id, username };
}

/** The driver gives times as text. */
export function iso(time: Date | string): string {
  return new Date(time).toISOString();
}
